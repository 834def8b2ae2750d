package io.phoenix.migration.state;

/**
 * The state of a range on its way in. Until {@link #end} no message for the range arrives here, so
 * pieces may be put where they belong at once.
 */
public interface Incoming {

  /** Takes in a piece that the other node's {@link Outgoing#next} handed out; in order. */
  void add(byte[] chunk);

  /**
   * The last call; only if it throws although all had arrived, it is called again with {@code
   * false}, and the range stays with the other node.
   *
   * @param assumed whether all state has arrived and this node assumes the range next; otherwise
   *     the range stays with the other node, and what has been taken in is to be discarded
   */
  void end(boolean assumed);
}
