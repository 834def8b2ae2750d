package io.phoenix.routing.sim;

import static org.assertj.core.api.Assertions.assertThat;

import io.phoenix.api.Message;
import io.phoenix.api.NodeConfig;
import io.phoenix.api.Port;
import io.phoenix.api.VirtualRange;
import io.phoenix.routing.node.Holdings;
import io.phoenix.routing.runtime.OverlayNode;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What is remembered of nodes that are gone, and for how long. */
class TombstoneSimTest {
  private static final long SECOND = 1_000_000_000L;
  private static final NodeConfig CONFIG = NodeConfig.of("tombstones", 64);
  private static final long FORGET_NS = CONFIG.forgetAfter().toNanos();

  /** What {@code NodeSettings} makes of it. */
  private static final long KEEP_NS = 10 * FORGET_NS;

  private final SimWorld world = new SimWorld(1);
  private final List<OverlayNode> nodes = new ArrayList<>();

  @Test
  void nothingIsLeftOfThreeHundredThatCameAndWent() {
    OverlayNode a = open();
    OverlayNode b = open();
    a.assume(VirtualRange.all(64));
    world.runFor(3 * SECOND);
    for (int i = 0; i < 300; i++) {
      OverlayNode guest = open();
      world.runFor(SECOND);
      guest.assume(a.release(VirtualRange.of(3, 5)));
      guest.send(40, 1, new byte[8]);
      guest.send(b.resourceName(), 1, new byte[8]);
      a.send(guest.resourceName(), 1, new byte[8]);
      b.send(3, 2, new byte[8]);
      world.runFor(SECOND);
      assertThat(guest.poll(2)).isNotNull();
      a.assume(guest.release(VirtualRange.of(3, 5)));
      leave(guest);
      while (a.poll() != null || b.poll() != null) {}
    }
    assertThat(a.holdings().records()).as("for a while they are known").isGreaterThan(10);
    world.runFor(KEEP_NS + 2 * FORGET_NS + 10 * SECOND);
    for (OverlayNode node : List.of(a, b)) {
      checkHoldings(node.holdings(), 2);
    }
    OverlayNode late = open();
    world.runFor(3 * SECOND);
    checkHoldings(late.holdings(), 3);
    late.send(3, 7, new byte[8]);
    world.runFor(SECOND);
    assertThat(a.poll(7)).isNotNull();
  }

  private static void checkHoldings(Holdings held, int living) {
    assertThat(held.records()).as("%s", held).isEqualTo(living);
    assertThat(held.routes()).as("%s", held).isEqualTo(living - 1);
    assertThat(held.flows()).as("%s", held).isLessThan(living);
    assertThat(held.successors()).as("%s", held).isZero();
    assertThat(held.absent()).as("%s", held).isZero();
    assertThat(held.pieces()).as("%s", held).isLessThanOrEqualTo(5);
  }

  @Test
  void controlClientIsForgottenSoon() {
    OverlayNode a = open();
    open();
    world.runFor(3 * SECOND);
    for (int i = 0; i < 20; i++) {
      OverlayNode client = open(CONFIG.withRelays(false));
      world.runFor(SECOND);
      client.send(a.resourceName(), 1, new byte[8]);
      world.runFor(SECOND);
      leave(client);
    }
    world.runFor(3 * FORGET_NS);
    assertThat(a.holdings().records()).isEqualTo(2);
    assertThat(a.holdings().flows()).isLessThanOrEqualTo(1);
  }

  @Test
  void thoseWhoReturnUnderAnotherNameAreOneNode() {
    OverlayNode a = open();
    OverlayNode guest = open();
    guest.assume(VirtualRange.of(0, 8));
    world.runFor(3 * SECOND);
    for (int i = 0; i < 5; i++) {
      var left = guest.beginLeave(true);
      assertThat(world.runUntil(left::isDone, world.nowNs() + 60 * SECOND)).isTrue();
      a.send(3, i, new byte[8]);
      world.runFor(SECOND);
      guest = open(CONFIG, left.join().log());
      world.runFor(3 * SECOND);
      assertThat(guest.poll(i)).isNotNull();
    }
    world.runFor(KEEP_NS + 2 * FORGET_NS + 10 * SECOND);
    assertThat(a.holdings().records()).isEqualTo(2);
    assertThat(a.holdings().flows()).isEqualTo(1);
    assertThat(a.holdings().successors()).as("names it is still known by").isEqualTo(5);
    assertThat(guest.holdings().records()).isEqualTo(2);
    leave(guest);
    world.runFor(KEEP_NS + 2 * FORGET_NS + 10 * SECOND);
    assertThat(a.holdings().successors()).isEqualTo(5);
    a.assume(VirtualRange.of(0, 8));
    world.runFor(KEEP_NS + 2 * FORGET_NS + 10 * SECOND);
    assertThat(a.holdings().records()).isEqualTo(1);
    assertThat(a.holdings().successors()).isZero();
  }

