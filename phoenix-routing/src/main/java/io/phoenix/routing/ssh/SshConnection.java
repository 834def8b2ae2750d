package io.phoenix.routing.ssh;

import com.jcraft.jsch.ChannelDirectTCPIP;
import com.jcraft.jsch.JSchException;
import com.jcraft.jsch.Session;
import io.phoenix.routing.ssh.SshException.Trouble;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The one SSH connection to a host, which carries tunnels, commands and copies side by side. It is
 * made when it is first needed and again whenever it is needed after it broke; attempts that fail
 * are repeated after growing, random pauses, and whoever asks during a pause is told the failure.
 *
 * <p>Safe for use by many threads. Calls block the calling thread.
 */
public final class SshConnection {
  /** What is kept of a command's output. */
  public static final int MAX_OUTPUT = 1 << 20;

  private static final Logger LOG = LoggerFactory.getLogger(SshConnection.class);
  private static final Duration LIMIT = Duration.ofMinutes(1);
  private static final Duration COPY_LIMIT = Duration.ofMinutes(30);
  private static final long SECOND_NS = 1_000_000_000;
  private static final long MIN_PAUSE_NS = SECOND_NS / 10;
  private static final long MAX_PAUSE_NS = 5 * SECOND_NS;

  /** Servers ban those who fail to log in too often. */
  private static final long LOGIN_PAUSE_NS = 30 * SECOND_NS;

  /**
   * OpenSSH counts a session that has ended until its next round of tidying up, and may refuse
   * another one that was asked for in the same breath.
   */
  private static final long INSIST_NS = SECOND_NS;

  private static final long INSIST_PAUSE_NS = SECOND_NS / 20;

  private static final int STREAM_BYTES = 256 * 1024;

  private final SshHosts hosts;
  private final String name;
  private final HostOptions options;
  private final @Nullable SshConnection jump;
  private @Nullable Line line; // the present one
  private @Nullable CompletableFuture<Line> attempt;
  private @Nullable SshException failure; // of the last attempt
  private long pauseNs = MIN_PAUSE_NS;
  private long resumeNs; // when the pause is over
  private boolean isClosed;

  SshConnection(SshHosts hosts, String name, HostOptions options, @Nullable SshConnection jump) {
    this.hosts = hosts;
    this.name = name;
    this.options = options;
    this.jump = jump;
  }

  // ---- Commands and copies

  /** Runs a command of the remote user's shell and waits for its end, at most a minute. */
  public SshResult run(String command) {
    return run(command, new byte[0], LIMIT);
  }

  /** Runs a command that reads {@code stdin}, and waits for its end. */
  public SshResult run(String command, byte[] stdin, Duration limit) {
    var out = new Capture(MAX_OUTPUT);
    var err = new Capture(MAX_OUTPUT);
    int exitCode = run(command, new ByteArrayInputStream(stdin), out, err, limit);
    return new SshResult(exitCode, out.text(), err.text());
  }

  /**
   * Runs a command, streaming what goes in and what comes out, and waits for its end. The two
   * streams are written to by the thread that reads for everybody who uses this connection: they
   * must not wait for long. None of the streams is closed.
   *
   * @return the exit code, or 128 + n if signal n ended the command
   * @throws SshException if the host cannot be reached, or the connection broke meanwhile
   */
  public int run(
      String command, InputStream stdin, OutputStream out, OutputStream err, Duration limit) {
    long startNs = System.nanoTime();
    long deadlineNs = startNs + limit.toNanos();
    long insistNs = startNs + Math.min(INSIST_NS, limit.toNanos());
    while (true) {
      try {
        return new Execution(this, command, out, err).run(await(deadlineNs), stdin, deadlineNs);
      } catch (SshException e) {
        if (e.trouble() != Trouble.NO_SESSION || System.nanoTime() - insistNs >= 0) {
          throw e;
        }
      }
      LockSupport.parkNanos(INSIST_PAUSE_NS);
    }
  }

  /**
   * Copies a file. It appears under its name only when it is whole, with the permissions asked for
   * from the first byte on.
   *
   * @param remote where to; relative to the remote user's home. Directories on the way are made
   * @param mode permissions, as in {@code 0600}
   * @throws SshException also if the far side has no room, saying so
   */
  public void put(Path local, String remote, int mode) {
    try (InputStream content = Files.newInputStream(local)) {
      put(content, remote, mode);
    } catch (IOException e) {
      throw new SshException(
          Trouble.FAILED_THERE, "cannot read " + local + ": " + e.getMessage(), null, e);
    }
  }

  /** As {@link #put(Path, String, int)}, of something small that is at hand. */
  public void put(byte[] content, String remote, int mode) {
    put(new ByteArrayInputStream(content), remote, mode);
  }

  private void put(InputStream content, String remote, int mode) {
    String target = Shell.quote(remote);
    String part =
        Shell.quote(remote + ".part-" + Long.toHexString(ThreadLocalRandom.current().nextLong()));
    String command =
        "umask 077; mkdir -p -- \"$(dirname -- "
            + target
            + ")\" && cat > "
            + part
            + " && chmod "
            + Integer.toOctalString(mode)
            + " "
            + part
            + " && mv -f -- "
            + part
            + " "
            + target
            + " || { code=$?; rm -f -- "
            + part
            + "; exit $code; }";
    var err = new Capture(MAX_OUTPUT);
    int exitCode =
        run(
            "sh -c " + Shell.quote(command),
            content,
            OutputStream.nullOutputStream(),
            err,
            COPY_LIMIT);
    if (exitCode != 0) {
      String words = err.text().strip();
      throw new SshException(
          Trouble.FAILED_THERE,
          "cannot write "
              + remote
              + " on "
              + options.address()
              + ": "
              + (words.isEmpty() ? "exit code " + exitCode : words),
          words.contains("No space left") ? "make room on that disk" : null);
    }
  }

