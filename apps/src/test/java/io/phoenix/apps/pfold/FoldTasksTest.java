package io.phoenix.apps.pfold;

import static org.assertj.core.api.Assertions.assertThat;

import io.phoenix.apps.CodecChecks;
import io.phoenix.workstealing.Work;
import org.junit.jupiter.api.Test;

class FoldTasksTest {
  @Test
  void tasksOfAnySizeMakeTheSameHistogram() {
    check(new Folding(Box.parse("2x2x3"), Polymer.of("HHP", 12)));
    check(new Folding(Box.parse("3x3x3"), Polymer.of("H", 8)));
    check(new Folding(Box.parse("1x1x1"), Polymer.of("H", 1)));
  }

  private static void check(Folding folding) {
    for (int grain = 0; grain <= folding.length(); grain++) {
      long[] counts = Work.of(new FoldTasks(folding, grain), Fold.NONE).computeSerially();
      assertThat(counts).isEqualTo(folding.serial());
    }
  }

  @Test
  void foldsAreReadAsTheyWereWritten() {
    for (Fold fold :
        new Fold[] {Fold.NONE, new Fold(63, Long.MIN_VALUE | 5, Long.MIN_VALUE, 81, 48)}) {
      assertThat(CodecChecks.check(Fold.CODEC, fold)).isEqualTo(fold);
    }
  }
}
