package io.phoenix.apps.launch;

import static org.assertj.core.api.Assertions.assertThat;

import io.phoenix.apps.Main;
import io.phoenix.apps.cluster.Control.Order;
import io.phoenix.apps.cluster.Control.Reply;
import io.phoenix.apps.cluster.ControlClient;
import io.phoenix.apps.cluster.Description;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

/**
 * Nodes that leave for a while and return, each a process of its own on this machine, by the
 * commands that people use.
 */
@Timeout(400)
class LeaveAndReturnIT {
  private static final Duration SOON = Duration.ofSeconds(30);
  private static final int ENTRIES = 300;

  @TempDir Path home;
  private String homeBefore = "";
  private Path file = Path.of("");

  /** What a command said. */
  private record Said(int code, String text) {}

  @BeforeEach
  void liveElsewhere() throws Exception {
    homeBefore = System.getProperty("user.home");
    System.setProperty("user.home", home.toString());
    System.setProperty("phoenix.jar", Path.of("target/phoenix.jar").toAbsolutePath().toString());
    file =
        Files.writeString(
            home.resolve("ports.yaml"),
            """
            application: away
            nodes: 2
            ports: 27310-27319
            lans: {here: [localhost]}
            """);
  }

  @AfterEach
  void endAll() {
    phoenix("down", "--force");
    System.setProperty("user.home", homeBefore);
    System.clearProperty("phoenix.jar");
  }

  private static Said phoenix(String... words) {
    var said = new StringWriter();
    CommandLine command = Main.commandLine();
    command.setOut(new PrintWriter(said, true)).setErr(new PrintWriter(said, true));
    int code = command.execute(words);
    return new Said(code, said.toString());
  }

  private Path log(String label) {
    return home.resolve(".phoenix/nodes/away/" + label + "/leave.log");
  }

  @Test
  void theTableIsWholeAfterALeaveForAWhileAndAReturn() throws Exception {
    assertThat(phoenix("up", file.toString(), "--", "table").code()).isZero();
    fill();

    Said left = phoenix("leave", "localhost.2", "--log");
    assertThat(left.text()).contains("leaves for a while", log("localhost.2").toString());
    assertThat(left.code()).isZero();
    assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(log("localhost.2"))))
        .isEqualTo("rw-------");
    Said status = phoenix("status");
    assertThat(status.text()).contains("away: localhost.2").doesNotContain("not answering");
    assertThat(status.code()).isZero();
    assertThat(phoenix("join", file.toString(), "localhost").text())
        .contains("error: localhost.2 is away with a share of its own");

    try (ControlClient client = Clusters.connect("away", "table")) {
      // Half of these are for the one that is away: they wait for it.
      List<CompletableFuture<Reply>> meanwhile = new ArrayList<>();
      for (int i = 0; i < 20; i++) {
        meanwhile.add(ask(client, "put later" + i + " " + i));
      }
      Said back = phoenix("return", "localhost.2");
      assertThat(back.text()).contains("1 of 1 nodes have returned");
      assertThat(back.code()).isZero();
      for (CompletableFuture<Reply> one : meanwhile) {
        assertThat(one.get(SOON.toSeconds(), TimeUnit.SECONDS).text()).isEqualTo("false");
      }
    }
    assertThat(log("localhost.2")).doesNotExist();
    check(ENTRIES + 20);
    Said twice = phoenix("return", "localhost.2");
    assertThat(twice.code()).isEqualTo(1);
    assertThat(twice.text()).contains("localhost.2 of this cluster runs there already");
    assertThat(phoenix("status").text()).doesNotContain("away:");
  }

  @Test
  void theTableIsWholeAfterAllNodesWereTerminatedAndTheLastOneReturns() throws Exception {
    assertThat(phoenix("up", file.toString(), "--", "table").code()).isZero();
    fill();
    terminate("localhost.1"); // gives what it has to the other
    assertThat(log("localhost.1")).doesNotExist();
    terminate("localhost.2"); // is the last, and has nobody to give it to
    assertThat(log("localhost.2")).exists();
    assertThat(Files.readString(log("localhost.2").resolveSibling("log")))
        .contains("was the last node", "along in " + log("localhost.2"));

    assertThat(phoenix("return", "localhost.2").code()).isZero();
    check(ENTRIES);
    terminate("localhost.2");
    Path kept = home.resolve("kept");
    Files.move(log("localhost.2"), kept);
    Said none = phoenix("return", "localhost.2");
    assertThat(none.code()).isEqualTo(1);
    assertThat(none.text()).contains("there is no leave log", "it may have been used up before");
    assertThat(phoenix("return", "localhost.1", "--log", kept.toString()).code()).isZero();
    check(ENTRIES);
  }

  @Test
  void aJobIsDoneRightThoughANodeLeavesForAWhileAndReturns() throws Exception {
    assertThat(phoenix("up", file.toString(), "--", "jobs").code()).isZero();
    CompletableFuture<Said> job =
        CompletableFuture.supplyAsync(
            () -> phoenix("run", "nqueens", "17", "--cluster", "away"),
            task -> new Thread(task).start());
    Said left = phoenix("leave", "localhost.2", "--log");
    assertThat(left.text()).contains("leaves for a while");
    assertThat(left.code()).isZero();
    assertThat(phoenix("return", "localhost.2").code()).isZero();
    assertThat(phoenix("status").text()).containsPattern("localhost.2 +here +taking part");
    assertThat(job).isNotDone();
    Said done = job.get(SOON.multipliedBy(8).toSeconds(), TimeUnit.SECONDS);
    assertThat(done.text()).contains("95,815,104 solutions");
    assertThat(done.code()).isZero();
  }

  private static CompletableFuture<Reply> ask(ControlClient client, String question) {
    Description node = client.describeAll(SOON).found().get(0);
    return client.ask(node.name(), Order.ASK, question);
  }

  private static void fill() throws Exception {
    try (ControlClient client = Clusters.connect("away", "table")) {
      Description node = client.describeAll(SOON).found().get(0);
      for (int i = 0; i < ENTRIES; i++) {
        client.tell(node, Order.ASK, "put key" + i + " value" + i, SOON);
      }
    }
  }

  private static void check(int count) throws Exception {
    try (ControlClient client = Clusters.connect("away", "table")) {
      Description node = client.describeAll(SOON).found().get(0);
      for (int i = 0; i < ENTRIES; i++) {
        assertThat(client.tell(node, Order.ASK, "get key" + i, SOON)).isEqualTo("value" + i);
      }
      assertThat(client.tell(node, Order.ASK, "count", SOON)).isEqualTo(String.valueOf(count));
    }
  }

  /** SIGTERM, as a machine that is shut down sends it; waits for the end. */
  private void terminate(String label) throws Exception {
    Path pid = log(label).resolveSibling("pid");
    ProcessHandle process =
        ProcessHandle.of(Long.parseLong(Files.readString(pid).strip())).orElseThrow();
    process.destroy();
    process.onExit().get(SOON.toSeconds(), TimeUnit.SECONDS);
  }
}
