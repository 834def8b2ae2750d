package io.phoenix.routing.sim.scenario;

import static org.assertj.core.api.Assertions.assertThat;

import io.phoenix.api.VirtualRange;
import io.phoenix.api.VirtualRangeSet;
import io.phoenix.routing.flow.Kind;
import io.phoenix.routing.sim.SimWorld;
import io.phoenix.routing.sim.scenario.Letter.Stream;
import io.phoenix.routing.sim.scenario.Letter.Way;
import io.phoenix.routing.wire.DataHeader;
import java.nio.ByteBuffer;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class LossCheckTest {
  private static final int SENDER = 0;
  private static final int OTHER = 1;
  private static final long SENDER_NAME = -8;
  private static final long OTHER_NAME = -9;

  private final Stage stage = stage();

  private static Stage stage() {
    var chance = new Chance(new SplittableRandom(1));
    Plan plan = Plan.draw(Scenario.TURMOIL, 3, chance);
    Topology topology = new Topology(3, false, plan.deadNs(), chance);
    Stage stage = new Stage(new SimWorld(1), plan, topology);
    stage.name(SENDER_NAME, new Actor(SENDER, stage));
    stage.name(OTHER_NAME, new Actor(OTHER, stage));
    return stage;
  }

  private void send(long target, int letters) {
    for (int i = 0; i < letters; i++) {
      stage.ledger.onSent(new Stream(SENDER, target, Way.BULK));
    }
  }

  private void assertUnexplained(int letters) {
    assertUnexplained(letters, new Doubts());
  }

  private void assertUnexplained(int letters, Doubts said) {
    assertThat(new LossCheck(stage, said).unexplained()).hasSize(letters);
  }

  /** Letters to virtual node 42 go out on the wire to the other node, which says nothing. */
  private void putOnTheWire(int letters) {
    send(42, letters);
    for (int i = 1; i <= letters; i++) {
      DataHeader h = new DataHeader();
      h.src = SENDER_NAME;
      h.dst = OTHER_NAME;
      h.seq = i;
      h.kind = Kind.APP;
      h.tag = Way.BULK.tag;
      h.first = true;
      h.last = true;
      h.total = Letter.LEAST_BYTES;
      ByteBuffer payload = ByteBuffer.wrap(new Letter(SENDER, 42, i, 0).toBytes(0));
      stage.custody.onData(h, payload, 0);
    }
  }

  @Test
  void aLetterThatALivingNodeHoldsMustArriveWhoeverCrashes() {
    send(42, 1);
    stage.onCrashed(OTHER);
    assertThat(new LossCheck(stage, new Doubts()).unexplained())
        .containsExactly("BULK #1 from node 0 to 42, last held by node 0");
  }

  @Test
  void aLetterThatTheCrashedNodeHeldIsLostWithIt() {
    send(42, 1);
    stage.onCrashed(SENDER);
    assertUnexplained(0);
  }

  @Test
  void aLetterOnTheWireToACrashedNodeIsLostOnlyIfItsSenderSaysSo() {
    putOnTheWire(3);
    stage.onCrashed(OTHER);
    assertUnexplained(3);
    Doubts said = new Doubts();
    said.add(SENDER, OTHER, VirtualRangeSet.of(VirtualRange.of(40, 44)), 2);
    assertUnexplained(1, said);
  }

  @Test
  void aDoubtAboutOtherVirtualNodesOrAnotherNodeOrOfAnotherSenderExplainsNothing() {
    putOnTheWire(1);
    Doubts said = new Doubts();
    said.add(SENDER, OTHER, VirtualRangeSet.of(VirtualRange.of(43, 50)), 9);
    said.add(SENDER, OTHER + 1, VirtualRangeSet.of(VirtualRange.of(40, 44)), 9);
    said.add(OTHER, OTHER, VirtualRangeSet.of(VirtualRange.of(40, 44)), 9);
    assertUnexplained(1, said);
  }

  @Test
  void aReportExplainsAsManyLettersAsItCounts() {
    send(42, 3);
    stage.onLeftForGood(SENDER, 2);
    assertUnexplained(1);
  }

  @Test
  void aLetterToANodeInPersonThatIsGoneNeedNotArrive() {
    send(OTHER_NAME, 1);
    assertUnexplained(1);
    stage.onLeftForGood(OTHER, 0);
    assertUnexplained(0);
  }

  @Test
  void aLetterThatHasArrivedNeedsNoReason() {
    send(42, 2);
    var stream = new Stream(SENDER, 42, Way.BULK);
    assertThat(stage.ledger.onDelivered(new Letter(SENDER, 42, 2, 0), stream)).isNull();
    assertUnexplained(1);
    stage.ledger.onEmptySent();
    assertUnexplained(2);
  }
}
