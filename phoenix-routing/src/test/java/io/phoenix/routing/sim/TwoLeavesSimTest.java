package io.phoenix.routing.sim;

import static org.assertj.core.api.Assertions.assertThat;

import io.phoenix.api.NodeConfig;
import io.phoenix.api.OwnershipToken;
import io.phoenix.api.VirtualRange;
import java.time.Duration;
import java.util.List;
import java.util.stream.LongStream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Two nodes leave at almost the same time, each of them for good or with a log; one of them hands
 * over a range shortly before, to the other one or to a node that stays; all send to that range.
 * Whoever had a log returns. Then every message has arrived, once and in order, but for those that
 * a report has called lost.
 */
class TwoLeavesSimTest {
  private static final NodeConfig CONFIG = NodeConfig.of("two-leaves", 64);
  private static final VirtualRange RANGE = VirtualRange.all(64);
  private static final Duration SOON = Duration.ofSeconds(20);

  static LongStream seeds() {
    return LongStream.range(0, Long.getLong("twoLeaves.seeds", 150));
  }

  @ParameterizedTest
  @MethodSource("seeds")
  void nothingIsLostInAnyOfTheCombinations(long seed) {
    Crew crew = new Crew(seed, CONFIG);
    boolean someStay = crew.chance.nextInt(4) > 0;
    prepare(crew, someStay ? 1 + crew.chance.nextInt(2) : 0);
    Crew.Member n = crew.members.get(crew.members.size() - 2);
    Crew.Member w = crew.members.get(crew.members.size() - 1);
    Crew.Member heir = crew.members.get(crew.chance.nextInt(crew.members.size()));
    if (heir != n) {
      hand(crew, n.node.release(RANGE), heir);
      crew.run(Duration.ofMillis(crew.chance.nextBoolean() ? 0 : crew.chance.nextInt(100)));
    }
    boolean wForGood = someStay && crew.chance.nextBoolean();
    boolean nForGood = crew.chance.nextBoolean();
    boolean wFirst = crew.chance.nextInt(3) == 0;
    leave(crew, wFirst ? w : n, wFirst ? wForGood : nForGood);
    crew.run(Duration.ofMillis(crew.chance.nextInt(200)));
    leave(crew, wFirst ? n : w, wFirst ? nForGood : wForGood);
    finish(crew, someStay);
  }

  @ParameterizedTest
  @MethodSource("seeds")
  void nothingIsLostIfTheHeirLeavesWithALogWhileItsPredecessorLeavesForGood(long seed) {
    Crew crew = new Crew(seed, CONFIG);
    prepare(crew, 1 + crew.chance.nextInt(2));
    Crew.Member n = crew.members.get(crew.members.size() - 2);
    Crew.Member w = crew.members.get(crew.members.size() - 1);
    hand(crew, n.node.release(RANGE), w);
    crew.run(Duration.ofMillis(crew.chance.nextInt(100)));
    n.beginLeave(false);
    crew.run(Duration.ofMillis(crew.chance.nextInt(60)));
    w.beginLeave(true);
    finish(crew, true);
    assertThat(crew.reportedLost()).isZero();
  }

  private static void prepare(Crew crew, int stayers) {
    long most = List.of(200_000L, 2_000_000L, 40_000_000L, 40_000_000L).get(crew.chance.nextInt(4));
    long rate = crew.chance.nextBoolean() ? 2_000_000 : 125_000_000;
    crew.world
        .network()
        .model((a, b) -> new PathSettings(100_000 + crew.chance.nextLong(most), 0, rate));
    for (int i = 0; i < stayers + 2; i++) {
      crew.join();
    }
    crew.members.get(stayers).node.assume(RANGE);
    crew.run(Duration.ofSeconds(3));
    for (Crew.Member m : crew.members) {
      m.bytes = crew.chance.nextBoolean() ? 8 : 8 + crew.chance.nextInt(3000);
      m.keepSending(Duration.ofMillis(2 + crew.chance.nextInt(10)), 3, 40);
    }
    crew.run(Duration.ofMillis(300));
  }

  private static void leave(Crew crew, Crew.Member leaver, boolean forGood) {
    if (forGood || crew.chance.nextBoolean()) {
      for (VirtualRange range : leaver.node.assumed().ranges()) {
        hand(crew, leaver.node.release(range), crew.members.get(0));
      }
    }
    leaver.beginLeave(!forGood);
  }

  /**
   * The token travels for a while, or not; if the heir is gone by then it goes to one that stays.
   */
  private static void hand(Crew crew, OwnershipToken token, Crew.Member heir) {
    Runnable take =
        () -> {
          Crew.Member taker = heir.isOpen ? heir : crew.members.get(0);
          if (taker.isOpen) {
            taker.node.assume(token);
          }
        };
    if (crew.chance.nextBoolean()) {
      take.run();
    } else {
      crew.world.after(crew.chance.nextLong(50_000_000), take);
    }
  }

  /** Both go, and return if they can; what nobody assumes then, somebody does. */
  private static void finish(Crew crew, boolean someStay) {
    crew.run(Duration.ofMillis(300));
    crew.stopSending();
    var leavers = crew.members.stream().filter(m -> !m.isOpen).toList();
    assertThat(
            crew.await(
                () -> leavers.stream().allMatch(m -> m.isGone), CONFIG.leaveTimeout().plus(SOON)))
        .isTrue();
    for (Crew.Member leaver : leavers) {
      if (leaver.log != null) {
        crew.run(Duration.ofMillis(crew.chance.nextInt(3000)));
        leaver.comeBack();
      }
    }
    crew.run(Duration.ofSeconds(2));
    Crew.Member first = crew.members.stream().filter(m -> m.isOpen).findFirst().orElse(null);
    if (first == null) {
      return; // both left for good, and nobody else was there
    }
    crew.vacant().ranges().forEach(range -> first.node.assume(range));
    // Where nobody stays, nobody can tell that a node which did not return has left for good.
    crew.demandAllArrived(someStay ? SOON : CONFIG.forgetAfter().plus(SOON));
  }
}
