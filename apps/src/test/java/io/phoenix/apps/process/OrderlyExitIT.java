package io.phoenix.apps.process;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.phoenix.api.Node;
import io.phoenix.api.NodeConfig;
import io.phoenix.api.Phoenix;
import io.phoenix.apps.table.Codec;
import io.phoenix.apps.table.Table;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@Timeout(120)
class OrderlyExitIT {
  private static final int ENTRIES = 1000;

  private final List<Process> processes = new ArrayList<>();

  @AfterEach
  void endAll() {
    processes.forEach(Process::destroyForcibly);
  }

  @ParameterizedTest
  @ValueSource(strings = {"TERM", "INT", "HUP"})
  void aSignalMakesANodeGiveItsStateToAnotherAndSaySo(String signal) throws Exception {
    NodeConfig config = NodeConfig.of("exit-test", 1024);
    try (Node first = Phoenix.open(config)) {
      var table = Table.on(first, Codec.strings(), Codec.strings());
      table.migration().found();
      for (int i = 0; i < ENTRIES; i++) {
        table.put("key " + i, "value " + i);
      }
      Process second = start(TableNode.class, first.localPort().toString());
      BufferedReader said = second.inputReader(UTF_8);
      assertThat(said.readLine()).isEqualTo("joined");
      assertThat(first.assumed().size()).isLessThan(1024);

      kill(signal, second);
      List<String> lines = said.lines().toList();

      assertThat(second.waitFor()).isZero();
      assertThat(lines).hasSize(1);
      assertThat(lines.get(0))
          .matches(
              "~\\S+ left in [\\d.]+ ms: gave \\[\\d+, 1024\\) to "
                  + first.resourceName()
                  + " \\([\\d,]+ bytes in [\\d.]+ ms\\); passed \\d+ messages on");
      assertThat(first.assumed().size()).isEqualTo(1024);
      assertThat(table.count()).isEqualTo(ENTRIES);
    }
  }

  @Test
  void theLastNodeSaysThatThereIsNobodyToGiveTo() throws Exception {
    Process only = start(TableNode.class);
    BufferedReader said = only.inputReader(UTF_8);
    assertThat(said.readLine()).isEqualTo("joined");
    kill("TERM", only);
    assertThat(said.lines().toList())
        .singleElement()
        .asString()
        .contains("gave nothing; was the last node, and ends with all of [0, 1024)");
    assertThat(only.waitFor()).isZero();
  }

  @Test
  void aSecondSignalEndsItAtOnce() throws Exception {
    Process stuck = start(Stuck.class);
    BufferedReader said = stuck.inputReader(UTF_8);
    assertThat(said.readLine()).isEqualTo("ready");
    kill("TERM", stuck);
    assertThat(said.readLine()).isEqualTo("leaving");
    assertThat(stuck.isAlive()).isTrue();
    kill("INT", stuck);
    assertThat(stuck.waitFor(30, TimeUnit.SECONDS)).isTrue();
    assertThat(stuck.exitValue()).isEqualTo(128 + 2);
    assertThat(said.readLine()).isNull();
  }

  @Test
  void oneThatCannotLeaveSaysWhyAndFails() throws Exception {
    Process failing = start(Stuck.class, "fail");
    BufferedReader said = failing.inputReader(UTF_8);
    assertThat(said.readLine()).isEqualTo("ready");
    kill("TERM", failing);
    assertThat(said.lines().toList())
        .hasSize(3)
        .element(1)
        .asString()
        .contains("error: could not leave: ", "the dog ate it");
    assertThat(failing.waitFor()).isEqualTo(1);
  }

  /** A process that heeds signals: one that a shell started in the background may ignore SIGINT. */
  private Process start(Class<?> main, String... arguments) throws IOException {
    var command = new ArrayList<String>();
    command.addAll(List.of("env", "--default-signal=TERM,INT,HUP"));
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(List.of("-XX:TieredStopAtLevel=1", "-cp"));
    command.add(System.getProperty("java.class.path"));
    command.add(main.getName());
    command.addAll(List.of(arguments));
    Process process =
        new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.INHERIT).start();
    processes.add(process);
    return process;
  }

  private static void kill(String signal, Process process) throws Exception {
    Process kill = new ProcessBuilder("kill", "-" + signal, Long.toString(process.pid())).start();
    assertThat(kill.waitFor()).isZero();
  }

  /** Joins the table whose node's port it is given, or founds one. */
  static final class TableNode {
    private TableNode() {}

    public static void main(String[] args) throws Exception {
      Node node = Phoenix.open(NodeConfig.of("exit-test", 1024).withPorts(args));
      var table = Table.on(node, Codec.strings(), Codec.strings());
      OrderlyExit.onSignals(() -> Departure.leave(node, table.migration()), System.out);
      if (args.length == 0) {
        table.migration().found();
      } else {
        table.migration().join().await(Duration.ofSeconds(30));
      }
      System.out.println("joined");
      new CountDownLatch(1).await();
    }
  }

  /** Never comes to an end of leaving, or fails at once. */
  static final class Stuck {
    private Stuck() {}

    public static void main(String[] args) throws Exception {
      OrderlyExit.onSignals(
          () -> {
            System.out.println("leaving");
            if (args.length > 0) {
              throw new IllegalStateException("the dog ate it");
            }
            new CountDownLatch(1).await();
            throw new AssertionError("unreachable");
          },
          System.out);
      System.out.println("ready");
      new CountDownLatch(1).await();
    }
  }
}
