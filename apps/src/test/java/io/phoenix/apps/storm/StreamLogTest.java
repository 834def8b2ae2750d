package io.phoenix.apps.storm;

import static io.phoenix.apps.storm.StreamLog.Outcome.AHEAD;
import static io.phoenix.apps.storm.StreamLog.Outcome.DUPLICATE;
import static io.phoenix.apps.storm.StreamLog.Outcome.IN_ORDER;
import static io.phoenix.apps.storm.StreamLog.Outcome.OUT_OF_ORDER;
import static org.assertj.core.api.Assertions.assertThat;

import io.phoenix.apps.storm.StreamLog.Outcome;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.util.List;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

class StreamLogTest {
  private final StreamLog log = new StreamLog();

  @Test
  void numbersInOrderAreFine() {
    assertThat(receive(1, 2, 3)).containsOnly(IN_ORDER);
    assertThat(log.distinct()).isEqualTo(3);
    assertThat(log.firstMissing()).isEqualTo(4);
  }

  @Test
  void aLossLeavesAGapAndIsNoDisorder() {
    assertThat(receive(1, 3, 4)).containsExactly(IN_ORDER, AHEAD, IN_ORDER);
    assertThat(log.distinct()).isEqualTo(3);
    assertThat(log.firstMissing()).isEqualTo(2);
  }

  @Test
  void aSwapIsOneMessageOutOfOrderAndNoLoss() {
    assertThat(receive(1, 3, 2, 4)).containsExactly(IN_ORDER, AHEAD, OUT_OF_ORDER, IN_ORDER);
    assertThat(log.distinct()).isEqualTo(4);
    assertThat(log.firstMissing()).isEqualTo(5);
  }

  @Test
  void aSecondCopyIsADuplicateWhereverItComes() {
    assertThat(receive(1, 1, 2, 3, 2)).endsWith(DUPLICATE).contains(DUPLICATE);
    assertThat(receive(6, 5, 5, 6)).containsExactly(AHEAD, OUT_OF_ORDER, DUPLICATE, DUPLICATE);
    assertThat(log.distinct()).isEqualTo(5);
  }

  @Test
  void aGapCanBeFilledFromItsMiddle() {
    assertThat(receive(6, 3, 3, 1, 5, 2, 4, 7))
        .containsExactly(
            AHEAD,
            OUT_OF_ORDER,
            DUPLICATE,
            OUT_OF_ORDER,
            OUT_OF_ORDER,
            OUT_OF_ORDER,
            OUT_OF_ORDER,
            IN_ORDER);
    assertThat(log.distinct()).isEqualTo(7);
  }

  @Test
  void itContinuesWhereItWasWritten() throws IOException {
    receive(1, 2, 5);
    var bytes = new ByteArrayOutputStream();
    log.writeTo(new DataOutputStream(bytes));
    StreamLog moved =
        StreamLog.readFrom(new DataInputStream(new ByteArrayInputStream(bytes.toByteArray())));
    assertThat(moved.distinct()).isEqualTo(3);
    assertThat(moved.onNumber(5)).isEqualTo(DUPLICATE);
    assertThat(moved.onNumber(4)).isEqualTo(OUT_OF_ORDER);
    assertThat(moved.onNumber(6)).isEqualTo(IN_ORDER);
  }

  private List<Outcome> receive(long... numbers) {
    return LongStream.of(numbers).mapToObj(log::onNumber).toList();
  }
}
