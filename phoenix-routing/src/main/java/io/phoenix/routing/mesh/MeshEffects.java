package io.phoenix.routing.mesh;

import io.phoenix.api.Port;
import java.util.List;
import org.jspecify.annotations.Nullable;

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

  /** How {@code node} was dialled; {@code null} if it is not linked, or has dialled this node. */
  @Nullable Port dialledAs(long node);

  /** Whether there is a way to {@code node}, through others or not. */
  boolean hasWay(long node);
}
