package io.phoenix.migration.story;

/**
 * One thing that happens in a story. Nodes are meant by number, modulo how many there are, so that
 * any list of acts makes a story, and so does any part of it.
 */
public sealed interface Act {

  /**
   * A node is opened and joins.
   *
   * @param links with how many others it is linked, at least 1
   */
  record Join(int links) implements Act {}

  /** A node gives everything away and leaves, unless it is the last. */
  record Leave(int node) implements Act {}

  /** A node balances with its neighbours. */
  record Balance(int node) implements Act {}

  /** A node cancels what it was last asked to do, if it is not done. */
  record Cancel(int node) implements Act {}

  /** A node sends messages to virtual nodes from {@code first} on. */
  record Send(int node, int first, int count) implements Act {}

  /** The connection between two nodes breaks, if there is one. */
  record Cut(int a, int b) implements Act {}

  /** A node stands still. */
  record Pause(int node, int ms) implements Act {}

  /** No packet reaches a node, or leaves it, for a while. */
  record Isolate(int node, int ms) implements Act {}

  /** A node crashes, if there are two others. */
  record Crash(int node) implements Act {}

  /** Time passes. */
  record Wait(int ms) implements Act {}
}
