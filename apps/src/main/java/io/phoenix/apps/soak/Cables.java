package io.phoenix.apps.soak;

import io.phoenix.api.Port;
import java.util.List;

/** The network between the places where nodes run. */
interface Cables extends AutoCloseable {
  /** Where a node at a place listens. */
  Port port(int place);

  /** What the command line of a process at a place begins with. */
  List<String> commandAt(int place);

  /** Whether cables can be pulled here; if not, connections can still be reset. */
  boolean canCut();

  /** Pulls the cable of a place: no packet comes or goes, and nobody is told. */
  void cut(int place);

  /** Plugs it in again. */
  void heal(int place);

  /** Lets no packet pass between two places. */
  void cut(int place, int other);

  /** Lets them pass again. */
  void heal(int place, int other);

  @Override
  void close();

  /** Cables of so many places: real ones if this is root, who may make network namespaces. */
  static Cables of(int places) {
    return Namespaces.arePossible() ? Namespaces.make(places) : new Loopback(places);
  }
}
