package io.phoenix.routing.sim.scenario;

import static org.assertj.core.api.Assertions.assertThat;

import io.phoenix.routing.sim.scenario.Custody.Item;
import io.phoenix.routing.sim.scenario.Letter.Way;
import io.phoenix.routing.wire.AckHeader;
import io.phoenix.routing.wire.DataHeader;
import java.nio.ByteBuffer;
import org.junit.jupiter.api.Test;

class CustodyTest {
  private static final Letter LETTER = new Letter(1, 42, 7, 0);
  private static final Item ITEM = new Item(LETTER.stream(Way.BULK), 7);

  /** Node -n has author n. */
  private final Custody custody = new Custody(name -> (int) -name);

  private void data(int from, int to, long seq) {
    var h = new DataHeader();
    h.src = -from;
    h.dst = -to;
    h.seq = seq;
    h.first = true;
    h.last = true;
    h.tag = Way.BULK.tag;
    h.target = 42;
    h.total = Letter.LEAST_BYTES;
    custody.onData(h, ByteBuffer.wrap(LETTER.toBytes(0)), 0);
  }

  private void ack(int from, int to, long seq) {
    var a = new AckHeader();
    a.src = -from;
    a.dst = -to;
    a.ackSeq = seq;
    custody.onAck(a, 0);
  }

  private void assertHeldBy(int holder, int maybe) {
    assertThat(custody.holder(ITEM)).isEqualTo(holder);
    assertThat(custody.maybe(ITEM)).isEqualTo(maybe);
  }

  @Test
  void aLetterIsWithItsAuthorUntilItIsAcknowledged() {
    assertHeldBy(1, -1);
    data(1, 2, 5);
    assertHeldBy(1, 2);
    ack(2, 1, 4);
    assertHeldBy(1, 2);
    ack(2, 1, 5);
    assertHeldBy(2, -1);
  }

  @Test
  void aNodeThatSendsALetterOnHasIt() {
    data(1, 2, 5);
    data(2, 3, 1);
    assertHeldBy(2, 3);
  }

  @Test
  void aLateAcknowledgementDoesNotTakeALetterBack() {
    data(1, 2, 5);
    data(2, 3, 1);
    ack(3, 2, 1);
    assertHeldBy(3, -1);
    data(1, 2, 5);
    ack(2, 1, 5);
    assertHeldBy(3, -1);
  }

  @Test
  void aLetterThatWasTakenBackIsWhereItWasSentLast() {
    data(1, 2, 5);
    data(1, 3, 1);
    assertHeldBy(1, 3);
    ack(3, 1, 1);
    assertHeldBy(3, -1);
  }

  @Test
  void aLetterMayComeBack() {
    data(1, 2, 5);
    data(2, 1, 1);
    assertHeldBy(2, 1);
    ack(1, 2, 1);
    assertHeldBy(1, -1);
  }
}
