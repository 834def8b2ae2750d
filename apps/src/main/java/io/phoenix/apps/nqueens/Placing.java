package io.phoenix.apps.nqueens;

import io.phoenix.workstealing.codec.ByteReader;
import io.phoenix.workstealing.codec.Codec;
import java.util.Arrays;

/** The columns of the queens in the first rows of a board, none of which attacks another. */
final class Placing {
  static final Placing NONE = new Placing(new byte[0]);
  static final Codec<Placing> CODEC =
      Codec.of((placing, out) -> out.putBytes(placing.columns), Placing::read);

  /** Columns are bits of an int. */
  static final int MAX_QUEENS = 31;

  private final byte[] columns;

  private Placing(byte[] columns) {
    this.columns = columns;
  }

  static Placing of(int... columns) {
    byte[] bytes = new byte[columns.length];
    for (int row = 0; row < columns.length; row++) {
      bytes[row] = (byte) columns[row];
    }
    return new Placing(bytes);
  }

  int queens() {
    return columns.length;
  }

  int column(int row) {
    return columns[row];
  }

  /** With a queen in the next row. */
  Placing with(int column) {
    byte[] more = Arrays.copyOf(columns, columns.length + 1);
    more[columns.length] = (byte) column;
    return new Placing(more);
  }

  /** Of the columns of a board of n, those that no queen attacks in the next row. */
  int free(int n) {
    int attacked = 0;
    for (int row = 0; row < columns.length; row++) {
      int away = columns.length - row;
      long queen = 1L << columns[row];
      attacked |= (int) (queen | queen << away | queen >> away);
    }
    return ~attacked & (1 << n) - 1;
  }

  /** Whether all n queens lie, and none attacks another. */
  boolean isSolution(int n) {
    Placing soFar = NONE;
    for (byte column : columns) {
      if ((soFar.free(n) & 1 << column) == 0) {
        return false;
      }
      soFar = soFar.with(column);
    }
    return columns.length == n;
  }

  /** The board, a row a line. */
  String draw(int n) {
    var board = new StringBuilder();
    for (byte column : columns) {
      board.append(". ".repeat(column)).append("Q ").append(". ".repeat(n - 1 - column));
      board.setCharAt(board.length() - 1, '\n');
    }
    return board.toString();
  }

  private static Placing read(ByteReader in) {
    byte[] columns = in.getBytes();
    for (byte column : columns) {
      if (column < 0 || column >= MAX_QUEENS || columns.length > MAX_QUEENS) {
        throw new IllegalArgumentException("no board has queens at " + Arrays.toString(columns));
      }
    }
    return new Placing(columns);
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof Placing that && Arrays.equals(columns, that.columns);
  }

  @Override
  public int hashCode() {
    return Arrays.hashCode(columns);
  }

  @Override
  public String toString() {
    return Arrays.toString(columns);
  }
}
