package io.phoenix.apps.config;

/**
 * The TCP ports that nodes of a host may listen on; its first node takes the first, and so on.
 *
 * @param first the lowest
 * @param last the highest
 */
public record PortRange(int first, int last) {
  /** Where nodes listen if nothing else is said. */
  static final PortRange DEFAULT = new PortRange(7000, 7099);

  /** How many there are. */
  public int size() {
    return last - first + 1;
  }

  @Override
  public String toString() {
    return first == last ? String.valueOf(first) : first + "-" + last;
  }
}
