package io.phoenix.routing.mesh;

import io.phoenix.api.Port;
import java.util.List;

/** What the {@link Mesh} asks of the node that it runs in. */
public interface MeshEffects {

  /**
   * Try once to make a link to {@code node}, by these ways in turn. Either {@link Mesh#onLinkUp} or
   * {@link Mesh#onDialEnded} follows.
   */
  void dial(long node, List<Port> ways);

  /** Close a link that was dialled here. */
  void drop(long node, String why, long nowNs);

  /** Whether there is a link to {@code node}, whoever has dialled it and for whatever reason. */
  boolean isLinked(long node);

  /** Whether there is a way to {@code node}, through others or not. */
  boolean hasWay(long node);
}
