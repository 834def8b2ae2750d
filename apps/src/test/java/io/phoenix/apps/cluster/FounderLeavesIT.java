package io.phoenix.apps.cluster;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.phoenix.api.NodeConfig;
import io.phoenix.apps.Main;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Three processes, two of which were given the first one's port; then that one leaves. */
@Timeout(180)
class FounderLeavesIT {
  private static final Duration PATIENCE = Duration.ofSeconds(60);
  private static final String APPLICATION = "founder-leaves";

  private final List<Process> processes = new ArrayList<>();

  @AfterEach
  void endAll() {
    processes.forEach(Process::destroyForcibly);
  }

  @Test
  void theOthersHoldTheWholeSpaceAndReachEachOther() throws Exception {
    Process founder = start("--first");
    String port = portOf(founder);
    String second = portOf(start("--port", port));
    portOf(start("--port", port));
    NodeConfig config = NodeConfig.of(APPLICATION, 1024).withPorts(second);
    try (ControlClient client = ControlClient.open(config)) {
      awaitNodes(client, 3);
    }
    founder.toHandle().destroy(); // SIGTERM: it leaves in order
    assertThat(founder.waitFor()).isZero();
    try (ControlClient client = ControlClient.open(config)) {
      awaitNodes(client, 2);
    }
  }

  /** Waits until so many nodes answer, and together assume everything. */
  private static void awaitNodes(ControlClient client, int count) throws InterruptedException {
    long deadlineNs = System.nanoTime() + PATIENCE.toNanos();
    List<Description> found = List.of();
    while (System.nanoTime() < deadlineNs) {
      found = client.describeAll(Duration.ofSeconds(5)).found();
      if (found.size() == count && found.stream().mapToLong(Description::size).sum() == 1024) {
        return;
      }
      Thread.sleep(50);
    }
    assertThat(found).as("nodes that together assume [0, 1024)").hasSize(count);
    assertThat(found.stream().mapToLong(Description::size).sum()).isEqualTo(1024);
  }

  /** Where the node listens, once it can be reached. */
  private static String portOf(Process process) throws IOException {
    BufferedReader said = process.inputReader(UTF_8);
    String line = said.readLine();
    assertThat(line).startsWith("ready: ");
    return line.substring(line.lastIndexOf(' ') + 1);
  }

  private Process start(String... options) throws IOException {
    var command = new ArrayList<String>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(List.of("-XX:TieredStopAtLevel=1", "-cp"));
    command.add(System.getProperty("java.class.path"));
    command.addAll(List.of(Main.class.getName(), NodeCommand.NAME));
    command.addAll(List.of("--application", APPLICATION, "--space", "1024", "--plain"));
    command.addAll(List.of(options));
    Process process =
        new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.INHERIT).start();
    processes.add(process);
    return process;
  }
}
