package io.phoenix.routing.sim;

import static org.assertj.core.api.Assertions.assertThat;

import io.phoenix.api.Node;
import io.phoenix.api.NodeConfig;
import io.phoenix.api.OwnershipListener;
import io.phoenix.api.OwnershipToken;
import io.phoenix.api.Phoenix;
import io.phoenix.api.ResourceName;
import io.phoenix.api.SimulatedCluster;
import io.phoenix.api.VirtualRange;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** When {@link OwnershipListener#onGone} is called. */
class GoneSimTest {
  private static final Duration DEAD = Duration.ofSeconds(2);
  private static final Duration FORGET = Duration.ofSeconds(10);
  private static final Duration LIMIT = Duration.ofSeconds(60);

  private final SimulatedCluster world =
      Phoenix.simulated(1, NodeConfig.of("gone", 16).withDeadAfter(DEAD).withForgetAfter(FORGET));
  private final Node a = world.open();
  private final Node b = world.open(a);
  private final Node c = world.open(b);
  private final List<ResourceName> goneForA = listen(a);
  private final List<ResourceName> goneForC = listen(c);

  private static List<ResourceName> listen(Node node) {
    var gone = new ArrayList<ResourceName>();
    node.addOwnershipListener(
        new OwnershipListener() {
          @Override
          public void onOwner(VirtualRange range, @Nullable ResourceName owner, long epoch) {}

          @Override
          public void onGone(ResourceName name) {
            assertThat(node.loop().inLoop()).isTrue();
            gone.add(name);
          }
        });
    return gone;
  }

  private void settle() {
    world.runFor(Duration.ofSeconds(5));
    assertThat(goneForA).isEmpty();
  }

  @Test
  void aNodeThatLeavesIsGoneAtOnceAndOnce() {
    settle();
    world.leave(c);
    assertThat(world.runUntil(() -> !goneForA.isEmpty(), DEAD)).isTrue();
    world.runFor(FORGET.multipliedBy(4));
    assertThat(goneForA).containsExactly(c.resourceName());
    assertThat(goneForC).as("a node is not told of itself").isEmpty();
  }

  @Test
  void aNodeThatCrashesIsGoneWhenItIsGivenUp() {
    settle();
    world.crash(c);
    Duration crashed = world.now();
    assertThat(world.runUntil(() -> !goneForA.isEmpty(), LIMIT)).isTrue();
    assertThat(world.now().minus(crashed)).isGreaterThanOrEqualTo(FORGET);
    world.runFor(FORGET.multipliedBy(4));
    assertThat(goneForA).containsExactly(c.resourceName());
  }

  @Test
  void aNodeThatComesBackAndVanishesAgainIsGoneTwice() {
    settle();
    for (int round = 1; round <= 2; round++) {
      world.isolate(List.of(c), Duration.ofDays(1));
      int times = round;
      assertThat(world.runUntil(() -> goneForA.size() == times, LIMIT)).isTrue();
      world.heal();
      assertThat(world.runUntil(() -> reaches(a, c) && reaches(c, a), LIMIT)).isTrue();
      world.runFor(FORGET.multipliedBy(2));
    }
    assertThat(goneForA).containsExactly(c.resourceName(), c.resourceName());
    assertThat(goneForC)
        .as("from the other side, the others were gone")
        .containsExactlyInAnyOrder(
            a.resourceName(), b.resourceName(), a.resourceName(), b.resourceName());
  }

  @Test
  void aNodeThatVanishedAndThenTurnsOutToHaveLeftIsGoneOnce() {
    settle();
    world.isolate(List.of(a), Duration.ofDays(1));
    assertThat(world.runUntil(() -> goneForA.size() == 2, LIMIT)).isTrue();
    world.leave(c);
    world.runFor(LIMIT);
    world.heal();
    assertThat(world.runUntil(() -> reaches(a, b), LIMIT)).isTrue();
    world.runFor(LIMIT);
    assertThat(goneForA).containsExactlyInAnyOrder(b.resourceName(), c.resourceName());
  }

  @Test
  void aNodeThatCanBeReachedAnotherWayIsNotGone() {
    Node d = world.open(a, c);
    settle();
    world.crash(b);
    assertThat(world.runUntil(() -> !goneForA.isEmpty(), LIMIT)).isTrue();
    world.runFor(FORGET.multipliedBy(4));
    assertThat(goneForA).containsExactly(b.resourceName());
    assertThat(reaches(a, d) && reaches(a, c)).isTrue();
  }

  @Test
  void aNodeThatIsAwayBrieflyAgainAndAgainIsNotGone() {
    settle();
    c.assume(VirtualRange.all(16));
    world.runFor(Duration.ofSeconds(1));
    for (int i = 0; i < 10; i++) {
      world.isolate(List.of(c), FORGET.minus(DEAD));
      world.runFor(FORGET.minus(DEAD));
      assertThat(world.runUntil(() -> reaches(a, c), LIMIT)).isTrue();
    }
    assertThat(goneForA).isEmpty();
  }

  @Test
  void whatWaitedForANodeThatCameBackDoesNotMakeItGoneWhenItIsAwayAgain() {
    settle();
    c.assume(VirtualRange.all(16));
    world.runFor(Duration.ofSeconds(1));
    a.send(3, 1, new byte[1]);
    world.runFor(Duration.ofSeconds(1));
    OwnershipToken token = c.release(VirtualRange.all(16));
    world.isolate(List.of(c), Duration.ofSeconds(5));
    world.runFor(DEAD.plusSeconds(2));
    b.assume(token);
    world.runFor(Duration.ofMillis(100));
    a.send(3, 1, new byte[1]); // first a fence has to go after the other one, to c
    assertThat(world.runUntil(() -> reaches(a, c), LIMIT)).isTrue();
    world.runFor(Duration.ofSeconds(2));
    world.isolate(List.of(c), Duration.ofDays(1));
    Duration lost = world.now();
    assertThat(world.runUntil(() -> !goneForA.isEmpty(), LIMIT)).isTrue();
    assertThat(world.now().minus(lost)).isGreaterThanOrEqualTo(FORGET);
  }

  private static boolean reaches(Node from, Node to) {
    return from.explain().route(to.resourceName()).filter(r -> r.nextHop() != null).isPresent();
  }
}
