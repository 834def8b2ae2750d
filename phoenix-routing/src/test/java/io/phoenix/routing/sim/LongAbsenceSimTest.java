package io.phoenix.routing.sim;

import static org.assertj.core.api.Assertions.assertThat;

import io.phoenix.api.Node;
import io.phoenix.api.NodeConfig;
import io.phoenix.api.OwnershipToken;
import io.phoenix.api.Phoenix;
import io.phoenix.api.SimulatedCluster;
import io.phoenix.api.VirtualRange;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/**
 * A node is cut off for so long that the others give it up, and it them; then it is back under its
 * name. All the while, everybody sends to everybody, by name and by virtual node, in both lanes.
 */
class LongAbsenceSimTest {
  private static final int NODES = 3;
  private static final int MESSAGES = 1000;
  private static final Duration EVERY = Duration.ofMillis(30);
  private static final Duration ABSENCE = Duration.ofSeconds(20);
  private static final int BULK = 1;
  private static final int URGENT = -1;

  private final SimulatedCluster world =
      Phoenix.simulated(
          1,
          NodeConfig.of("absence", NODES)
              .withDeadAfter(Duration.ofSeconds(2))
              .withForgetAfter(Duration.ofSeconds(5)));
  private final Node a = world.open();
  private final Node b = world.open(a);
  private final Node absent = world.open(a, b);

  /** By sender, target and tag, the numbers that arrived. */
  private final Map<String, List<Integer>> arrived = new TreeMap<>();

  private int streams;

  @BeforeEach
  void everybodySendsToEverybody() {
    List<Node> nodes = world.nodes();
    for (int i = 0; i < NODES; i++) {
      nodes.get(i).assume(VirtualRange.of(i, i + 1));
      receive(nodes.get(i), BULK);
      receive(nodes.get(i), URGENT);
    }
    world.runFor(Duration.ofSeconds(1));
    for (Node from : nodes) {
      for (int i = 0; i < NODES; i++) {
        for (int tag : List.of(BULK, URGENT)) {
          send(from, i, tag, 0);
          send(from, nodes.get(i).resourceName().value(), tag, 0);
          streams += 2;
        }
      }
    }
    world.runFor(Duration.ofSeconds(5));
  }

  private void receive(Node at, int tag) {
    at.handle(
        tag,
        m ->
            arrived
                .computeIfAbsent(
                    "%s to %d, tag %d".formatted(m.sender(), m.to(), tag), s -> new ArrayList<>())
                .add(ByteBuffer.wrap(m.payload()).getInt()));
  }

  private void send(Node from, long to, int tag, int number) {
    if (number < MESSAGES) {
      int bytes = tag == BULK && number % 100 == 0 ? 100_000 : 4;
      from.send(to, tag, ByteBuffer.allocate(bytes).putInt(0, number).array());
      var unused = from.loop().schedule(EVERY, () -> send(from, to, tag, number + 1));
    }
  }

  private void awaitAll() {
    assertThat(
            world.runUntil(
                () -> arrived.values().stream().mapToInt(List::size).sum() == streams * MESSAGES,
                Duration.ofMinutes(2)))
        .isTrue();
    world.runFor(Duration.ofSeconds(10)); // for what might come twice
    assertThat(arrived).hasSize(streams);
  }

  private static List<Integer> all() {
    return IntStream.range(0, MESSAGES).boxed().toList();
  }

  @Test
  void nothingIsLostDoubledOrOvertaken() {
    world.isolate(List.of(absent), ABSENCE);
    awaitAll();
    arrived.forEach((stream, numbers) -> assertThat(numbers).as(stream).isEqualTo(all()));
  }

  @Test
  void whatMovesAwayMeanwhileIsNeitherLostNorDoubled() {
    world.isolate(List.of(absent), ABSENCE);
    OwnershipToken token = absent.release(VirtualRange.of(2, 3));
    world.runFor(Duration.ofSeconds(1));
    b.assume(token);
    world.runFor(ABSENCE.minusSeconds(5));
    assertThat(arrived.get("%s to 2, tag %d".formatted(a.resourceName(), BULK)))
        .as("its old owner is given up: later messages no longer wait for what it may have")
        .contains(600);
    awaitAll();
    arrived.forEach(
        (stream, numbers) ->
            assertThat(numbers).as(stream).containsExactlyInAnyOrderElementsOf(all()));
  }
}
