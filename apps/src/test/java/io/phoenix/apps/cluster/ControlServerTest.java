package io.phoenix.apps.cluster;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.phoenix.api.Node;
import io.phoenix.api.NodeConfig;
import io.phoenix.api.Phoenix;
import io.phoenix.api.VirtualRange;
import io.phoenix.apps.cluster.Control.Order;
import io.phoenix.apps.cluster.NodeApplication.Place;
import io.phoenix.apps.cluster.NodeApplication.Running;
import io.phoenix.apps.terminal.UserError;
import io.phoenix.migration.Migration;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Two nodes and a control client, over TCP in this process. */
class ControlServerTest {
  private static final NodeConfig CONFIG =
      NodeConfig.of("control", 1024)
          .withLeaveTimeout(Duration.ofSeconds(1)); // where nobody founds, joiners wait in vain
  private static final Duration SOON = Duration.ofSeconds(20);

  @TempDir private Path dir;
  private final List<AutoCloseable> open = new ArrayList<>();
  private Served a;
  private Served b;
  private ControlClient client;

  /** A node with all that its process has, but for the process. */
  private final class Served implements ControlServer.Exit {
    final Node node;
    final NodeProcess process;
    final CountDownLatch left = new CountDownLatch(1);
    final CountDownLatch ended = new CountDownLatch(1);

    Served(String label, Path log, String... ports) {
      node = Phoenix.open(CONFIG.withPorts(ports));
      open.add(node);
      Running idle = new IdleApplication().start(new Place(node, label, "x", 1), List.of());
      process =
          new NodeProcess(node, new Answering(idle, label), label, dir.resolve(label + ".leave"));
      new ControlServer(process, new NodeSelf(label, "x", log, null), this).begin();
    }

    @Override
    public void leave() {
      node.close(); // as the process does, and at once
      left.countDown();
    }

    @Override
    public void end() {
      ended.countDown();
    }
  }

  /** Knows who it is. */
  private record Answering(Running idle, String label) implements Running {
    @Override
    public Migration migration() {
      return idle.migration();
    }

    @Override
    public CompletableFuture<String> answer(String question) {
      if (question.equals("when?")) {
        return new CompletableFuture<>(); // never
      }
      return question.equals("who?")
          ? CompletableFuture.completedFuture(label)
          : CompletableFuture.failedFuture(new IllegalArgumentException(question));
    }
  }

  @BeforeEach
  void openNodes() throws IOException {
    a = new Served("a", Files.writeString(dir.resolve("log"), "one\ntwo\nthree\n"));
    b = new Served("b", null, a.node.localPort().toString());
    client =
        ControlClient.open(
            CONFIG.withPorts(b.node.localPort().toString(), a.node.localPort().toString()));
    open.add(0, client);
  }

  @AfterEach
  void closeNodes() throws Exception {
    for (AutoCloseable one : open) {
      one.close();
    }
  }

  @Test
  void ordersBeyondABoundAreRefusedAndHaveNoThreads() throws Exception {
    Set<Thread> before = Thread.getAllStackTraces().keySet(); // of other tests, idle
    int orders = 4 * ControlServer.MOST_AT_ONCE;
    List<CompletableFuture<Control.Reply>> replies = new ArrayList<>();
    for (int i = 0; i < orders; i++) {
      replies.add(client.ask(a.node.resourceName(), Order.ASK, "when?"));
    }
    for (CompletableFuture<Control.Reply> reply :
        replies.subList(ControlServer.MOST_AT_ONCE, orders)) {
      assertThat(reply.get(SOON.toSeconds(), TimeUnit.SECONDS).ok()).isFalse();
    }
    assertThat(Thread.getAllStackTraces().keySet())
        .filteredOn(thread -> thread.getName().equals("control") && !before.contains(thread))
        .hasSizeLessThanOrEqualTo(ControlServer.MOST_AT_ONCE);
  }

  @Test
  void theFirstFoundsAndTheOthersJoin() {
    assertThat(tell("a", Order.FOUND)).isEqualTo("assumes [0, 1024)");
    awaitTakingPart("b");
    Description described = describe("b");
    assertThat(described.lan()).isEqualTo("x");
    assertThat(described.size()).isEqualTo(512);
    assertThat(described.neighbours()).anyMatch(n -> n.way().equals(a.node.localPort().toString()));
    assertThatThrownBy(() -> tell("b", Order.FOUND))
        .isInstanceOf(UserError.class)
        .hasMessageContaining("has joined a computation already");
  }

