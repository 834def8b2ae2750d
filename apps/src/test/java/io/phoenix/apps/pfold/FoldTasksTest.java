package io.phoenix.apps.pfold;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.phoenix.apps.CodecChecks;
import io.phoenix.apps.run.RunCommand;
import io.phoenix.workstealing.Work;
import io.phoenix.workstealing.task.TaskContext;
import java.util.concurrent.CancellationException;
import java.util.concurrent.atomic.AtomicInteger;
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
  void taskThatTakesLongAsksWhetherItIsStillWanted() {
    var folding = new Folding(Box.parse("4x4x4"), Polymer.of("H", 64)); // without end
    Fold start = folding.starts().get(0);
    var polls = new AtomicInteger();
    var tasks = new FoldTasks(folding, 64);
    assertThatThrownBy(
            () ->
                tasks.solve(
                    start,
                    new TaskContext() {
                      @Override
                      public void poll() {
                        if (polls.incrementAndGet() == 10) {
                          throw new CancellationException();
                        }
                      }

                      @Override
                      public void println(String line) {}
                    }))
        .isInstanceOf(CancellationException.class);
  }

  @Test
  void tasksAreNotLargerForLargerBoxesUnlessThatIsAskedFor() {
    assertThat(RunCommand.assignment("pfold", "4x4x4").arguments()).endsWith("64", "16");
    assertThat(RunCommand.assignment("pfold", "4x4x4", "--grain=40").arguments()).endsWith("40");
  }

  @Test
  void foldsAreReadAsTheyWereWritten() {
    for (Fold fold :
        new Fold[] {Fold.NONE, new Fold(63, Long.MIN_VALUE | 5, Long.MIN_VALUE, 81, 48)}) {
      assertThat(CodecChecks.check(Fold.CODEC, fold)).isEqualTo(fold);
    }
  }
}
