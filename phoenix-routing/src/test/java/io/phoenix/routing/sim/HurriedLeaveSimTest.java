package io.phoenix.routing.sim;

import static org.assertj.core.api.Assertions.assertThat;

import io.phoenix.api.NodeConfig;
import io.phoenix.api.Port;
import io.phoenix.api.VirtualRange;
import io.phoenix.routing.runtime.OverlayNode;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.Test;

/**
 * A node that leaves before it knows where all that went through it has come to: its fences need
 * longer than half of its time. Those who sent through it must not wait until it is given up, which
 * would take a minute; nor may a node that leaves while it waits make others wait.
 */
class HurriedLeaveSimTest {
  private static final int PORT = 7000;
  private static final VirtualRange RANGE = VirtualRange.all(64);

  /** A fence from one node through another to a third and back takes three times as long. */
  private static final Duration ONE_WAY = Duration.ofMillis(40);

  /** Fences have half of it, which is less than they need; telling peers fits into the rest. */
  private static final Duration LEAVE_TIMEOUT = ONE_WAY.multipliedBy(6).minusMillis(10);

  /** Long enough for some fences, and far below {@link NodeConfig#forgetAfter}. */
  private static final Duration SOON = Duration.ofSeconds(5);

  private final SimWorld world = new SimWorld(1);
  private final List<OverlayNode> nodes = new ArrayList<>();
  private final List<OverlayNode> gone = new ArrayList<>();
  private final List<Integer> received = new ArrayList<>();

  @Test
  void messagesFindTheirWayPastANodeThatLeftInAHurry() {
    open(4);
    OverlayNode sender = nodes.get(0);
    passThrough(nodes.get(1), nodes.get(2), nodes.get(3));
    leaveInAHurry(nodes.get(1));
    sender.send(7, 1, new byte[] {3});
    awaitInOrder(3);
  }

  @Test
  void soTheyDoIfTheNextOnTheWayLeavesInAHurryToo() {
    open(5);
    OverlayNode sender = nodes.get(0);
    passThrough(nodes.get(1), nodes.get(2), nodes.get(3));
    var one = nodes.get(1).beginLeave(false);
    var other = nodes.get(2).beginLeave(false);
    await(() -> one.isDone() && other.isDone());
    gone.addAll(nodes.subList(1, 3));
    move(nodes.get(3), nodes.get(4));
    sender.send(7, 1, new byte[] {3});
    awaitInOrder(3);
  }

  @Test
  void soTheyDoBackToTheSender() {
    open(3);
    OverlayNode sender = nodes.get(0);
    passThrough(nodes.get(1), nodes.get(2), sender);
    leaveInAHurry(nodes.get(1));
    sender.send(7, 1, new byte[] {3});
    awaitInOrder(3);
  }

  /**
   * Message 1 is delivered at {@code first}; message 2 is on its way there when the range moves to
   * {@code second}, and is handed on; then the range moves to {@code third}. So what the sender
   * sends next must not overtake what went through {@code first}, which for all that this knows is
   * on its way through {@code second}.
   */
  private void passThrough(OverlayNode first, OverlayNode second, OverlayNode third) {
    OverlayNode sender = nodes.get(0);
    first.assume(RANGE);
    world.runFor(SOON.toNanos());
    sender.send(7, 1, new byte[] {1});
    awaitInOrder(1);
    var token = first.release(RANGE);
    sender.send(7, 1, new byte[] {2});
    second.assume(token);
    awaitInOrder(2);
    move(second, third);
  }

  private void move(OverlayNode from, OverlayNode to) {
    to.assume(from.release(RANGE));
    await(
        () ->
            nodes.stream()
                .filter(n -> !gone.contains(n))
                .allMatch(
                    n -> to.resourceName().equals(n.explain().owner(7).orElseThrow().node())));
  }

  private void leaveInAHurry(OverlayNode node) {
    var left = node.beginLeave(false);
    await(left::isDone);
    gone.add(node);
    assertThat(left.join().report().inOrder()).isTrue();
    assertThat(left.join().report().lost()).isZero();
  }

  private void awaitInOrder(int count) {
    await(() -> received.size() == count);
    assertThat(received).isSorted();
  }

  private void await(BooleanSupplier condition) {
    assertThat(world.runUntil(condition, world.nowNs() + SOON.toNanos())).isTrue();
  }

  private void open(int count) {
    world.network().model((from, to) -> new PathSettings(ONE_WAY.toNanos(), 0, 125_000_000));
    for (int i = 0; i < count; i++) {
      SimHost host = world.network().addHost("node" + i);
      List<Port> others = new ArrayList<>();
      for (int j = 0; j < i; j++) {
        others.add(new Port("node" + j, PORT));
      }
      NodeConfig config =
          NodeConfig.of("hurry", 64)
              .withLeaveTimeout(LEAVE_TIMEOUT)
              .withListen(new Port(host.address(), PORT))
              .withPorts(others);
      OverlayNode node =
          OverlayNode.open(config, host.loop(), host.transport(), world.random("node", i), null);
      node.handle(1, m -> received.add((int) m.payload()[0]));
      nodes.add(node);
    }
  }
}
