package io.phoenix.api;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * What a node knows about its surroundings at one moment, to be read by people and programs.
 *
 * <pre>{@code
 * System.out.println(node.explain()); //             everything
 * node.explain().owner(42).ifPresent(System.out::println); // who assumes virtual node 42, and the way
 * }</pre>
 *
 * @param self the node that speaks
 * @param routes a way to each node it knows of, in the order of their names
 * @param owners who assumes which range, in the order of the ranges
 * @param ports the ports it was told to link to
 * @param listeners the SSH servers that it asked to listen for it
 * @param mesh the links that it makes by itself, to nodes that it has heard of
 * @param doubts messages that were sent to nodes which cannot tell whether they took them
 */
public record Explanation(
    ResourceName self,
    List<Route> routes,
    List<Owner> owners,
    List<PortState> ports,
    List<ListenerState> listeners,
    List<MeshState> mesh,
    List<Doubt> doubts) {

  /** Copies the lists. */
  public Explanation {
    routes = List.copyOf(routes);
    owners = List.copyOf(owners);
    ports = List.copyOf(ports);
    listeners = List.copyOf(listeners);
    mesh = List.copyOf(mesh);
    doubts = List.copyOf(doubts);
  }

  /** Of a node that makes no links by itself. */
  public Explanation(
      ResourceName self,
      List<Route> routes,
      List<Owner> owners,
      List<PortState> ports,
      List<ListenerState> listeners) {
    this(self, routes, owners, ports, listeners, List.of(), List.of());
  }

  /** Of a node that only listens by itself. */
  public Explanation(
      ResourceName self, List<Route> routes, List<Owner> owners, List<PortState> ports) {
    this(self, routes, owners, ports, List.of());
  }

  /**
   * A way to a node.
   *
   * @param node where it leads
   * @param nextHop the neighbour that it goes through; {@code null} if there is none at present
   * @param roundTrip the round trip that is expected
   * @param unacknowledged messages sent there that are not known to have arrived
   */
  public record Route(
      ResourceName node, @Nullable ResourceName nextHop, Duration roundTrip, long unacknowledged) {}

  /**
   * The owner of a range.
   *
   * @param range virtual nodes assumed by one node under one epoch
   * @param node their owner; {@code null} if nobody assumes them
   * @param epoch the ownership epoch
   * @param waiting messages for the range that wait here
   */
  public record Owner(VirtualRange range, @Nullable ResourceName node, long epoch, long waiting) {}

  /**
   * What became of a port that this node was told to link to.
   *
   * @param port the port
   * @param linkedTo the node at its other end, if there is a link
   * @param rung how that link is made: {@code direct} or {@code tunnel}
   * @param attempts how often it was tried, in all ways together
   * @param lastFailure why the last attempt failed, or why the last link broke; {@code null} if
   *     none did
   * @param rungs the ways that there are, the best one first
   */
  public record PortState(
      Port port,
      @Nullable ResourceName linkedTo,
      @Nullable String rung,
      long attempts,
      @Nullable String lastFailure,
      List<RungState> rungs) {

    /** Copies the list. */
    public PortState {
      rungs = List.copyOf(rungs);
    }

    /** A port of which the ways are not known. */
    public PortState(
        Port port, @Nullable ResourceName linkedTo, long attempts, @Nullable String lastFailure) {
      this(port, linkedTo, null, attempts, lastFailure, List.of());
    }
  }

  /**
   * What became of one way to reach a port.
   *
   * @param rung {@code direct} or {@code tunnel}
   * @param attempts how often it was tried
   * @param ago how long ago it was tried last; {@code null} if it never was
   * @param lastFailure why it failed last; {@code null} if it never did
   */
  public record RungState(
      String rung, long attempts, @Nullable Duration ago, @Nullable String lastFailure) {

    @Override
    public String toString() {
      if (ago == null) {
        return rung + ": not tried";
      }
      return rung
          + ": tried "
          + attempts
          + " times, last "
          + ago.toMillis()
          + " ms ago"
          + (lastFailure == null ? "" : "; last failure: " + lastFailure);
    }
  }

  /**
   * What became of an SSH server that was asked to listen for this node.
   *
   * @param port where it is to listen, and the servers on the way; who dials that gets here
   * @param isOpen whether it does at present
   * @param lastFailure why it does not; {@code null} if it does, or has not been asked yet
   */
  public record ListenerState(Port port, boolean isOpen, @Nullable String lastFailure) {
    @Override
    public String toString() {
      String state = isOpen ? "open" : "not open" + (lastFailure == null ? " yet" : "");
      return port + ": " + state + (lastFailure == null ? "" : "; last failure: " + lastFailure);
    }
  }

  /**
   * A link that this node makes by itself, or would, so that those who stay are not parted when a
   * node leaves.
   *
   * @param node the node at its other end
   * @param why what the link is for
   * @param ports where that node says that it listens
   * @param isLinked whether there is a link, whoever has made it
   * @param dialledAs how this node has made it; {@code null} if it has not
   * @param attempts how often this node has dialled it for that purpose
   * @param lastFailure why that failed last; {@code null} if it never did
   */
  public record MeshState(
      ResourceName node,
      String why,
      List<Port> ports,
      boolean isLinked,
      @Nullable Port dialledAs,
      long attempts,
      @Nullable String lastFailure) {

    /** Copies the list. */
    public MeshState {
      ports = List.copyOf(ports);
    }

    @Override
    public String toString() {
      List<String> written = ports.stream().map(Port::toString).toList();
      return (isLinked ? "link to " : "no link to ")
          + node
          + " at "
          + String.join(", ", written)
          + ": "
          + why
          + (attempts == 0 ? "" : "; dialled " + attempts + " times")
          + (lastFailure == null || isLinked ? "" : "; last failure: " + lastFailure);
    }
  }

  /**
   * Messages that were sent to a node which has vanished since. Either another node has taken their
   * range over, or this node left and returned after it had sent them, and asks in vain whether
   * they arrived. The vanished node may have taken them or not, so they are not sent again. If it
   * was only cut off, they arrive, or are found to have arrived, when it comes back.
   *
   * @param node the node that vanished
   * @param ranges the virtual nodes that they are for; those to the node in person are for none
   * @param messages how many there are
   */
  public record Doubt(ResourceName node, VirtualRangeSet ranges, long messages) {}

  /** Who assumes virtual node {@code v}. */
  public Optional<Owner> owner(long v) {
    return owners.stream().filter(o -> o.range().contains(v)).findFirst();
  }

  /** The way to a node. */
  public Optional<Route> route(ResourceName node) {
    return routes.stream().filter(r -> r.node().equals(node)).findFirst();
  }

  @Override
  public String toString() {
    var text = new StringBuilder("node ").append(self).append('\n');
    for (Route r : routes) {
      text.append("  route ").append(r.node());
      if (r.nextHop() == null) {
        text.append(": none at present");
      } else {
        text.append(r.nextHop().equals(r.node()) ? ": direct" : ": through " + r.nextHop());
        text.append(", round trip ").append(r.roundTrip().toNanos() / 1000).append(" µs");
      }
      text.append(", ").append(r.unacknowledged()).append(" messages under way\n");
    }
    for (Owner o : owners) {
      text.append("  owner of ").append(o.range()).append(": ");
      text.append(o.node() == null ? "nobody" : o.node()).append(", epoch ").append(o.epoch());
      text.append(", ").append(o.waiting()).append(" messages wait\n");
    }
    for (PortState p : ports) {
      text.append("  port ").append(p.port()).append(": ");
      text.append(p.linkedTo() == null ? "no link" : "link to " + p.linkedTo());
      text.append(p.linkedTo() == null || p.rung() == null ? "" : ", " + p.rung() + ",");
      text.append(" after ").append(p.attempts()).append(" attempts");
      text.append(p.lastFailure() == null ? "" : "; last failure: " + p.lastFailure()).append('\n');
      if (p.rungs().size() > 1) {
        p.rungs().forEach(rung -> text.append("    ").append(rung).append('\n'));
      }
    }
    listeners.forEach(listener -> text.append("  listens at ").append(listener).append('\n'));
    mesh.forEach(link -> text.append("  mesh: ").append(link).append('\n'));
    for (Doubt d : doubts) {
      text.append("  in doubt: ").append(d.messages()).append(" messages for ");
      text.append(d.ranges()).append(", sent to node ").append(d.node());
      text.append(", which vanished before it said whether it took them\n");
    }
    return text.toString();
  }
}
