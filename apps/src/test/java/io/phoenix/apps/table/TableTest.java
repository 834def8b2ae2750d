package io.phoenix.apps.table;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.phoenix.api.Node;
import io.phoenix.api.NodeConfig;
import io.phoenix.api.Phoenix;
import io.phoenix.api.PhoenixException;
import io.phoenix.api.SimulatedCluster;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class TableTest {
  private static final Duration LONG = Duration.ofSeconds(30);

  @Test
  void whatOneNodePutsEveryNodeGets() throws Exception {
    try (var nodes = new TableNodes(3)) {
      Table<String, String> a = nodes.table(0);
      Table<String, String> b = nodes.table(1);
      assertThat(a.put("one", "eins")).isFalse();
      assertThat(b.get("one")).isEqualTo("eins");
      assertThat(b.put("one", "uno")).isTrue();
      assertThat(a.get("one")).isEqualTo("uno");
      assertThat(a.get("two")).isNull();
      assertThat(b.remove("one")).isTrue();
      assertThat(a.remove("one")).isFalse();
      assertThat(a.get("one")).isNull();
      assertThat(a.put("", "")).isFalse();
      assertThat(b.get("")).isEmpty();
    }
  }

  @Test
  void countsTheEntriesOfAllNodes() throws Exception {
    try (var nodes = new TableNodes(4)) {
      assertThat(nodes.table(1).count()).isZero();
      fill(nodes.table(0), 0, 1000);
      assertThat(nodes.table(2).count()).isEqualTo(1000);
      nodes.table(3).remove("key 7");
      assertThat(nodes.table(0).count()).isEqualTo(999);
    }
  }

  @Test
  void entriesStayWhileNodesJoinBalanceAndLeave() throws Exception {
    try (var nodes = new TableNodes(1)) {
      Table<String, String> first = nodes.table(0);
      fill(first, 0, 2000);
      for (int i = 1; i < 4; i++) {
        nodes.join();
        check(nodes.table(i), 2000);
      }
      for (int i = 0; i < 4; i++) {
        assertThat(nodes.table(i).migration().interval()).isNotNull();
      }
      nodes.leave(0);
      check(nodes.table(1), 2000);
      assertThat(nodes.table(1).balance()).isPositive();
      check(nodes.table(2), 2000);
      nodes.leave(2);
      check(nodes.table(3), 2000);
    }
  }

  @Test
  void balancingMakesNumbersOfEntriesEqual() throws Exception {
    try (var nodes = new TableNodes(3)) {
      fill(nodes.table(0), 0, 3000);
      for (int i = 0; i < 20 && nodes.table(0).balance() > 0; i++) {}
      for (int i = 0; i < 3; i++) {
        assertThat(nodes.entries(i)).isBetween(800L, 1250L);
      }
    }
  }

  @Test
  void requestsOfANodeToOneKeyKeepTheirOrder() throws Exception {
    try (var nodes = new TableNodes(2)) {
      Table<String, String> table = nodes.table(0);
      List<CompletableFuture<?>> answers = new ArrayList<>();
      for (int i = 0; i < 100; i++) {
        String value = "value " + i;
        answers.add(table.putAsync("key", value));
        answers.add(table.getAsync("key").thenAccept(got -> assertThat(got).isEqualTo(value)));
      }
      for (CompletableFuture<?> answer : answers) {
        answer.get(LONG.toSeconds(), TimeUnit.SECONDS);
      }
    }
  }

  @Test
  void nothingWaitsOnTheLoop() throws Exception {
    try (var nodes = new TableNodes(1)) {
      Table<String, String> table = nodes.table(0);
      var thrown = new CompletableFuture<Throwable>();
      nodes
          .node(0)
          .loop()
          .execute(
              () -> {
                try {
                  table.get("key");
                } catch (Exception e) {
                  thrown.complete(e);
                }
              });
      assertThat(thrown.get(30, TimeUnit.SECONDS))
          .isInstanceOf(IllegalStateException.class)
          .hasMessageContaining("getAsync");
    }
  }

  @Test
  void aRequestThatNobodyAnswersFails() {
    SimulatedCluster world = Phoenix.simulated(1, NodeConfig.of("table", 1024));
    Node alone = world.open();
    var table = Table.on(alone, Codec.strings(), Codec.strings());
    var failure = new AtomicReference<Throwable>();
    var unused = table.getAsync("key").whenComplete((value, e) -> failure.set(e));
    assertThat(world.runUntil(() -> failure.get() != null, Duration.ofMinutes(5))).isTrue();
    assertThat(failure.get())
        .hasRootCauseInstanceOf(PhoenixException.class)
        .hasMessageContaining("has not answered for 60 s");
    assertThat(world.now()).isGreaterThanOrEqualTo(Duration.ofSeconds(60));
  }

  @Test
  void aRequestWaitsForAnOwner() {
    SimulatedCluster world = Phoenix.simulated(1, NodeConfig.of("table", 1024));
    Node node = world.open();
    var table = Table.on(node, Codec.strings(), Codec.strings());
    CompletableFuture<Boolean> put = table.putAsync("key", "value");
    world.runFor(Duration.ofSeconds(10));
    assertThat(put).isNotDone();
    table.migration().found();
    assertThat(world.runUntil(put::isDone, Duration.ofSeconds(1))).isTrue();
    assertThat(put).isCompletedWithValue(false);
  }

  @Test
  void aRequestThatIsTooLargeFailsAtOnce() {
    try (var nodes = new TableNodes(1, NodeConfig.of("t", 64).withMaxPayloadBytes(1000))) {
      assertThatThrownBy(() -> nodes.table(0).put("key", "x".repeat(2000)))
          .isInstanceOf(PhoenixException.class)
          .hasRootCauseInstanceOf(IllegalArgumentException.class);
    }
  }

  private static void fill(Table<String, String> table, int from, int end) throws Exception {
    Map<Integer, CompletableFuture<Boolean>> puts = new HashMap<>();
    for (int i = from; i < end; i++) {
      puts.put(i, table.putAsync("key " + i, "value " + i));
    }
    for (CompletableFuture<Boolean> put : puts.values()) {
      assertThat(put.get(LONG.toSeconds(), TimeUnit.SECONDS)).isFalse();
    }
  }

  private static void check(Table<String, String> table, int end) throws Exception {
    Map<Integer, CompletableFuture<String>> gets = new HashMap<>();
    for (int i = 0; i < end; i++) {
      gets.put(i, table.getAsync("key " + i));
    }
    for (var get : gets.entrySet()) {
      assertThat(get.getValue().get(LONG.toSeconds(), TimeUnit.SECONDS))
          .isEqualTo("value " + get.getKey());
    }
    assertThat(table.count()).isEqualTo(end);
  }
}
