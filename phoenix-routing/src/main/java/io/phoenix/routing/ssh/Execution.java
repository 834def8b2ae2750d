package io.phoenix.routing.ssh;

import com.jcraft.jsch.ChannelExec;
import com.jcraft.jsch.JSchException;
import io.phoenix.routing.ssh.SshException.Trouble;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** One command on another host. */
final class Execution {
  private static final List<String> SIGNALS =
      List.of(
          "", "HUP", "INT", "QUIT", "ILL", "", "ABRT", "", "FPE", "KILL", "USR1", "SEGV", "USR2",
          "PIPE", "ALRM", "TERM");

  private final SshConnection connection;
  private final String command;
  private final OutputStream out;
  private final OutputStream err;
  private final CountDownLatch ended = new CountDownLatch(1);

  Execution(SshConnection connection, String command, OutputStream out, OutputStream err) {
    this.connection = connection;
    this.command = command;
    this.out = out;
    this.err = err;
  }

  int run(Line line, InputStream stdin, long deadlineNs) {
    ChannelExec channel = open(line, stdin);
    try {
      if (!ended.await(deadlineNs - System.nanoTime(), TimeUnit.NANOSECONDS)) {
        throw new SshException(
            Trouble.LATE, "'" + command + "' on " + connection + " has not ended in time", null);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new SshException(
          Trouble.CLOSED, "interrupted while '" + command + "' ran on " + connection, null, e);
    } finally {
      channel.disconnect();
    }
    return exitCode(channel, line);
  }

  private ChannelExec open(Line line, InputStream stdin) {
    ChannelExec channel = null;
    try {
      channel = (ChannelExec) line.session().openChannel("exec");
      channel.setCommand(command.getBytes(StandardCharsets.UTF_8));
      channel.setInputStream(stdin, true);
      channel.setOutputStream(out, true);
      channel.setExtOutputStream(new LastStream());
      channel.connect(); // with a time limit, JSch would not notice that the session ended
      line.markUsed();
      return channel;
    } catch (JSchException e) {
      throw explain(channel, line, e);
    }
  }

  private SshException explain(@Nullable ChannelExec channel, Line line, JSchException e) {
    if (!line.isUp()) {
      return line.ended();
    }
    if (channel != null && channel.getExitStatus() > 0) {
      return new SshException(
          Trouble.NO_SESSION,
          connection + " allows no further session",
          "raise MaxSessions in its sshd_config, or run fewer commands at a time",
          e);
    }
    return new SshException(
        Trouble.NO_SESSION,
        connection + " does not start '" + command + "': " + e.getMessage(),
        null,
        e);
  }

  private int exitCode(ChannelExec channel, Line line) {
    int code = channel.getExitStatus();
    if (code >= 0) {
      return code;
    }
    String signal = channel.getExitSignal();
    if (signal != null && !signal.isEmpty()) {
      return 128 + Math.max(0, SIGNALS.indexOf(signal));
    }
    throw line.isUp()
        ? new SshException(
            Trouble.DROPPED, connection + " ended '" + command + "' without a word", null)
        : line.ended();
  }

  /** JSch closes it when the channel is closed, and not before. */
  private final class LastStream extends OutputStream {
    @Override
    public void write(int b) throws IOException {
      err.write(b);
    }

    @Override
    public void write(byte[] bytes, int offset, int count) throws IOException {
      err.write(bytes, offset, count);
    }

    @Override
    public void close() {
      ended.countDown();
    }
  }
}
