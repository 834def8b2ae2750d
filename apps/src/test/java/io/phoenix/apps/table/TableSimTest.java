package io.phoenix.apps.table;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import io.phoenix.api.Node;
import io.phoenix.api.NodeConfig;
import io.phoenix.api.Phoenix;
import io.phoenix.api.SimulatedCluster;
import io.phoenix.migration.MigrationSettings;
import io.phoenix.migration.Operation;
import io.phoenix.migration.transfer.TransferSettings;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.slf4j.LoggerFactory;

/** The table under load, while nodes join, leave and balance, and links break. */
class TableSimTest {
  private static final int FIXED = 200;
  private static final int CHANGING = 50;
  private static final int STEPS = 1000;
  private static final Duration LONG = Duration.ofMinutes(2);

  /** Small pieces, so that much is copied while it is in use. */
  private static final MigrationSettings SETTINGS =
      MigrationSettings.defaults()
          .withTransfer(new TransferSettings(128, 256, 128, 4, 1_000_000_000L));

  @BeforeAll
  static void beQuiet() {
    // Simulated links break all the time: what their nodes say to that is no news.
    ((Logger) LoggerFactory.getLogger("io.phoenix")).setLevel(Level.ERROR);
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 4, 5, 6})
  void everyAnswerIsRight(long seed) {
    var run = new Run(seed);
    run.begin();
    for (int step = 0; step < STEPS; step++) {
      run.step(step);
    }
    run.end();
  }

  /** A client that is linked to every node, and those nodes. */
  private static final class Run {
    private final SplittableRandom random;
    private final SimulatedCluster world;
    private final Node clientNode;
    private final Table<String, String> client;
    private final List<Node> nodes = new ArrayList<>();
    private final List<Table<String, String>> tables = new ArrayList<>();
    private final List<Operation> operations = new ArrayList<>();
    private final Map<String, String> model = new HashMap<>();
    private final Map<String, CompletableFuture<?>> busy = new HashMap<>();
    private CompletableFuture<?> count = CompletableFuture.completedFuture(null);
    private int version;
    private int counts;
    private int leaves;

    Run(long seed) {
      random = new SplittableRandom(seed);
      world = Phoenix.simulated(seed, NodeConfig.of("table", 1 << 16));
      clientNode = world.open();
      client = table(clientNode);
    }

    void begin() {
      open();
      tables.get(0).migration().found();
      List<CompletableFuture<Boolean>> puts = new ArrayList<>();
      for (int i = 0; i < FIXED; i++) {
        model.put("fixed " + i, "value " + i);
        puts.add(client.putAsync("fixed " + i, "value " + i));
      }
      await(CompletableFuture.allOf(puts.toArray(CompletableFuture<?>[]::new)));
    }

    void step(int step) {
      world.runFor(Duration.ofMillis(1));
      for (int i = 0; i < 3; i++) {
        request();
      }
      if (step % 15 == 0) {
        change();
      }
      if (count.isDone()) {
        count();
      }
    }

    private void request() {
      String key = "changing " + random.nextInt(CHANGING);
      if (busy.containsKey(key)) {
        return; // so that the model knows what the answer must be
      }
      String before = model.get(key);
      CompletableFuture<?> answer;
      switch (random.nextInt(4)) {
        case 0, 1 -> {
          String value = "version " + ++version;
          model.put(key, value);
          answer = client.putAsync(key, value).thenAccept(had -> expect(had, before != null));
        }
        case 2 -> {
          model.remove(key);
          answer = client.removeAsync(key).thenAccept(had -> expect(had, before != null));
        }
        default -> answer = client.getAsync(key).thenAccept(value -> expect(value, before));
      }
      busy.put(key, answer.thenRun(() -> busy.remove(key)));
    }

    private static void expect(Object actual, Object expected) {
      assertThat(actual).isEqualTo(expected);
    }

    private void count() {
      counts++;
      count =
          client
              .countAsync()
              .thenAccept(n -> assertThat(n).isBetween((long) FIXED, (long) FIXED + CHANGING));
    }

    private void change() {
      int i = random.nextInt(nodes.size());
      switch (random.nextInt(6)) {
        case 0, 1 -> {
          if (nodes.size() < 8) {
            open();
            operations.add(tables.get(tables.size() - 1).migration().join());
          }
        }
        case 2 -> leave(i);
        case 3 -> operations.add(tables.get(i).migration().balance());
        case 4 -> world.cut(clientNode, nodes.get(i));
        default -> world.pause(nodes.get(i), Duration.ofMillis(random.nextInt(50)));
      }
    }

    private void open() {
      Node node = world.open(clientNode);
      nodes.add(node);
      tables.add(table(node));
    }

    private static Table<String, String> table(Node node) {
      return Table.on(node, Codec.strings(), Codec.strings(), SETTINGS);
    }

    private void leave(int i) {
      Node node = nodes.get(i);
      Table<String, String> table = tables.get(i);
      if (nodes.size() < 3 || table.migration().interval() == null) {
        return;
      }
      nodes.remove(i);
      tables.remove(i);
      Operation leave = table.migration().leave();
      operations.add(leave);
      var unused =
          leave
              .report()
              .thenAccept(
                  report -> {
                    assertThat(report.reached()).as(report::toString).isTrue();
                    leaves++;
                    world.leave(node);
                  });
    }

    void end() {
      for (Operation operation : operations) {
        await(operation.report());
      }
      List.copyOf(busy.values()).forEach(this::await);
      await(count);
      model.forEach((key, value) -> assertThat(await(client.getAsync(key))).isEqualTo(value));
      assertThat(await(client.countAsync())).isEqualTo(model.size());
      assertThat(leaves).isPositive();
      assertThat(counts).isGreaterThan(5);
    }

    private <T> T await(CompletableFuture<T> answer) {
      assertThat(world.runUntil(answer::isDone, LONG)).isTrue();
      return answer.join();
    }
  }
}
