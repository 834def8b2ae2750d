package io.phoenix.bench;

import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Plain Java sockets, whose calls put the thread to sleep. A relay reads and writes, with a thread
 * for each direction: the least that a hop can cost.
 */
final class BlockingEndpoint implements Endpoint {
  private @Nullable ServerSocket listening;
  private @Nullable Socket socket;

  @Override
  public String listen() throws IOException {
    listening = new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
    return Integer.toString(listening.getLocalPort());
  }

  @Override
  public String relay(String address) throws IOException {
    connect(address);
    String here = listen();
    ServerSocket before = Objects.requireNonNull(listening);
    Socket after = Objects.requireNonNull(socket);
    start(
        () -> {
          try (Socket client = before.accept()) {
            client.setTcpNoDelay(true);
            start(() -> copy(after, client));
            copy(client, after);
          }
        });
    return here;
  }

  /** What a relay's thread does. */
  private interface Work {
    void run() throws IOException;
  }

  private static void start(Work work) {
    var thread =
        new Thread(
            () -> {
              try {
                work.run();
              } catch (IOException e) {
                // An end has closed the connection: the measurement is over.
              }
            },
            "relay");
    thread.setDaemon(true);
    thread.start();
  }

  private static void copy(Socket from, Socket to) throws IOException {
    from.getInputStream().transferTo(to.getOutputStream());
    to.shutdownOutput();
  }

  @Override
  public void connect(String address) throws IOException {
    socket = new Socket(InetAddress.getLoopbackAddress(), Integer.parseInt(address));
    socket.setTcpNoDelay(true);
  }

  private Socket socket() throws IOException {
    if (socket == null) {
      if (listening == null) {
        throw new IllegalStateException("neither listening nor connected");
      }
      socket = listening.accept();
      socket.setTcpNoDelay(true);
    }
    return socket;
  }

  @Override
  public void serve(Task task) throws IOException {
    InputStream in = socket().getInputStream();
    OutputStream out = socket().getOutputStream();
    byte[] round = new byte[task.bytes() * task.burst()];
    byte[] answer = task.kind() == Task.Kind.ROUND_TRIP ? round : new byte[1];
    do {
      read(in, round);
      if (task.kind() != Task.Kind.STREAM || round[0] == LAST) {
        out.write(answer);
      }
    } while (round[0] != LAST);
  }

  @Override
  public double measure(Task task) throws IOException {
    InputStream in = socket().getInputStream();
    OutputStream out = socket().getOutputStream();
    byte[] round = new byte[task.bytes() * task.burst()];
    byte[] answer = task.kind() == Task.Kind.ROUND_TRIP ? round : new byte[1];
    var clock = new Clock(task);
    for (boolean last = false; !last; ) {
      last = clock.isLast(task.burst());
      round[0] = last ? LAST : MORE;
      if (task.kind() == Task.Kind.WINDOW_64) {
        for (int i = 0; i < Task.WINDOW; i++) {
          out.write(round, i * task.bytes(), task.bytes());
        }
      } else {
        out.write(round);
      }
      if (task.kind() != Task.Kind.STREAM || last) {
        read(in, answer);
      }
    }
    return clock.result();
  }

  private static void read(InputStream in, byte[] bytes) throws IOException {
    if (in.readNBytes(bytes, 0, bytes.length) < bytes.length) {
      throw new EOFException("the other end has closed the connection");
    }
  }

  @Override
  public void close() throws IOException {
    if (socket != null) {
      socket.close();
      socket = null;
    }
    if (listening != null) {
      listening.close();
      listening = null;
    }
  }
}