  /** {@code user@host:port}, and through which others. */
  @Override
  public String toString() {
    return name;
  }

  String address() {
    return options.address();
  }

  // ---- The connection itself

  /** Waits for the connection, made anew if need be. */
  Line await(long deadlineNs) {
    try {
      return open().get(Math.max(0, deadlineNs - System.nanoTime()), TimeUnit.NANOSECONDS);
    } catch (ExecutionException e) {
      throw known(e).again();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new SshException(Trouble.CLOSED, "interrupted while connecting to " + name, null, e);
    } catch (TimeoutException e) {
      throw new SshException(Trouble.LATE, "no connection to " + name + " in time", null, e);
    }
  }

  /** What {@link #open} has failed with. */
  static SshException known(Throwable failure) {
    for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
      if (cause instanceof SshException known) {
        return known;
      }
    }
    throw new IllegalStateException("an attempt to connect failed in an unknown way", failure);
  }

  /** The connection, or what will become of the present attempt to make it. Does not block. */
  synchronized CompletableFuture<Line> open() {
    if (isClosed) {
      return CompletableFuture.failedFuture(
          new SshException(Trouble.CLOSED, "the connection to " + name + " was closed", null));
    }
    if (line != null && line.isUp()) {
      return CompletableFuture.completedFuture(line);
    }
    if (attempt != null) {
      return attempt;
    }
    if (failure != null && resumeNs - System.nanoTime() > 0) {
      return CompletableFuture.failedFuture(failure);
    }
    var promise = new CompletableFuture<Line>();
    attempt = promise;
    hosts.workers().execute(() -> connect(promise));
    return promise;
  }

  private void connect(CompletableFuture<Line> promise) {
    var fresh = new Line(this, options, jump);
    var watchdog =
        hosts.clock().schedule(fresh::giveUp, 2L * options.connectSeconds(), TimeUnit.SECONDS);
    try {
      fresh.logIn();
      synchronized (this) {
        attempt = null;
        line = fresh;
        failure = null;
      }
      if (isClosedNow()) {
        fresh.close("this side has closed the connection");
      }
      LOG.debug("connected to {}", name);
      promise.complete(fresh);
    } catch (SshException e) {
      fail(e);
      promise.completeExceptionally(e);
    } catch (RuntimeException e) {
      var wrapped =
          new SshException(Trouble.DROPPED, "cannot log in to " + name + ": " + e, null, e);
      fail(wrapped);
      promise.completeExceptionally(wrapped);
    } finally {
      watchdog.cancel(false);
    }
  }

  private synchronized boolean isClosedNow() {
    return isClosed;
  }

  private synchronized void fail(SshException e) {
    attempt = null;
    failure = e;
    boolean isFutile = e.trouble() == Trouble.NOT_AUTHENTICATED;
    long longestNs = isFutile ? LOGIN_PAUSE_NS : MAX_PAUSE_NS;
    pauseNs = Math.min(2 * pauseNs, longestNs);
    resumeNs =
        System.nanoTime() + pauseNs / 2 + ThreadLocalRandom.current().nextLong(pauseNs / 2 + 1);
  }

  /** A line that was up has ended. */
  synchronized void onEnd(Line ended, SshException reason) {
    LOG.debug("connection to {} ended: {}", name, reason.getMessage());
    if (line == ended) {
      line = null;
      if (ended.hasWorked()) {
        pauseNs = MIN_PAUSE_NS;
        failure = null;
      } else {
        fail(reason);
      }
    }
  }

  /** Does something that may block, after a while. */
  void later(long delayMs, Runnable work) {
    hosts.later(delayMs, work);
  }

  /** Sees whether the host is still there. */
  void tick(long nowNs) {
    Line present;
    synchronized (this) {
      present = line;
    }
    if (present != null) {
      present.tick(nowNs, hosts.workers());
    }
  }

  /** Fault injection: ends the session, as if the network had; returns whether there was one. */
  boolean cut() {
    Line present;
    synchronized (this) {
      present = line;
    }
    if (present != null) {
      present.close("was cut off on purpose");
    }
    return present != null;
  }

  void close() {
    Line present;
    synchronized (this) {
      isClosed = true;
      present = line;
    }
    if (present != null) {
      present.close("this side has closed the connection");
    }
  }

  /** A stream of bytes to what listens behind this host. */
  record Stream(InputStream in, OutputStream out) {}

  Stream stream(String host, int port) throws IOException {
    long timeoutNs = options.connectSeconds() * SECOND_NS;
    Line carrier = await(System.nanoTime() + 2 * timeoutNs);
    ChannelDirectTCPIP channel = null;
    try {
      Session session = carrier.session();
      channel = (ChannelDirectTCPIP) session.openChannel("direct-tcpip");
      channel.setHost(host);
      channel.setPort(port);
      channel.setLocalPacketSize(Tunnels.PACKET_BYTES);
      channel.setLocalWindowSizeMax(Tunnels.WINDOW_BYTES);
      var pipe = new Pipe(STREAM_BYTES);
      channel.setOutputStream(pipe.in());
      channel.connect(); // with a time limit, JSch would not notice that the session ended
      carrier.markUsed();
      return new Stream(pipe.out(), channel.getOutputStream());
    } catch (JSchException e) {
      throw Tunnels.explain(this, host + ":" + port, channel, e);
    }
  }
}
