package io.phoenix.apps.process;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RotatingLogTest {
  @TempDir Path directory;

  @Test
  void neverMoreThanTwoFilesOfTheBoundAndTheEndIsThere() throws Exception {
    Path file = directory.resolve("log");
    try (var log = new RotatingLog(file, 1000)) {
      for (int i = 0; i < 10_000; i++) {
        log.write("line %04d\n".formatted(i).getBytes(UTF_8));
      }
    }
    assertThat(Files.size(file)).isBetween(1L, 1000L);
    assertThat(Files.size(directory.resolve("log.1"))).isBetween(990L, 1000L);
    try (var files = Files.list(directory)) {
      assertThat(files).hasSize(2);
    }
    assertThat(RotatingLog.tail(file, 1200)).hasSize(1200).endsWith("line 9998\nline 9999\n");
    assertThat(RotatingLog.tail(file, 20)).isEqualTo("line 9998\nline 9999\n");
  }

  @Test
  void whatTheShellAppendsIsKeptAndCounted() throws Exception {
    Path file = directory.resolve("log");
    try (OutputStream shell =
            Files.newOutputStream(file, StandardOpenOption.CREATE, StandardOpenOption.APPEND);
        var log = new RotatingLog(file, 100)) {
      shell.write("x".repeat(99).getBytes(UTF_8));
      log.write("from Java\n".getBytes(UTF_8));
      shell.write("from the JVM\n".getBytes(UTF_8));
    }
    assertThat(file).hasContent("from Java\nfrom the JVM\n");
    assertThat(directory.resolve("log.1")).hasContent("x".repeat(99));
  }
}
