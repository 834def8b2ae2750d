package io.phoenix.routing.log;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.phoenix.api.NodeConfig;
import io.phoenix.api.PhoenixException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Set;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LogFileTest {
  private static final Set<PosixFilePermission> OWNERS =
      PosixFilePermissions.fromString("rw-------");

  @TempDir Path directory;
  private Path log;

  @BeforeEach
  void name() {
    log = directory.resolve("node.log");
  }

  @Test
  void placeThatCannotBeWrittenToIsRefusedBeforeAnythingElse() {
    Path nowhere = directory.resolve("missing").resolve("node.log");
    assertThatThrownBy(() -> LogFile.create(nowhere))
        .isInstanceOf(PhoenixException.class)
        .hasMessageStartingWith("cannot write the leave log " + nowhere + ": ");
  }

  @Test
  void whatOthersPutInTheWayIsNotTouched() throws IOException {
    Path precious = Files.write(directory.resolve("precious"), new byte[] {7});
    Files.createSymbolicLink(directory.resolve("node.log.part"), precious);
    try (LogFile file = LogFile.create(log)) {
      file.commit(new byte[] {1, 2, 3});
    }
    assertThat(precious).hasBinaryContent(new byte[] {7});
    assertThat(log).hasBinaryContent(new byte[] {1, 2, 3});
  }

  @Test
  void onlyItsOwnerMayReadIt() throws IOException {
    try (LogFile file = LogFile.create(log)) {
      assertThat(Files.getPosixFilePermissions(draft())).isEqualTo(OWNERS);
      file.commit(new byte[] {1, 2, 3});
    }
    assertThat(Files.getPosixFilePermissions(log)).isEqualTo(OWNERS);
  }

  @Test
  void logHasItsNameOnlyWhenAllOfItIsThere() throws IOException {
    try (LogFile file = LogFile.create(log)) {
      assertThat(log).doesNotExist();
      assertThat(draft()).exists();
      file.commit(new byte[] {1, 2, 3});
      assertThat(log).hasBinaryContent(new byte[] {1, 2, 3});
    }
    assertThat(log).exists();
    assertThat(directory)
        .isDirectoryContaining(log::equals)
        .isDirectoryNotContaining(p -> !p.equals(log));
  }

  @Test
  void earlierLogOfThatNameStaysUntilTheNewOneIsComplete() throws IOException {
    Files.write(log, new byte[] {9});
    try (LogFile file = LogFile.create(log)) {
      assertThat(log).hasBinaryContent(new byte[] {9});
      file.commit(new byte[] {1, 2, 3});
    }
    assertThat(log).hasBinaryContent(new byte[] {1, 2, 3});
  }

  @Test
  void nothingIsLeftOfALogThatWasNotCommitted() {
    LogFile.create(log).close();
    assertThat(directory).isEmptyDirectory();
  }

  @Test
  void draftThatACrashLeftIsIgnored() throws IOException {
    Files.write(directory.resolve("node.log.123.part"), new byte[1000]);
    assertThatThrownBy(() -> UsedLog.with(log, bytes -> bytes))
        .hasMessageStartingWith("there is no leave log " + log);
    try (LogFile file = LogFile.create(log)) {
      file.commit(new byte[] {1, 2, 3});
    }
    assertThat(log).hasBinaryContent(new byte[] {1, 2, 3});
  }

  @Test
  void failureOfTheDiskSaysWhichFileCouldNotBeWritten() throws IOException {
    LogFile file = LogFile.create(log);
    Files.delete(draft()); // so that it cannot be renamed
    assertThatThrownBy(() -> file.commit(new byte[1]))
        .isInstanceOf(PhoenixException.class)
        .hasMessageStartingWith("could not write all of the leave log " + log + ": ");
    file.close();
  }

  private Path draft() throws IOException {
    try (var files = Files.newDirectoryStream(directory, "node.log.*.part")) {
      return files.iterator().next();
    }
  }

  @Test
  void whatIsWrongInALogIsSaidWithItsFile() throws IOException {
    Files.write(log, new byte[100]);
    NodeConfig config = NodeConfig.of("app", 1000);
    assertThatThrownBy(() -> UsedLog.with(log, bytes -> LeaveLog.decode(bytes, config)))
        .isInstanceOf(PhoenixException.class)
        .hasMessage(log + ": this is not a leave log, or its beginning is damaged");
    assertThat(log).exists();
  }

  @Test
  void usedLogIsRenamedBeforeItIsUsed() throws IOException {
    Files.write(log, new byte[] {1, 2, 3});
    Path used = directory.resolve("node.log.used");
    byte[] read =
        UsedLog.with(
            log,
            bytes -> {
              assertThat(log).doesNotExist();
              assertThat(used).exists();
              return bytes;
            });
    assertThat(read).containsExactly(1, 2, 3);
    assertThatThrownBy(() -> UsedLog.with(log, bytes -> bytes))
        .isInstanceOf(PhoenixException.class)
        .hasMessage("there is no leave log %s; it may have been used up before: see %s", log, used);
  }

  @Test
  void logThatCouldNotBeUsedGetsItsNameBack() throws IOException {
    Files.write(log, new byte[] {1, 2, 3});
    assertThatThrownBy(
            () ->
                UsedLog.with(
                    log,
                    bytes -> {
                      throw new PhoenixException("port in use");
                    }))
        .hasMessage("port in use");
    assertThat(log).hasBinaryContent(new byte[] {1, 2, 3});
    assertThat(directory)
        .isDirectoryContaining(log::equals)
        .isDirectoryNotContaining(p -> !p.equals(log));
  }
}
