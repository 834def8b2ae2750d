package io.phoenix.routing.sim;

import static org.assertj.core.api.Assertions.assertThat;

import io.phoenix.api.OwnershipToken;
import io.phoenix.routing.runtime.OverlayNode;
import java.time.Duration;
import java.util.List;
import java.util.stream.LongStream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** An owner crashes and another node takes over; beside it, what only looks like that. */
class TakeoverSimTest {
  private static final Duration REST = Duration.ofSeconds(30);

  static LongStream seeds() {
    return LongStream.range(1, 61);
  }

  @ParameterizedTest
  @MethodSource("seeds")
  void afterACrashEachMessageArrivesOnceOrIsSaidToBeInDoubt(long seed) {
    TakeoverWorld w = new TakeoverWorld(seed);
    w.sendFor(w.upTo(5));
    w.world.network().crash(w.host(w.owner), w.random.nextBoolean(), 0);
    long crashedNs = w.world.nowNs();
    w.sendFor(Duration.ofMillis(100).plus(w.upTo(30)));
    w.next.assume(TakeoverWorld.ALL);
    long claimedNs = w.world.nowNs();
    w.sendFor(w.upTo(5).plusSeconds(1));
    w.run(REST);

    // A crash is noticed after deadAfter; nobody has waited for forgetAfter.
    long knownNs = Math.max(claimedNs, crashedNs + 2 * TakeoverWorld.DEAD.toNanos());
    assertThat(w.firstAtNextNs).isBetween(claimedNs, knownNs + 3_000_000_000L);
    for (OverlayNode sender : w.senders) {
      assertThat(w.missing(sender)).isLessThanOrEqualTo(TakeoverWorld.doubts(sender));
    }
    w.expectNothingCounted();
  }

  @ParameterizedTest
  @MethodSource("seeds")
  void whileASenderIsCutOffAMigrationKeepsOrder(long seed) {
    TakeoverWorld w = new TakeoverWorld(seed);
    w.sendFor(w.upTo(3));
    boolean fromOwnerOnly = w.random.nextBoolean();
    List<SimHost> far =
        fromOwnerOnly
            ? List.of(w.host(w.owner))
            : List.of(w.host(w.owner), w.host(w.next), w.hosts.get(0));
    Blockage cut = w.world.network().block(w.senders.stream().map(w::host).toList(), far);
    w.sendFor(w.upTo(10));
    OwnershipToken token = w.owner.release(TakeoverWorld.ALL);
    w.sendFor(w.random.nextBoolean() ? Duration.ZERO : w.upTo(5));
    w.next.assume(token);
    w.sendFor(w.upTo(10));
    cut.heal();
    w.sendFor(w.upTo(5));
    w.run(REST);

    for (OverlayNode sender : w.senders) {
      assertThat(w.missing(sender)).isZero();
      assertThat(TakeoverWorld.doubts(sender)).isZero();
    }
    w.expectNothingCounted();
  }

  @ParameterizedTest
  @MethodSource("seeds")
  void aCrashRightAfterAMigrationIsNoSilentLossEither(long seed) {
    TakeoverWorld w = new TakeoverWorld(seed);
    w.sendFor(w.upTo(3));
    OwnershipToken token = w.owner.release(TakeoverWorld.ALL);
    w.sendFor(w.upTo(0.1));
    w.next.assume(token);
    w.sendFor(w.upTo(0.1));
    w.world.network().crash(w.host(w.next), w.random.nextBoolean(), 0);
    w.sendFor(Duration.ofMillis(100).plus(w.upTo(20)));
    (w.random.nextBoolean() ? w.owner : w.nodes.get(0)).assume(TakeoverWorld.ALL);
    w.sendFor(w.upTo(5));
    w.run(REST);

    long missing = w.senders.stream().mapToLong(w::missing).sum();
    assertThat(missing)
        .isLessThanOrEqualTo(
            TakeoverWorld.doubts(w.owner)
                + w.senders.stream().mapToLong(TakeoverWorld::doubts).sum());
    w.expectNothingCounted();
  }

  @ParameterizedTest
  @MethodSource("seeds")
  void anOwnerThatWasOnlyCutOffResolvesTheDoubt(long seed) {
    TakeoverWorld w = new TakeoverWorld(seed);
    w.sendFor(w.upTo(3));
    List<SimHost> rest = w.hosts.stream().filter(h -> h != w.host(w.owner)).toList();
    Blockage cut = w.world.network().block(List.of(w.host(w.owner)), rest);
    w.sendFor(Duration.ofSeconds(5).plus(w.upTo(10)));
    w.next.assume(TakeoverWorld.ALL);
    w.sendFor(w.upTo(5));
    cut.heal();
    w.run(REST);

    w.delivered.values().forEach(numbers -> assertThat(numbers).doesNotHaveDuplicates());
    w.delivered.values().forEach(numbers -> numbers.sort(null)); // what was in doubt comes late
    for (OverlayNode sender : w.senders) {
      assertThat(w.missing(sender)).isZero();
      assertThat(TakeoverWorld.doubts(sender)).isZero();
    }
    w.expectNothingCounted();
  }
}
