package io.phoenix.workstealing.runtime;

import static org.assertj.core.api.Assertions.assertThat;

import io.phoenix.workstealing.clearinghouse.ClearinghouseMessage.Lines;
import java.util.List;
import org.junit.jupiter.api.Test;

class LineBufferTest {
  private final LineBuffer buffer = new LineBuffer(3);

  @Test
  void oneBatchIsUnderWayAtATimeAndTheNextHasWhatWasWrittenMeanwhile() {
    assertThat(buffer.add("a")).isEqualTo(new Lines(3, List.of("a"), 0));
    assertThat(buffer.add("b")).isNull();
    assertThat(buffer.add("c")).isNull();
    assertThat(buffer.onLinesShown()).isEqualTo(new Lines(3, List.of("b", "c"), 0));
    assertThat(buffer.onLinesShown()).isNull();
    assertThat(buffer.add("d")).isEqualTo(new Lines(3, List.of("d"), 0));
  }

  @Test
  void linesBeyondTheBoundAreDroppedAndCounted() {
    buffer.add("first");
    for (int i = 0; i < LineBuffer.MAX_LINES + 1234; i++) {
      assertThat(buffer.add("more")).isNull();
    }
    Lines next = buffer.onLinesShown();
    assertThat(next).isNotNull();
    assertThat(next.lines()).hasSize(LineBuffer.MAX_LINES);
    assertThat(next.dropped()).isEqualTo(1234);
    buffer.add("again");
    assertThat(buffer.onLinesShown()).isEqualTo(new Lines(3, List.of("again"), 0));
  }

  @Test
  void longLinesAreCutAndFewOfThemAreKept() {
    String line = "x".repeat(10 * LineBuffer.MAX_LINE);
    buffer.add("first");
    for (int i = 0; i < 100; i++) {
      assertThat(buffer.add(line)).isNull();
    }
    Lines next = buffer.onLinesShown();
    assertThat(next).isNotNull();
    assertThat(next.lines().get(0)).hasSize(LineBuffer.MAX_LINE + 1).endsWith("x…");
    assertThat(next.lines()).hasSize(LineBuffer.MAX_CHARACTERS / LineBuffer.MAX_LINE);
    assertThat(next.lines().size() + next.dropped()).isEqualTo(100);
  }

  @Test
  void whatIsLeftAtTheEndIsSentWhateverIsUnderWayAndNothingAfterwards() {
    buffer.add("a");
    buffer.add("b");
    assertThat(buffer.close()).isEqualTo(new Lines(3, List.of("b"), 0));
    assertThat(buffer.add("c")).isNull();
    assertThat(buffer.onLinesShown()).isNull();
    assertThat(new LineBuffer(4).close()).isNull();
  }
}
