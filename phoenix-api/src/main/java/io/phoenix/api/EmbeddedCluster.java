package io.phoenix.api;

import java.nio.file.Path;
import java.util.List;

/**
 * Several nodes in one process, linked through memory, with real loops: for the tests of programs
 * that use Phoenix. See {@link Phoenix#embedded(int, long)}.
 */
public interface EmbeddedCluster extends AutoCloseable {

  /** The node with this index, in the order in which they were opened. */
  Node node(int index);

  /** The nodes that are open. */
  List<Node> nodes();

  /** Opens one more node, linked to all others; it assumes nothing. */
  Node join();

  /** As {@link #join()}, with the log of a node that left. */
  Node join(Path log);

  /**
   * Breaks the link between two nodes, bytes in flight and all; they link up again by themselves.
   */
  void cut(int a, int b);

  /** Keeps two nodes from linking directly until {@link #heal}; others may still relay for them. */
  void block(int a, int b);

  /** Ends the effect of {@link #block}. */
  void heal(int a, int b);

  /** Closes all nodes. */
  @Override
  void close();
}
