package io.phoenix.apps.nqueens;

import java.util.OptionalLong;

/**
 * Counts the ways to put n queens on a board of n × n squares such that none attacks another.
 *
 * <p>Rows are filled from the top. What earlier queens leave of the next row are three sets of
 * columns, one bit each: those below a queen and those on the diagonals that come down to the left
 * and to the right. Boards are counted together with their mirror images: the first queen goes into
 * the left half only and counts twice (and in the middle column, of odd boards, once).
 */
public final class Queens {
  /** What the boards' sets of columns leave room for. */
  public static final int MAX = 20;

  /** Rows that a task may fill: some tens of milliseconds, in which nobody can make it end. */
  static final int MAX_GRAIN = 14;

  /** Counts for n from 0 up, as published (OEIS A000170). */
  private static final long[] KNOWN = {
    1,
    1,
    0,
    0,
    2,
    10,
    4,
    40,
    92,
    352,
    724,
    2_680,
    14_200,
    73_712,
    365_596,
    2_279_184,
    14_772_512,
    95_815_104L,
    666_090_624L,
    4_968_057_848L,
    39_029_188_884L
  };

  private Queens() {}

  /** All solutions, in one thread. */
  public static long serial(int n) {
    int all = (1 << n) - 1;
    long solutions = 0;
    for (int column = 0; column < (n + 1) / 2; column++) {
      int queen = 1 << column;
      long here = serial(all, queen, queen << 1, queen >> 1);
      solutions += column == n - 1 - column ? here : 2 * here;
    }
    return n == 0 ? 1 : solutions;
  }

  /**
   * The ways to fill the rows that are left.
   *
   * @param all the board's columns
   * @param columns those that have a queen
   * @param left attacked in the next row, from the right above; bits beyond the board may be set
   * @param right attacked in the next row, from the left above
   */
  static long serial(int all, int columns, int left, int right) {
    if (columns == all) {
      return 1;
    }
    long solutions = 0;
    int free = all & ~(columns | left | right);
    while (free != 0) {
      int queen = free & -free;
      free ^= queen;
      solutions += serial(all, columns | queen, (left | queen) << 1, (right | queen) >> 1);
    }
    return solutions;
  }

  /**
   * How many rows are best left to one task, so that tasks take some microseconds, and boards of
   * any size make enough of them.
   */
  static int goodGrain(int n) {
    int divided = n <= 14 ? 4 : n <= 18 ? 5 : 6;
    return Math.max(1, n - divided);
  }

  /** How many tasks {@link QueensTasks} makes. */
  static long tasks(int n, int grain) {
    var tasks = new QueensTasks(n, grain);
    return tasks(tasks, QueensTasks.EMPTY_BOARD);
  }

  private static long tasks(QueensTasks tasks, long board) {
    long count = 1;
    for (int i = tasks.parts(board) - 1; i >= 0; i--) {
      count += tasks(tasks, tasks.part(board, i));
    }
    return count;
  }

  /** The published count. */
  public static OptionalLong known(int n) {
    return n < KNOWN.length ? OptionalLong.of(KNOWN[n]) : OptionalLong.empty();
  }
}
