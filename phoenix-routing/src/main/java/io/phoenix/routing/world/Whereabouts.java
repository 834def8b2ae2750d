package io.phoenix.routing.world;

import io.phoenix.api.Port;
import java.util.List;

/**
 * Where a node is.
 *
 * @param lan what its people call the LAN that it is in; empty if they have not said
 * @param ports where it can be dialled; none if it does not want to be
 */
public record Whereabouts(String lan, List<Port> ports) {
  /** Of a node that has left, or does not want to be dialled. */
  public static final Whereabouts UNKNOWN = new Whereabouts("", List.of());

  public Whereabouts {
    ports = List.copyOf(ports);
  }
}
