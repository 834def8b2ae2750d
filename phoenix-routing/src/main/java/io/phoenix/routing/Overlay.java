package io.phoenix.routing;

import io.phoenix.api.Node;
import java.util.Collections;
import java.util.Map;
import java.util.WeakHashMap;
import java.util.function.IntSupplier;

/** What can be done to a node over TCP beside the API: for tests of its endurance. */
public final class Overlay {
  private static final Map<Node, IntSupplier> CUTS =
      Collections.synchronizedMap(new WeakHashMap<>());

  private Overlay() {}

  static void remember(Node node, IntSupplier cut) {
    CUTS.put(node, cut);
  }

  /**
   * Fault injection: resets all of a node's TCP connections at once, with the bytes that are under
   * way. The node links up again by itself, and nothing that was sent is lost.
   *
   * @return how many connections there were
   * @throws IllegalArgumentException if the node is not one that {@code Phoenix.open} made
   */
  public static int cutLinks(Node node) {
    IntSupplier cut = CUTS.get(node);
    if (cut == null) {
      throw new IllegalArgumentException("node " + node.resourceName() + " is not linked by TCP");
    }
    return cut.getAsInt();
  }
}
