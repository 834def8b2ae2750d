package io.phoenix.routing.ssh;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.phoenix.routing.ssh.SshException.Trouble;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Commands and copies through a real sshd. */
@Timeout(60)
class SshConnectionIT {
  /** The common pool may have but one thread, and what runs here waits for the other. */
  private static final Executor IN_THREADS = task -> new Thread(task).start();

  private static final Duration SOON = Duration.ofSeconds(20);

  @TempDir Path dir;
  private Sshd sshd;
  private SshHosts hosts;
  private SshConnection connection;

  @BeforeEach
  void open() throws IOException {
    sshd = Sshd.start(dir.resolve("sshd"), "MaxSessions 2");
    hosts = SshHosts.open(sshd.settings());
    connection = hosts.connection(sshd.hop());
  }

  @AfterEach
  void close() {
    hosts.close();
    sshd.close();
  }

  @Test
  void aCommandsExitCodeAndOutputComeBack() {
    SshResult result = connection.run("echo out; echo err >&2; exit 3");
    assertThat(result).isEqualTo(new SshResult(3, "out\n", "err\n"));
  }

  @Test
  void aCommandReadsWhatItIsGiven() {
    byte[] input = "hello".getBytes(StandardCharsets.UTF_8);
    assertThat(connection.run("cat", input, SOON).out()).isEqualTo("hello");
  }

  @Test
  void aCommandThatASignalEndsSaysWhich() {
    assertThat(connection.run("kill -TERM $$").exitCode()).isEqualTo(128 + 15);
  }

  @Test
  void aCommandThatTakesTooLongIsGivenUp() {
    assertThatThrownBy(() -> connection.run("sleep 100", new byte[0], Duration.ofMillis(500)))
        .isInstanceOf(SshException.class)
        .hasMessage("'sleep 100' on %s has not ended in time", connection);
    assertThat(connection.run("echo next").out()).isEqualTo("next\n");
  }

  @Test
  void allUsesOfAHostShareOneConnection() {
    assertThat(hosts.connection(sshd.hop())).isSameAs(connection);
    String first = connection.run("echo $SSH_CONNECTION").out();
    assertThat(connection.run("echo $SSH_CONNECTION").out()).isEqualTo(first);
  }

  @Test
  void aCopyIsWholeAndHasItsPermissions() throws IOException {
    Path from = dir.resolve("from");
    byte[] content = new byte[3_000_000];
    for (int i = 0; i < content.length; i++) {
      content[i] = (byte) (i * 31 ^ i >> 8);
    }
    Files.write(from, content);
    Path to = dir.resolve("new dir/it's here");
    connection.put(from, to.toString(), 0640);
    assertThat(to).hasBinaryContent(content);
    assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(to)))
        .isEqualTo("rw-r-----");
    assertThat(to.getParent()).isDirectoryContaining("glob:**here").isNotEmptyDirectory();
    try (var files = Files.list(to.getParent())) {
      assertThat(files).containsExactly(to);
    }
  }

  @Test
  void aFullDiskIsSaidSoAndNothingIsLeftThere() throws IOException {
    Path small = Files.createDirectory(dir.resolve("small"));
    Sshd.call("mount", "-t", "tmpfs", "-o", "size=64k", "none", small.toString());
    try {
      String remote = small.resolve("large").toString();
      assertThatThrownBy(() -> connection.put(new byte[1_000_000], remote, 0600))
          .isInstanceOf(SshException.class)
          .hasMessageStartingWith("cannot write " + remote + " on " + connection + ": ")
          .hasMessageEndingWith("No space left on device; make room on that disk");
      assertThat(small).isEmptyDirectory();
    } finally {
      Sshd.call("umount", small.toString());
    }
  }

  @Test
  void aSessionTooManyIsSaidSoAndOthersGoOn() throws Exception {
    var never = new Never();
    CompletableFuture<?>[] busy = new CompletableFuture<?>[2];
    for (int i = 0; i < busy.length; i++) {
      var started = new CompletableFuture<Void>();
      busy[i] =
          CompletableFuture.runAsync(
              () -> connection.run("echo; cat", never, new Tell(started), new Tell(started), SOON),
              IN_THREADS);
      started.get();
    }
    SshException e = catchThrowableOfType(SshException.class, () -> connection.run("true"));
    assertThat(e.trouble()).isEqualTo(Trouble.NO_SESSION);
    assertThat(e)
        .hasMessage(
            connection
                + " allows no further session; raise MaxSessions in its sshd_config, or run"
                + " fewer commands at a time");
    never.close();
    CompletableFuture.allOf(busy).get();
    assertThat(connection.run("echo again").out()).isEqualTo("again\n");
  }

  @Test
  void aConnectionThatBreaksFailsItsCommandAndIsMadeAgain() throws Exception {
    var started = new CompletableFuture<Void>();
    try (InputStream never = new Never()) {
      var command =
          CompletableFuture.supplyAsync(
              () -> connection.run("echo; cat", never, new Tell(started), new Tell(started), SOON),
              IN_THREADS);
      started.get();
      sshd.killConnections();
      assertThatThrownBy(command::get)
          .hasCauseInstanceOf(SshException.class)
          .hasMessageContaining("connection");
    }
    assertThat(connection.run("echo again").out()).isEqualTo("again\n");
  }
}
