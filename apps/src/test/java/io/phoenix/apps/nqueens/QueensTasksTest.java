package io.phoenix.apps.nqueens;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.phoenix.apps.CodecChecks;
import io.phoenix.workstealing.Work;
import org.junit.jupiter.api.Test;

class QueensTasksTest {
  @Test
  void tasksCountWhatIsPublished() {
    for (int n = 0; n <= 9; n++) {
      for (int grain = 0; grain <= n; grain++) {
        assertThat(
                Work.ofLongs(new QueensTasks(n, grain), QueensTasks.EMPTY_BOARD).computeSerially())
            .as("%d queens, grain %d", n, grain)
            .isEqualTo(Queens.known(n).orElseThrow());
      }
    }
    assertThat(Work.ofLongs(new QueensTasks(12, 8), QueensTasks.EMPTY_BOARD).computeSerially())
        .isEqualTo(14_200);
  }

  @Test
  void largestBoardFitsIntoItsBits() {
    // The first column, then the last, and so on: all sets of columns are used to their ends.
    var tasks = new QueensTasks(Queens.MAX, 17);
    long board = QueensTasks.EMPTY_BOARD;
    while (tasks.parts(board) > 0) {
      board = tasks.part(board, tasks.parts(board) - 1);
    }
    // Queens in the columns 9, 19 and 17, counted twice: as many as if they were placed by hand.
    int all = (1 << 20) - 1;
    int left = (((1 << 9) << 1 | 1 << 19) << 1 | 1 << 17) << 1;
    int right = (((1 << 9) >> 1 | 1 << 19) >> 1 | 1 << 17) >> 1;
    int free = all & ~(1 << 9 | 1 << 19 | 1 << 17 | left | right);
    assertThat(new QueensTasks(Queens.MAX, 16).parts(board)).isEqualTo(Integer.bitCount(free));
  }

  @Test
  void firstSolutionIsOne() {
    for (int n = 1; n <= 12; n++) {
      Placing first = Work.of(new FirstTasks(n, 3), Placing.NONE).computeSerially();
      assertThat(first).isEqualTo(FirstTasks.serial(n));
      assertThat(first.queens()).isEqualTo(n == 2 || n == 3 ? 0 : n);
      for (int row = 0; row < first.queens(); row++) {
        for (int other = 0; other < row; other++) {
          assertThat(Math.abs(first.column(row) - first.column(other))).isNotIn(0, row - other);
        }
      }
    }
  }

  @Test
  void boardIsDrawn() {
    assertThat(FirstTasks.serial(4).draw(4))
        .isEqualTo(
            """
            . Q . .
            . . . Q
            Q . . .
            . . Q .
            """);
  }

  @Test
  void placingsAreReadAsTheyWereWritten() {
    Placing placing = Placing.of(0, 30, 7);
    assertThat(CodecChecks.check(Placing.CODEC, placing)).isEqualTo(placing);
    assertThatThrownBy(() -> Placing.CODEC.decode(Placing.CODEC.encode(Placing.of(31))))
        .hasMessageContaining("no board");
  }
}
