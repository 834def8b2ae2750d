package io.phoenix.apps.nqueens;

import io.phoenix.workstealing.codec.Codec;
import io.phoenix.workstealing.task.DivideAndConquer;
import io.phoenix.workstealing.task.Parts;
import io.phoenix.workstealing.task.TaskContext;

/**
 * One solution, whichever is found first: the tasks of a search whose other parts are aborted when
 * one of them has succeeded. A result is a whole placing, or an empty one.
 */
final class FirstTasks implements DivideAndConquer<Placing, Placing> {
  /** A task asks whether it is still wanted when so many rows are left: some microseconds each. */
  private static final int POLLED_ROWS = 8;

  private final int n;
  private final int dividedRows;

  /**
   * A search for n queens.
   *
   * @param grain how many rows are left when a task is not divided any more
   */
  FirstTasks(int n, int grain) {
    this.n = n;
    this.dividedRows = n - grain;
  }

  /** The first solution in the order of columns, in one thread; empty if there is none. */
  static Placing serial(int n) {
    return search(n, Placing.NONE, () -> {});
  }

  @Override
  public void divide(Placing placing, Parts<Placing> parts) {
    if (placing.queens() < dividedRows) {
      for (int free = placing.free(n); free != 0; free &= free - 1) {
        parts.add(placing.with(Integer.numberOfTrailingZeros(free)));
      }
    }
  }

  @Override
  public Placing solve(Placing placing, TaskContext context) {
    return search(n, placing, context::poll);
  }

  private static Placing search(int n, Placing placing, Runnable poll) {
    int[] columns = new int[n];
    int queens = placing.queens();
    int all = (1 << n) - 1;
    int taken = 0;
    int left = 0;
    int right = 0;
    for (int row = 0; row < queens; row++) {
      columns[row] = placing.column(row);
      int queen = 1 << columns[row];
      taken |= queen;
      left = (left | queen) << 1;
      right = (right | queen) >> 1;
    }
    return search(all, queens, taken, left, right, columns, poll)
        ? Placing.of(columns)
        : Placing.NONE;
  }

  private static boolean search(
      int all, int row, int taken, int left, int right, int[] columns, Runnable poll) {
    if (row == columns.length) {
      return true;
    }
    if (columns.length - row == POLLED_ROWS) {
      poll.run();
    }
    for (int free = all & ~(taken | left | right); free != 0; free &= free - 1) {
      int queen = free & -free;
      columns[row] = Integer.numberOfTrailingZeros(queen);
      if (search(
          all, row + 1, taken | queen, (left | queen) << 1, (right | queen) >> 1, columns, poll)) {
        return true;
      }
    }
    return false;
  }

  @Override
  public Placing initial(Placing placing) {
    return Placing.NONE;
  }

  @Override
  public Placing combine(Placing soFar, Placing part) {
    return soFar.queens() == 0 ? part : soFar;
  }

  @Override
  public boolean isEnough(Placing soFar) {
    return soFar.queens() > 0;
  }

  @Override
  public Codec<Placing> problems() {
    return Placing.CODEC;
  }

  @Override
  public Codec<Placing> results() {
    return Placing.CODEC;
  }
}
