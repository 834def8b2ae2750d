package io.phoenix.apps.nqueens;

import io.phoenix.workstealing.task.LongDivideAndConquer;

/**
 * All solutions, as tasks: a task places one queen in the next row, each column a part, until few
 * rows are left, which one task fills serially.
 *
 * <p>A problem is the three sets of columns of {@link Queens}, {@link Queens#MAX} bits each, and
 * the bit that says that the board stands for its mirror image too. The empty board is zero.
 */
final class QueensTasks implements LongDivideAndConquer {
  /** The problem to begin with. */
  static final long EMPTY_BOARD = 0;

  private static final int LEFT = Queens.MAX;
  private static final int RIGHT = 2 * Queens.MAX;
  private static final int TWICE = 3 * Queens.MAX;

  private final int n;
  private final int grain;
  private final int all;

  /**
   * Solutions for n queens.
   *
   * @param grain how many rows are left when a task is not divided any more
   */
  QueensTasks(int n, int grain) {
    this.n = n;
    this.grain = grain;
    this.all = (1 << n) - 1;
  }

  @Override
  public int parts(long board) {
    if (board == EMPTY_BOARD) {
      return (n + 1) / 2;
    }
    return n - Integer.bitCount(columns(board)) <= grain ? 0 : Integer.bitCount(free(board));
  }

  @Override
  public long part(long board, int i) {
    if (board == EMPTY_BOARD) {
      int queen = 1 << i;
      return board(queen, queen << 1, queen >> 1) | (i == n - 1 - i ? 0 : 1L << TWICE);
    }
    int free = free(board);
    for (int left = i; left > 0; left--) {
      free &= free - 1;
    }
    int queen = free & -free;
    return board(columns(board) | queen, (left(board) | queen) << 1, (right(board) | queen) >> 1)
        | (board & 1L << TWICE);
  }

  @Override
  public long solve(long board) {
    if (board == EMPTY_BOARD) {
      return 1; // of no queens
    }
    long solutions = Queens.serial(all, columns(board), left(board), right(board));
    return solutions << (board >>> TWICE);
  }

  @Override
  public long combine(long soFar, long part) {
    return soFar + part;
  }

  private long board(int columns, int left, int right) {
    return columns | (long) (left & all) << LEFT | (long) right << RIGHT;
  }

  private int columns(long board) {
    return (int) board & all;
  }

  private int left(long board) {
    return (int) (board >>> LEFT) & all;
  }

  private int right(long board) {
    return (int) (board >>> RIGHT) & all;
  }

  private int free(long board) {
    return all & ~(columns(board) | left(board) | right(board));
  }
}
