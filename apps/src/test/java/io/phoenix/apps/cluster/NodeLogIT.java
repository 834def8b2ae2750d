package io.phoenix.apps.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import io.phoenix.apps.launch.JvmFlags;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(120)
class NodeLogIT {
  @TempDir Path directory;

  @Test
  void aNodeWhoseLogIsFullBeginsAnotherOne() throws Exception {
    Path log = Files.write(directory.resolve("log"), new byte[8 << 20]);
    Path ready = directory.resolve("ready");
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(JvmFlags.ofNode(Runtime.version().feature()));
    command.addAll(List.of("-jar", Path.of("target/phoenix.jar").toAbsolutePath().toString()));
    command.addAll(List.of("node", "--plain", "--application=logs", "--space=16"));
    command.addAll(List.of("--log=" + log, "--ready=" + ready));
    Process node =
        new ProcessBuilder(command)
            .redirectErrorStream(true)
            .redirectOutput(ProcessBuilder.Redirect.appendTo(log.toFile()))
            .start();
    try {
      while (!Files.exists(ready)) {
        assertThat(node.isAlive()).isTrue();
        Thread.sleep(10); // the test as a whole has a deadline
      }
      assertThat(log).content().startsWith("ready: ").hasSizeLessThan(1000);
      assertThat(directory.resolve("log.1")).hasSize(8 << 20);
    } finally {
      node.destroyForcibly().waitFor();
    }
  }
}
