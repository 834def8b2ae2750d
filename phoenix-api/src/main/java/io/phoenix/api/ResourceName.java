package io.phoenix.api;

import java.util.random.RandomGenerator;

/**
 * The name of a node itself: a random negative number, outside every virtual node space, made anew
 * at each start. Its order is the total order in which migrations take locks.
 *
 * @param value the number, below zero, as {@link Node#send(long, int, byte[])} takes it
 */
public record ResourceName(long value) implements Comparable<ResourceName> {

  /** Checks that the number can be a resource name. */
  public ResourceName {
    if (value >= 0) {
      throw new IllegalArgumentException(
          "resource name=" + value + " must be negative: virtual nodes are the numbers from 0 up");
    }
  }

  /** A fresh name; two are equal with a probability of 2⁻⁶³. */
  public static ResourceName random(RandomGenerator random) {
    return new ResourceName(random.nextLong() | Long.MIN_VALUE);
  }

  /** Whether a number names a node rather than a virtual node. */
  public static boolean isResourceName(long name) {
    return name < 0;
  }

  /** Writes either kind of name as people read it: {@code 42}, or {@code ~6f3a…} for a node. */
  public static String format(long name) {
    return name >= 0 ? Long.toString(name) : "~" + Long.toHexString(name & Long.MAX_VALUE);
  }

  /**
   * Reads what {@link #toString()} wrote.
   *
   * @throws IllegalArgumentException if the text is not of that form
   */
  public static ResourceName parse(String text) {
    try {
      if (text.matches("~[0-9a-fA-F]+")) {
        return new ResourceName(Long.parseLong(text.substring(1), 16) | Long.MIN_VALUE);
      }
    } catch (NumberFormatException e) {
      // reported below, with the form that is expected
    }
    throw new IllegalArgumentException(
        "'" + text + "' is not a resource name: expected ~ and hexadecimal digits, as in ~6f3a");
  }

  @Override
  public int compareTo(ResourceName other) {
    return Long.compare(value, other.value);
  }

  @Override
  public String toString() {
    return format(value);
  }
}
