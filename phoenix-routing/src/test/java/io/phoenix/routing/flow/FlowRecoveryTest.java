package io.phoenix.routing.flow;

import static io.phoenix.routing.flow.FlowPair.MS;
import static org.assertj.core.api.Assertions.assertThat;

import io.phoenix.routing.wire.AckHeader;
import io.phoenix.routing.wire.Frames;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What was lost on the way, and only that, is sent again. */
class FlowRecoveryTest {
  private final FlowPair pair = new FlowPair(1);
  private final FlowPeer a = pair.a;
  private final FlowPeer b = pair.b;

  private static long count(List<String> heard, String prefix) {
    return heard.stream().filter(h -> h.startsWith(prefix)).count();
  }

  @Test
  void answerToAProbeFromBeforeTheResendTellsNothing() {
    a.losesAck = x -> true;
    for (int i = 0; i < 3; i++) {
      pair.send(a, Lane.BULK, 8);
    }
    pair.runUntil(() -> b.heard.contains("probe"));
    AckHeader ack = new AckHeader();
    ack.src = b.name;
    ack.dst = a.name;
    ack.gap = true;
    a.flows.onAck(ack, a.host.loop().nowNs());
    a.links.pump(a.host.loop().nowNs());
    pair.world.runFor(10 * MS);
    assertThat(count(b.heard, "data")).as("sent again because of the gap").isEqualTo(6);
    ack.gap = false;
    ack.nonce = 1;
    a.flows.onAck(ack, a.host.loop().nowNs());
    a.links.pump(a.host.loop().nowNs());
    pair.world.runFor(10 * MS);
    assertThat(count(b.heard, "data")).as("and not once more").isEqualTo(6);
  }

  @Test
  void gapIsReportedOnceAndFilled() {
    int[] losses = {1};
    b.losesData = h -> h.seq == 2 && losses[0]-- > 0;
    for (int i = 0; i < 6; i++) {
      pair.send(a, Lane.BULK, 8);
    }
    pair.world.runFor(50 * MS);
    pair.checkAllArrived();
    assertThat(count(a.heard, "ack 1 gap")).isEqualTo(1);
    assertThat(count(b.heard, "data 1")).as("what has arrived is not sent again").isEqualTo(1);
    assertThat(count(b.heard, "data 2")).isEqualTo(2);
    assertThat(count(b.heard, "probe")).as("no need to ask").isZero();
  }

  @Test
  void nothingIsResentOnSuspicion() {
    a.losesAck = x -> true;
    for (int i = 0; i < 5; i++) {
      pair.send(a, Lane.BULK, 8);
    }
    pair.world.runFor(10_000 * MS);
    assertThat(count(b.heard, "data")).isEqualTo(5);
    assertThat(count(b.heard, "probe")).isPositive();
    a.losesAck = x -> false;
    pair.world.runFor(5_000 * MS);
    pair.checkAllArrived();
    assertThat(count(b.heard, "data")).isEqualTo(5);
  }

  @Test
  void silenceIsProbedAtGrowingIntervals() {
    a.losesAck = x -> true;
    pair.send(a, Lane.BULK, 8);
    List<Long> probesPerSecond = new ArrayList<>();
    for (int second = 0; second < 10; second++) {
      b.heard.clear();
      pair.world.runFor(1_000 * MS);
      probesPerSecond.add(count(b.heard, "probe"));
    }
    assertThat(probesPerSecond.get(0)).isBetween(2L, 4L);
    long later = probesPerSecond.subList(4, 10).stream().mapToLong(n -> n).sum();
    assertThat(later).as("one every two seconds").isBetween(2L, 4L);
  }

  @Test
  void probeFindsTheLastFrameThatWasLost() {
    int[] losses = {1};
    b.losesData = h -> losses[0]-- > 0;
    pair.send(a, Lane.BULK, 8); // nothing follows that would show the gap
    pair.world.runFor(1_000 * MS);
    pair.checkAllArrived();
    assertThat(b.heard).containsExactly("data 1", "probe", "data 1");
  }

  @Test
  void lostProbeIsFollowedByAnother() {
    int[] losses = {3, 2};
    b.losesData = h -> losses[0]-- > 0;
    b.losesProbe = p -> losses[1]-- > 0;
    pair.send(a, Lane.BULK, 8);
    pair.world.runFor(20_000 * MS);
    pair.checkAllArrived();
  }

  @Test
  void linkThatComesBackIsProbedAtOnceAndOnlyTheLostIsResent() {
    for (int i = 0; i < 100; i++) {
      pair.send(a, Lane.BULK, 10_000);
    }
    pair.world.runFor(2 * MS);
    pair.cut(0);
    pair.world.runFor(MS);
    assertThat(a.linkTo(b.name)).isNull();
    pair.runUntil(() -> a.linkTo(b.name) != null);
    assertThat(count(b.heard, "probe")).isZero();
    pair.world.runFor(10 * MS); // long before the silence would be noticed
    assertThat(count(b.heard, "probe")).isEqualTo(1);
    pair.world.runFor(3_000 * MS);
    pair.checkAllArrived();
    assertThat(count(b.heard, "data")).isLessThan(200);
  }

  @Test
  void longMessageGoesOnWhereItWasCut() {
    int[] losses = {1};
    b.losesData = h -> h.seq == 6 && losses[0]-- > 0;
    pair.send(a, Lane.BULK, 10 * Frames.MAX_FRAGMENT);
    pair.world.runFor(1_000 * MS);
    pair.checkAllArrived();
    for (int seq = 1; seq <= 5; seq++) {
      assertThat(b.heard).containsOnlyOnce("data " + seq);
    }
    assertThat(count(b.heard, "data 6")).isEqualTo(2);
  }

  @Test
  void framesThatAreLostWithEveryCutArriveInTheEnd() {
    for (int i = 0; i < 20; i++) {
      pair.send(a, Lane.BULK, 50_000);
      pair.send(a, Lane.URGENT, 100);
      pair.send(b, Lane.BULK, 50_000);
      pair.world.runFor(MS / 2);
      pair.cut(0);
      pair.world.runFor(200 * MS);
      pair.checkOrder();
    }
    pair.world.runFor(20_000 * MS);
    pair.checkAllArrived();
  }
}
