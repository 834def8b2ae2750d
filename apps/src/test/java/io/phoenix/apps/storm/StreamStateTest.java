package io.phoenix.apps.storm;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.phoenix.api.VirtualRange;
import io.phoenix.migration.state.Incoming;
import io.phoenix.migration.state.Outgoing;
import java.util.Objects;
import org.junit.jupiter.api.Test;

class StreamStateTest {
  private static final VirtualRange RANGE = VirtualRange.of(10, 20);
  private static final int STREAM = 5;

  private final Problems problems = new Problems();
  private final OrderChecker here = new OrderChecker();
  private final OrderChecker there = new OrderChecker();
  private final StreamState source = new StreamState(here, true);
  private final StreamState sink = new StreamState(there, false);

  StreamStateTest() {
    here.begin(VirtualRange.of(0, 20));
  }

  @Test
  void historiesContinueWhereTheyMoveTo() {
    deliver(source, 12, 1);
    deliver(source, 12, 2);
    deliver(source, 3, 1);
    Outgoing outgoing = source.handOut(RANGE);
    Incoming incoming = sink.takeIn(RANGE);
    copyAll(outgoing, incoming, 1 << 20);
    incoming.end(true);
    outgoing.end(true);
    deliver(sink, 12, 3);
    deliver(sink, 13, 1);
    deliver(source, 3, 2);
    assertThat(problems).isEmpty();
    assertThat(here.size()).isEqualTo(10);
  }

  @Test
  void whatComesWhileItIsCopiedIsCopiedAgain() {
    deliver(source, 12, 1);
    Outgoing outgoing = source.handOut(RANGE);
    Incoming incoming = sink.takeIn(RANGE);
    copyAll(outgoing, incoming, 1);
    assertThat(outgoing.remainingBytes()).isZero();
    deliver(source, 12, 2);
    assertThat(outgoing.remainingBytes()).isPositive();
    copyAll(outgoing, incoming, 1);
    incoming.end(true);
    deliver(sink, 12, 3);
    assertThat(problems).isEmpty();
  }

  @Test
  void chunksAreNotMuchLongerThanAsked() {
    for (long v = 0; v < 20; v++) {
      deliver(source, v, 1);
    }
    Outgoing outgoing = source.handOut(RANGE);
    assertThat(Objects.requireNonNull(outgoing.next(100)).length).isBetween(100, 140);
  }

  @Test
  void aRangeIsNotTakenOverUntilAllOfItHasCome() {
    Outgoing outgoing = source.handOut(RANGE);
    Incoming incoming = sink.takeIn(RANGE);
    incoming.add(Objects.requireNonNull(outgoing.next(1)));
    assertThatThrownBy(() -> incoming.end(true))
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining("1 of the 10 virtual nodes");
    incoming.end(false);
    assertThat(there.size()).isZero();
  }

  @Test
  void whatStaysIsStillHere() {
    deliver(source, 12, 1);
    Outgoing outgoing = source.handOut(RANGE);
    outgoing.next(1 << 20);
    outgoing.end(false);
    deliver(source, 12, 2);
    assertThat(problems).isEmpty();
  }

  @Test
  void aMessageForWhatIsNotAssumedIsMisplacedThoughItsHistoryIsHere() {
    var hop = new HopMessage(STREAM, 1);
    assertThat(source.onDelivery(12, hop, false, problems)).isFalse();
    assertThat(here.misplaced()).isEqualTo(1);
    assertThat(problems).hasSize(1);
  }

  private void deliver(StreamState state, long v, long number) {
    assertThat(state.onDelivery(v, new HopMessage(STREAM, number), true, problems)).isTrue();
  }

  private static void copyAll(Outgoing outgoing, Incoming incoming, int maxBytes) {
    for (byte[] c = outgoing.next(maxBytes); c != null; c = outgoing.next(maxBytes)) {
      incoming.add(c);
    }
  }
}
