package io.phoenix.routing.ssh;

import com.jcraft.jsch.Proxy;
import com.jcraft.jsch.SocketFactory;
import io.phoenix.routing.ssh.SshException.Trouble;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.ConnectException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.net.UnknownHostException;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * What one SSH connection runs over: a TCP connection, or a channel through a jump host. JSch reads
 * and writes through it; so it is known when the server was last heard, and when and why it ended,
 * of which JSch tells nothing.
 */
final class Carrier implements Proxy {
  private static final int BUFFER_BYTES = 128 * 1024; // several of a server's packets at a time

  private final HostOptions options;
  private final @Nullable SshConnection jump;
  private final Consumer<String> onEnd;
  private volatile @Nullable Socket socket;
  private volatile @Nullable InputStream in;
  private volatile @Nullable OutputStream out;
  private volatile long heardNs = System.nanoTime();
  private volatile boolean isClosed;
  private volatile @Nullable String end;

  /**
   * @param onEnd told why, once, when nothing more can come in
   */
  Carrier(HostOptions options, @Nullable SshConnection jump, Consumer<String> onEnd) {
    this.options = options;
    this.jump = jump;
    this.onEnd = onEnd;
  }

  /** When the other end was last heard. */
  long heardNs() {
    return heardNs;
  }

  /** How the other end has ended it; {@code null} if it has not. */
  @Nullable String end() {
    return end;
  }

  @Override
  public void connect(@Nullable SocketFactory unused, String host, int port, int timeoutMs) {
    try {
      if (jump == null) {
        Socket connected = dial(host, port);
        socket = connected;
        in = new Intake(connected.getInputStream());
        out = connected.getOutputStream();
      } else {
        SshConnection.Stream through = jump.stream(host, port);
        in = new Intake(through.in());
        out = through.out();
      }
    } catch (IOException e) {
      throw unreachable(e);
    }
    if (isClosed) {
      close();
      throw new SshException(Trouble.CLOSED, "the connection has been closed meanwhile", null);
    }
  }

  /** Tries a host's addresses in turn. */
  private Socket dial(String host, int port) throws IOException {
    IOException last = new UnknownHostException(host);
    for (InetAddress address : InetAddress.getAllByName(host)) {
      Socket attempt = new Socket();
      socket = attempt; // so that close() ends the attempt
      try {
        attempt.connect(new InetSocketAddress(address, port), options.connectSeconds() * 1000);
        attempt.setTcpNoDelay(true);
        attempt.setKeepAlive(true);
        return attempt;
      } catch (IOException e) {
        attempt.close();
        last = e;
      }
    }
    throw last;
  }

  private SshException unreachable(IOException e) {
    String where = options.host() + ":" + options.port();
    if (e instanceof UnknownHostException) {
      return new SshException(
          Trouble.UNREACHABLE,
          "unknown host '" + options.host() + "'",
          "check its spelling, or give it a HostName in the SSH configuration",
          e);
    }
    if (e instanceof SocketTimeoutException) {
      return new SshException(
          Trouble.UNREACHABLE,
          "no answer from " + where + " within " + options.connectSeconds() + " s",
          null,
          e);
    }
    if (e instanceof ConnectException && String.valueOf(e.getMessage()).contains("refused")) {
      return new SshException(
          Trouble.UNREACHABLE, "connection refused by " + where, "does an sshd run there?", e);
    }
    return new SshException(
        Trouble.UNREACHABLE, "cannot connect to " + where + ": " + e.getMessage(), null, e);
  }

  @Override
  public @Nullable InputStream getInputStream() {
    return in;
  }

  @Override
  public @Nullable OutputStream getOutputStream() {
    return out;
  }

  @Override
  public @Nullable Socket getSocket() {
    return socket;
  }

  /** Ends it at once; threads that read or write here find out. */
  @Override
  public void close() {
    isClosed = true;
    closeQuietly(socket);
    closeQuietly(out);
    closeQuietly(in);
  }

  private static void closeQuietly(@Nullable AutoCloseable resource) {
    try {
      if (resource != null) {
        resource.close();
      }
    } catch (Exception e) {
      // It is gone either way.
    }
  }

  /** Reads ahead, for JSch asks for four bytes, then for the rest of a packet. */
  private final class Intake extends InputStream {
    private final InputStream source;
    private final byte[] buffer = new byte[BUFFER_BYTES];
    private int next;
    private int limit;

    Intake(InputStream source) {
      this.source = source;
    }

    @Override
    public int read() throws IOException {
      byte[] one = new byte[1];
      return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
    }

    @Override
    public int read(byte[] bytes, int offset, int count) throws IOException {
      if (next == limit) {
        next = 0;
        limit = Math.max(0, fill());
        if (limit == 0) {
          return -1;
        }
      }
      int run = Math.min(count, limit - next);
      System.arraycopy(buffer, next, bytes, offset, run);
      next += run;
      return run;
    }

    private int fill() throws IOException {
      try {
        int got = source.read(buffer, 0, buffer.length);
        if (got < 0) {
          over("closed the connection");
        } else {
          heardNs = System.nanoTime();
        }
        return got;
      } catch (IOException e) {
        over(
            String.valueOf(e.getMessage()).contains("reset")
                ? "reset the connection"
                : "is gone: " + e.getMessage());
        throw e;
      }
    }

    private void over(String how) {
      if (end == null && !isClosed) {
        end = how;
        onEnd.accept(how);
      }
    }

    @Override
    public void close() throws IOException {
      source.close();
    }
  }
}
