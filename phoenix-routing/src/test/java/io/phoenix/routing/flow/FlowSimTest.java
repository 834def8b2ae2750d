package io.phoenix.routing.flow;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

/**
 * Two nodes send to each other messages of 0 to 200 kB in both lanes, while the link is cut with
 * frames in flight, frames of every kind get lost as if by a relay, frames come twice, and the
 * receivers hold the senders back now and then: each message arrives once, whole and in order, and
 * when the faults end, all of them do.
 *
 * <p>Mutations that were tried, each of which makes some of the first 100 seeds fail: no filter for
 * duplicates; frames are taken whatever their number; nothing is sent again after a probe; a resend
 * begins at the first fragment of a message of which some have arrived, or does not give back the
 * credit of what was lost; withheld credit is never granted.
 */
class FlowSimTest {
  private static final int SEEDS = Integer.getInteger("phoenix.flow.seeds", 100);
  private static final long FIRST = Long.getLong("phoenix.flow.seed", 1);

  @Test
  void everyMessageArrivesOnceAndInOrder() {
    for (long seed = FIRST; seed < FIRST + SEEDS; seed++) {
      try {
        run(seed);
      } catch (AssertionError | RuntimeException e) {
        throw new AssertionError(
            "replay with -Dtest=FlowSimTest -Dphoenix.flow.seeds=1 -Dphoenix.flow.seed=" + seed, e);
      }
    }
  }

  @Test
  void messagesAreMissedWhereTheFaultsDoNotEnd() {
    FlowPair pair = new FlowPair(1);
    pair.b.losesData = h -> h.seq == 3;
    for (int i = 0; i < 5; i++) {
      pair.send(pair.a, Lane.BULK, 10);
    }
    pair.world.runFor(60_000 * FlowPair.MS);
    assertThatThrownBy(pair::checkAllArrived).isInstanceOf(AssertionError.class);
  }

  private static void run(long seed) {
    var random = new SplittableRandom(seed);
    FlowPair pair = new FlowPair(seed);
    int lossPerMille = random.nextInt(3) * 40;
    for (FlowPeer peer : List.of(pair.a, pair.b)) {
      peer.losesData = h -> random.nextInt(1000) < lossPerMille;
      peer.losesAck = h -> random.nextInt(1000) < lossPerMille;
      peer.losesProbe = h -> random.nextInt(1000) < lossPerMille;
      peer.copies = 1 + random.nextInt(2);
    }
    int cutPercent = random.nextInt(3) * 8;
    for (int step = 0; step < 60; step++) {
      FlowPeer peer = random.nextBoolean() ? pair.a : pair.b;
      int bytes = random.nextInt(3) == 0 ? random.nextInt(200_000) : random.nextInt(300);
      pair.send(peer, random.nextInt(Lane.COUNT), bytes);
      if (random.nextInt(100) < cutPercent) {
        pair.cut(random.nextLong(20) * FlowPair.MS);
      }
      if (random.nextInt(10) == 0) {
        peer.intakeFull = !peer.intakeFull;
        if (!peer.intakeFull) {
          peer.openIntake();
        }
      }
      pair.world.runFor(random.nextLong(1L << random.nextInt(27)));
      pair.checkOrder();
    }
    for (FlowPeer peer : List.of(pair.a, pair.b)) {
      peer.losesData = h -> false;
      peer.losesAck = h -> false;
      peer.losesProbe = h -> false;
      peer.openIntake();
    }
    pair.world.runFor(60_000 * FlowPair.MS);
    pair.checkAllArrived();
  }
}