  @Test
  void aNodeThatIsToldToLeaveGivesAwayWhatItHasAndEnds() throws InterruptedException {
    tell("a", Order.FOUND);
    awaitTakingPart("b");
    assertThat(tell("a", Order.LEAVE)).startsWith("leave done");
    assertThat(a.left.await(20, TimeUnit.SECONDS)).isTrue();
    assertThat(b.node.assumed().ranges()).containsExactly(VirtualRange.of(0, 1024));
  }

  @Test
  void theLastNodeStays() {
    tell("a", Order.FOUND);
    awaitTakingPart("b");
    tell("b", Order.LEAVE);
    client.awaitGone(Set.of(b.node.resourceName()), SOON); // else it is waited for
    assertThatThrownBy(() -> tell("a", Order.LEAVE))
        .hasMessage("a refuses: it is the last node; 'phoenix down' ends the computation");
    assertThat(describe("a").state()).isEqualTo("taking part");
  }

  @Test
  void aNodeThatIsToldToEndDoesNotLeaveFirst() throws InterruptedException {
    tell("a", Order.FOUND);
    assertThat(tell("a", Order.END)).isEqualTo("ends");
    assertThat(a.ended.await(20, TimeUnit.SECONDS)).isTrue();
    assertThat(a.left.getCount()).isOne();
  }

  @Test
  void theEndOfTheLogIsShown() {
    assertThat(ask("a", Order.LOGS, "6")).isEqualTo("three\n");
    assertThat(ask("a", Order.LOGS, "999999999")).isEqualTo("one\ntwo\nthree\n");
    assertThatThrownBy(() -> ask("b", Order.LOGS, "5")).hasMessageContaining("keeps no log");
    assertThatThrownBy(() -> ask("a", Order.LOGS, "x")).isInstanceOf(UserError.class);
  }

  @Test
  void routesAndOwnersAreExplained() {
    tell("a", Order.FOUND);
    awaitTakingPart("b");
    assertThat(ask("a", Order.EXPLAIN, Control.ROUTE + b.node.resourceName()))
        .startsWith(b.node.resourceName() + " ");
    assertThat(ask("a", Order.EXPLAIN, Control.ROUTE + "~1234")).isEqualTo("?");
    assertThat(ask("b", Order.EXPLAIN, Control.OWNER + 0)).contains("is assumed by ~");
    assertThat(ask("b", Order.EXPLAIN, "")).startsWith("node " + b.node.resourceName());
  }

  @Test
  void questionsAndTheirFailuresAreTheApplications() {
    assertThat(ask("a", Order.ASK, "who?")).isEqualTo("a");
    assertThatThrownBy(() -> ask("a", Order.ASK, "what?")).hasMessageContaining("what?");
  }

  @Test
  void badPortsAndRevocationsWithoutCertificatesAreRefused() {
    assertThatThrownBy(() -> ask("a", Order.ADD_PORT, "nonsense")).hasMessageContaining("nonsense");
    assertThatThrownBy(() -> ask("a", Order.REVOKE, "x")).hasMessageContaining("no certificates");
  }

  @Test
  void whatIsNoRequestDoesNoHarm() {
    for (byte[] garbage : List.of(new byte[0], "garbage of some length".getBytes(UTF_8))) {
      client.node().send(a.node.resourceName(), Control.REQUEST_TAG, garbage);
      client.node().send(a.node.resourceName(), Control.REPLY_TAG, garbage);
    }
    assertThat(describe("a").label()).isEqualTo("a");
  }

  @Test
  void aReplyThatCannotBeReadIsAnAnswerThatSaysSo() throws Exception {
    byte[] ofAnotherVersion = {Control.VERSION + 1, 0, 0, 0, 0, 0, 0, 0, 0, 1};
    try (Node stranger = Phoenix.open(CONFIG.withPorts(a.node.localPort().toString()))) {
      stranger.handle(
          Control.REQUEST_TAG,
          message -> stranger.send(message.sender(), Control.REPLY_TAG, ofAnotherVersion));
      Control.Reply reply =
          client.ask(stranger.resourceName(), Order.DESCRIBE, "").get(20, TimeUnit.SECONDS);
      assertThat(reply.ok()).isFalse();
      assertThat(reply.text())
          .isEqualTo(
              "its reply cannot be read: version=%d, and this side has %d",
              Control.VERSION + 1, Control.VERSION);
      assertThat(client.describeAll(SOON).silent()).containsExactly(stranger.resourceName());
    }
  }