  /** Somebody was cut off for so long that it brings records of one that nobody knows any more. */
  @ParameterizedTest
  @ValueSource(ints = {1, 20, 40})
  void recordThatComesBackIsNotRevived(int keepsAway) {
    OverlayNode a = open();
    OverlayNode cutOff = open();
    OverlayNode gone = open();
    gone.assume(VirtualRange.of(0, 8));
    world.runFor(3 * SECOND);
    assertThat(cutOff.explain().owner(1).orElseThrow().node()).isEqualTo(gone.resourceName());
    Blockage blockage = world.network().block(List.of(host(1)), List.of(host(0), host(2)));
    world.runFor(20 * SECOND);
    a.assume(gone.release(VirtualRange.of(0, 8)));
    leave(gone);
    world.runFor(keepsAway * KEEP_NS);
    blockage.heal();
    world.runFor(30 * SECOND);
    cutOff.send(1, 1, new byte[8]);
    world.runFor(5 * SECOND);
    assertThat(a.poll(1)).as("the owner is known, and reached").isNotNull();
    world.runFor(2 * KEEP_NS + 3 * FORGET_NS);
    assertThat(a.holdings().records()).isEqualTo(2);
    assertThat(cutOff.holdings().records()).isEqualTo(2);
    OverlayNode late = open();
    world.runFor(5 * SECOND);
    assertThat(late.holdings().records()).isEqualTo(3);
    assertThat(late.explain().owner(1).orElseThrow().node()).isEqualTo(a.resourceName());
  }

  /** Whoever only vanished comes back as it was, whatever was forgotten of it meanwhile. */
  @ParameterizedTest
  @ValueSource(longs = {-30, -1, 1, 30, 300})
  void whoReturnsAroundTheBoundMissesNothingAndGetsNothingTwice(long secondsPastBound) {
    OverlayNode a = open();
    OverlayNode b = open();
    a.assume(VirtualRange.of(0, 8));
    b.assume(VirtualRange.of(8, 16));
    world.runFor(3 * SECOND);
    int sent = 0;
    for (; sent < 50; sent++) {
      exchange(a, b, sent);
    }
    world.runFor(SECOND);
    Blockage blockage = world.network().block(List.of(host(0)), List.of(host(1)));
    for (; sent < 60; sent++) {
      if (secondsPastBound == 300) { // nothing waits for B at A, which forgets all that it can
        b.send(1, 1, number(sent));
        b.send(a.resourceName(), 2, number(sent));
      } else {
        exchange(a, b, sent);
      }
    }
    world.runFor(KEEP_NS + FORGET_NS + secondsPastBound * SECOND);
    blockage.heal();
    world.runFor(30 * SECOND);
    for (; sent < 70; sent++) {
      exchange(a, b, sent);
    }
    world.runFor(10 * SECOND);
    for (OverlayNode node : List.of(a, b)) {
      for (int tag = 1; tag <= 2; tag++) {
        for (int i = 0; i < sent; i++) {
          if (node == b && secondsPastBound == 300 && i == 50) {
            i = 60; // which were not sent
          }
          Message m = node.poll(tag);
          assertThat(m).as("message %d", i).isNotNull();
          assertThat(ByteBuffer.wrap(m.payload()).getInt()).isEqualTo(i);
        }
      }
      assertThat(node.poll()).isNull();
    }
  }

  private static void exchange(OverlayNode a, OverlayNode b, int number) {
    byte[] payload = number(number);
    a.send(9, 1, payload);
    a.send(b.resourceName(), 2, payload);
    b.send(1, 1, payload);
    b.send(a.resourceName(), 2, payload);
  }

  private static byte[] number(int number) {
    return ByteBuffer.allocate(4).putInt(number).array();
  }

  /** The next owner must take a higher epoch than any before it, though those are forgotten. */
  @Test
  void epochsOutliveThoseWhoHadThem() {
    OverlayNode a = open();
    OverlayNode gone = open();
    world.runFor(3 * SECOND);
    for (int i = 0; i < 5; i++) {
      gone.assume(VirtualRange.of(0, 8));
      gone.release(VirtualRange.of(0, 8));
    }
    world.runFor(SECOND);
    leave(gone);
    world.runFor(KEEP_NS + 3 * FORGET_NS);
    OverlayNode late = open();
    world.runFor(3 * SECOND);
    late.assume(VirtualRange.of(0, 8));
    world.runFor(SECOND);
    assertThat(a.explain().owner(1).orElseThrow().node()).isEqualTo(late.resourceName());
    a.send(1, 1, new byte[8]);
    world.runFor(SECOND);
    assertThat(late.poll(1)).isNotNull();
    world.runFor(KEEP_NS + 3 * FORGET_NS);
    assertThat(a.holdings().records()).as("now somebody else tells the epoch").isEqualTo(2);
  }

  private SimHost host(int index) {
    return world.network().hosts().get(index);
  }

  private void leave(OverlayNode node) {
    var left = node.beginLeave(false);
    assertThat(world.runUntil(left::isDone, world.nowNs() + 60 * SECOND)).isTrue();
    assertThat(left.join().report().inOrder()).isTrue();
    world.runFor(SECOND);
  }

  private OverlayNode open() {
    return open(CONFIG);
  }

  private OverlayNode open(NodeConfig config) {
    return open(config, null);
  }

  private OverlayNode open(NodeConfig config, byte @Nullable [] log) {
    int index = nodes.size();
    SimHost host = world.network().addHost("node" + index);
    NodeConfig own = config.withListen(new Port(host.address(), 7000));
    if (index > 0) {
      own = own.withPorts("node0:7000");
    }
    OverlayNode node =
        OverlayNode.open(own, host.loop(), host.transport(), host.loop().random(), log);
    nodes.add(node);
    return node;
  }
}
