package io.phoenix.apps.config;

/**
 * A place in a file, as editors count.
 *
 * @param line from 1
 * @param column from 1
 */
public record Mark(int line, int column) implements Comparable<Mark> {
  /** The beginning of a file. */
  static final Mark START = new Mark(1, 1);

  @Override
  public int compareTo(Mark other) {
    return line != other.line
        ? Integer.compare(line, other.line)
        : Integer.compare(column, other.column);
  }
}