  @Test
  void whoLeftInOrderIsKnownToHaveLeftUntilItIsBack() throws Exception {
    tell("a", Order.FOUND);
    awaitTakingPart("b");
    a.process.leave(); // as a signal makes it do
    client.awaitGone(Set.of(a.node.resourceName()), SOON);
    assertThat(client.describeAll(SOON).left()).containsExactly("a");
    tell("b", Order.BACK);
    assertThat(client.describeAll(SOON).left()).containsExactly("a");
    ask("b", Order.BACK, "a");
    assertThat(client.describeAll(SOON).left()).isEmpty();
  }

  @Test
  void aLeaverPassesOnWhoLeftBefore() throws Exception {
    tell("a", Order.FOUND);
    awaitTakingPart("b");
    b.process.leavers().addLeft("c\nd");
    b.process.leave();
    client.awaitGone(Set.of(b.node.resourceName()), SOON);
    assertThat(client.describeAll(SOON).left()).containsExactly("b", "c", "d");
  }

  @Test
  void whoLeavesForAWhileSaysWhereItsLogIsAndIsKnownToBeAway() throws Exception {
    tell("a", Order.FOUND);
    awaitTakingPart("b");
    Path log = dir.resolve("b.leave");
    assertThat(ask("b", Order.LEAVE, Control.FOR_A_WHILE)).isEqualTo(log.toString());
    assertThat(b.left.await(SOON.toSeconds(), TimeUnit.SECONDS)).isTrue();
    assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(log)))
        .isEqualTo("rw-------");
    assertThat(client.awaitGone(Set.of(b.node.resourceName()), SOON)).isEmpty();
    assertThat(client.describeAll(SOON).away()).containsExactly("b");
    assertThat(client.describeAll(SOON).left()).isEmpty();
    ask("a", Order.BACK, "b");
    assertThat(client.describeAll(SOON).away()).isEmpty();
  }

  @Test
  void aLogThatNobodyHasReturnedWithIsNotReplaced() throws Exception {
    tell("a", Order.FOUND);
    awaitTakingPart("b");
    Path log = Files.writeString(dir.resolve("b.leave"), "precious");
    assertThatThrownBy(() -> ask("b", Order.LEAVE, Control.FOR_A_WHILE))
        .isInstanceOf(UserError.class)
        .hasMessageContaining("there is a leave log " + log + " already");
    Path nowhere = dir.resolve("no/such/log");
    assertThatThrownBy(() -> ask("b", Order.LEAVE, Control.FOR_A_WHILE + nowhere))
        .isInstanceOf(UserError.class)
        .hasMessageContaining("cannot write the leave log " + nowhere);
    awaitTakingPart("b");
    assertThat(b.process.leave().log()).isEqualTo(dir.resolve("b.leave.2"));
    assertThat(log).hasContent("precious");
  }

  @Test
  void theLastNodeTakesAllAlongWhenItIsTerminated() throws Exception {
    tell("b", Order.FOUND);
    awaitTakingPart("a");
    a.process.leave();
    var left = b.process.leave();
    assertThat(left.isLogged()).isTrue();
    assertThat(left.line()).contains("took", "[0, 1024)", "along in " + dir.resolve("b.leave"));
    try (Node back = Phoenix.open(CONFIG, dir.resolve("b.leave"))) {
      assertThat(back.assumed().contains(7)).isTrue();
    }
  }

  @Test
  void aClientIsNoNodeOfTheCluster() {
    try (ControlClient other =
        ControlClient.open(CONFIG.withPorts(b.node.localPort().toString()))) {
      assertThat(other.describeAll(SOON).found())
          .extracting(Description::label)
          .containsExactly("a", "b");
    }
  }

  @Test
  void whoCannotBeReachedIsSaidWithTheReason() {
    NodeConfig nobody = CONFIG.withPorts("127.0.0.1:1");
    assertThatThrownBy(() -> ControlClient.open(nobody, Duration.ofMillis(300)))
        .isInstanceOf(UserError.class)
        .hasMessageContaining("none of the nodes can be reached")
        .hasMessageContaining("127.0.0.1:1: ");
  }

  private Description describe(String label) {
    return client.describeAll(SOON).found().stream()
        .filter(d -> d.label().equals(label))
        .findFirst()
        .orElseThrow();
  }

  private void awaitTakingPart(String label) {
    long deadlineNs = System.nanoTime() + SOON.toNanos();
    while (!describe(label).state().equals("taking part")) {
      assertThat(System.nanoTime()).isLessThan(deadlineNs);
    }
  }

  private String tell(String label, Order order) {
    return ask(label, order, "");
  }

  private String ask(String label, Order order, String argument) {
    return client.tell(describe(label), order, argument, SOON);
  }
}
