package io.phoenix.routing.sim;

import static org.assertj.core.api.Assertions.assertThat;

import io.phoenix.api.NodeConfig;
import io.phoenix.api.OwnershipListener;
import io.phoenix.api.Port;
import io.phoenix.api.ResourceName;
import io.phoenix.api.VirtualRange;
import io.phoenix.routing.runtime.OverlayNode;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** What others know of a node that has left in order. */
class LeaveSimTest {
  private static final int PORT = 7000;
  private static final NodeConfig CONFIG = NodeConfig.of("leave", 64);
  private static final long TIMEOUT_NS = CONFIG.leaveTimeout().toNanos();

  private SimWorld world = new SimWorld(1);
  private final List<OverlayNode> nodes = new ArrayList<>();

  @Test
  void aNodeThatLeavesForGoodIsHeardAndDoesNotWaitForItsTimeout() {
    for (int i = 0; i < 4; i++) { // in a line: most are heard through others
      nodes.add(open(i));
    }
    nodes.get(0).assume(VirtualRange.all(64));
    for (OverlayNode node : nodes) {
      node.handle(1, m -> node.send(m.sender(), 2, m.payload()));
      node.handle(2, m -> {});
    }
    world.runFor(Duration.ofSeconds(3).toNanos());
    for (OverlayNode from : nodes) {
      from.send(7, 1, new byte[8]);
      nodes.forEach(to -> from.send(to.resourceName(), 1, new byte[8]));
    }
    world.runFor(Duration.ofSeconds(1).toNanos());

    for (int i = 3; i > 0; i--) {
      long startNs = world.nowNs();
      var left = nodes.get(i).beginLeave(false);
      assertThat(world.runUntil(left::isDone, startNs + Duration.ofMinutes(1).toNanos())).isTrue();
      assertThat(left.join().report().inOrder()).isTrue();
      assertThat(world.nowNs() - startNs).isLessThan(TIMEOUT_NS / 4);
    }
  }

  @Test
  void itIsHeardThoughAllLinksBreakWhenItIsGone() {
    for (boolean withLog : new boolean[] {true, false}) {
      for (int seed = 0; seed < 20; seed++) {
        world = new SimWorld(seed);
        OverlayNode stays = open(0);
        OverlayNode leaver = open(1); // no message has ever passed between the two
        leaver.assume(VirtualRange.all(64));
        List<ResourceName> gone = listen(stays);
        world.runFor(Duration.ofSeconds(3).toNanos());
        assertThat(stays.explain().owner(1).orElseThrow().node()).isNotNull();
        var left = leaver.beginLeave(withLog);
        assertThat(world.runUntil(left::isDone, world.nowNs() + TIMEOUT_NS / 4)).isTrue();
        world.network().connections().forEach(c -> c.cut(0));
        world.runFor(Duration.ofSeconds(1).toNanos());
        assertThat(stays.explain().owner(1).orElseThrow().node()).as("seed " + seed).isNull();
        assertThat(gone).as("seed " + seed).containsExactly(leaver.resourceName());
      }
    }
  }

  @Test
  void twoThatLeaveAtOnceDoNotWaitForEachOther() {
    for (int seed = 0; seed < 20; seed++) {
      world = new SimWorld(seed);
      OverlayNode a = open(0);
      OverlayNode b = open(1);
      world.runFor(Duration.ofSeconds(3).toNanos());
      var one = a.beginLeave(false);
      world.runFor(world.random("gap", seed).nextLong(1_000_000));
      var other = b.beginLeave(false);
      assertThat(
              world.runUntil(() -> one.isDone() && other.isDone(), world.nowNs() + TIMEOUT_NS / 4))
          .isTrue();
    }
  }

  @Test
  void whatIsForANodeThatHasLeftForGoodIsNobodysLoss() {
    OverlayNode leaver = open(0);
    OverlayNode gone = open(1);
    world.runFor(Duration.ofSeconds(3).toNanos());
    var first = gone.beginLeave(false);
    assertThat(world.runUntil(first::isDone, world.nowNs() + TIMEOUT_NS)).isTrue();
    world.runFor(Duration.ofSeconds(1).toNanos());
    leaver.send(gone.resourceName(), 1, new byte[8]);
    leaver.send(7, 1, new byte[8]); // which nobody assumes, and nobody is there who could keep it
    var left = leaver.beginLeave(false);
    assertThat(world.runUntil(left::isDone, world.nowNs() + TIMEOUT_NS)).isTrue();
    assertThat(left.join().report().lost()).isEqualTo(1);
  }

  @Test
  void whatNobodyAssumesIsKeptByOneThatStays() {
    OverlayNode stays = open(0);
    OverlayNode leaver = open(1);
    OverlayNode alsoLeaves = open(2);
    world.runFor(Duration.ofSeconds(3).toNanos());
    List<Integer> arrived = new ArrayList<>();
    stays.handle(1, m -> arrived.add(m.payload().length));
    for (int i = 0; i < 10; i++) {
      leaver.send(7, 1, new byte[i]);
    }
    var unused = alsoLeaves.beginLeave(false);
    world.runFor(Duration.ofMillis(5).toNanos());
    var left = leaver.beginLeave(false);
    assertThat(world.runUntil(left::isDone, world.nowNs() + TIMEOUT_NS / 4)).isTrue();
    assertThat(left.join().report().lost()).isZero();
    assertThat(left.join().report().handedOver()).isEqualTo(10);
    stays.assume(VirtualRange.all(64));
    world.runFor(Duration.ofSeconds(1).toNanos());
    assertThat(arrived).containsExactly(0, 1, 2, 3, 4, 5, 6, 7, 8, 9);
  }

  private static List<ResourceName> listen(OverlayNode node) {
    List<ResourceName> gone = new ArrayList<>();
    node.addOwnershipListener(
        new OwnershipListener() {
          @Override
          public void onOwner(VirtualRange range, @Nullable ResourceName owner, long epoch) {}

          @Override
          public void onGone(ResourceName name) {
            gone.add(name);
          }
        });
    return gone;
  }

  private OverlayNode open(int index) {
    SimHost host = world.network().addHost("node" + index);
    NodeConfig config = CONFIG.withListen(new Port(host.address(), PORT));
    if (index > 0) {
      config = config.withPorts("node" + (index - 1) + ":" + PORT);
    }
    return OverlayNode.open(
        config, host.loop(), host.transport(), world.random("node", index), null);
  }
}
