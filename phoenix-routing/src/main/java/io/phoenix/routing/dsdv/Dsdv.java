package io.phoenix.routing.dsdv;

import io.phoenix.routing.collect.LongMap;
import io.phoenix.routing.dsdv.Selector.Need;
import io.phoenix.routing.world.Timers;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * One node's routes to all others. Events come in through the {@code on…} methods, on the node's
 * loop; what follows from them goes out through {@link DsdvEffects}, before they return.
 *
 * <p>Every change takes the same way: an offer or a cost changes, {@link #reconsider} chooses anew,
 * tells the node if the next hop is another one, queues news for the neighbours, asks for a newer
 * sequence number if one is needed, and {@link #settle} sends what cannot wait.
 */
public final class Dsdv {
  /** The metric of what cannot be reached: the largest unsigned {@code int}. */
  public static final int INFINITE = -1;

  private final long self;
  private final DsdvSettings settings;
  private final DsdvEffects effects;

  private final LongMap<Destination> table = new LongMap<>();
  private final Neighbours neighbours = new Neighbours();
  private final Selector selector;
  private final Announcer announcer;
  private final Petitioner petitioner;
  private final Reaper reaper;

  /** Routes of the node named {@code self}. */
  public Dsdv(long self, DsdvSettings settings, Timers timers, DsdvEffects effects) {
    this(self, settings, timers, effects, Feasibility.STRICT);
  }

  /** For tests, which show what happens under a weaker rule. */
  Dsdv(long self, DsdvSettings settings, Timers timers, DsdvEffects effects, Feasibility rule) {
    this.self = self;
    this.settings = settings;
    this.effects = effects;
    this.selector = new Selector(neighbours, settings.hysteresis(), rule);
    this.announcer = new Announcer(self, settings, neighbours, timers, effects);
    this.petitioner = new Petitioner(settings, neighbours, selector, timers, effects);
    this.reaper = new Reaper(settings, timers, this::forget, this::remove, this::believeAgain);
  }

  /** A link to {@code neighbour} is up: it is sent the whole table. */
  public void onNeighbourUp(long neighbour, long rttNs, long nowNs) {
    if (neighbours.get(neighbour) != null) {
      onNeighbourDown(neighbour, nowNs); // another link: what was said over the old one is void
    }
    // First let the others know what the new one will: then all have been told the same.
    announcer.flushAll(nowNs);
    Neighbour added = neighbours.add(neighbour, Metric.ofLink(rttNs, settings.hopCost()));
    announcer.introduce(added, table.values());
  }

  /** The smoothed round-trip time of a link that is up was measured anew. */
  public void onNeighbourCost(long neighbour, long rttNs, long nowNs) {
    Neighbour changed = neighbours.get(neighbour);
    int cost = Metric.ofLink(rttNs, settings.hopCost());
    if (changed == null || !changed.measure(cost, settings, nowNs)) {
      return;
    }
    for (Destination d : table.values()) {
      if (d.isOfferedBy(changed.slot)) {
        reconsider(d, changed.slot, nowNs);
      }
    }
    settle(nowNs);
  }

  /** The link to {@code neighbour} is gone. */
  public void onNeighbourDown(long neighbour, long nowNs) {
    Neighbour gone = neighbours.get(neighbour);
    if (gone == null) {
      return;
    }
    for (Destination d : table.values()) {
      if (d.withdraw(gone.slot)) {
        reconsider(d, gone.slot, nowNs);
      }
    }
    neighbours.remove(gone);
    settle(nowNs);
  }

  /** A neighbour says how far other nodes are from it. */
  public void onRoutes(long neighbour, List<RouteEntry> routes, long nowNs) {
    Neighbour from = neighbours.get(neighbour);
    if (from == null) {
      return; // said over a link that is gone
    }
    for (RouteEntry route : routes) {
      onRoute(from, route, nowNs);
    }
    settle(nowNs);
  }

  private void onRoute(Neighbour from, RouteEntry route, long nowNs) {
    if (route.node() == self || route.node() == 0) {
      return; // nobody knows better; and 0 is nobody's name
    }
    Destination d = table.get(route.node());
    if (Metric.isFinite(route.metric())) {
      if (d == null) {
        d = discover(route.node(), nowNs);
      }
      if (d != null) {
        d.offer(from.slot, route.seqno(), route.metric());
        reconsider(d, from.slot, nowNs);
      }
    } else if (d != null && d.withdraw(from.slot)) {
      reconsider(d, from.slot, nowNs);
    }
  }

  /** Makes room for a new destination, unreachable so far; null if there is none. */
  private @Nullable Destination discover(long node, long nowNs) {
    if (table.size() >= settings.maxNodes()) {
      return null;
    }
    Destination d = new Destination(node);
    table.put(node, d);
    reaper.onLost(d, nowNs);
    return d;
  }

  /** A neighbour asks for a route to {@code node} under a number of at least {@code seqno}. */
  public void onSeqnoRequest(long neighbour, long node, long seqno, int hops, long nowNs) {
    Neighbour from = neighbours.get(neighbour);
    if (from == null) {
      return; // asked over a link that is gone
    }
    if (node == self) {
      announcer.onOwnSeqnoWanted(seqno, nowNs);
    } else {
      Destination d = table.get(node);
      if (d == null || d.departed) {
        return; // nothing is offered from here, and the asker knows or soon will
      }
      if (d.isReachable() && d.seqno() >= seqno) {
        announcer.consider(d, true);
      } else {
        petitioner.relay(from, d, seqno, hops, nowNs);
      }
    }
    settle(nowNs);
  }

  /**
   * {@code node} left in order: it is forgotten at once, and news of it not believed for a while.
   */
  public void onDeparted(long node, long nowNs) {
    if (node == self || node == 0) {
      return;
    }
    Destination d = table.get(node);
    if (d == null) {
      d = discover(node, nowNs);
    }
    if (d == null || d.departed) {
      return;
    }
    d.departed = true;
    d.forgotten = true;
    petitioner.drop(d);
    reconsider(d, d.selected(), nowNs);
    reaper.onDeparted(d, nowNs);
    settle(nowNs);
  }

  /** The latest of this node's own sequence numbers. */
  public long ownSeqno() {
    return announcer.ownSeqno();
  }

  /** How many nodes are remembered, be it only as forgotten. */
  public int size() {
    return table.size();
  }

  /** The neighbour that frames for {@code node} go to; 0 if there is no route. */
  public long nextHop(long node) {
    Destination d = table.get(node);
    return d == null ? 0 : d.nextHop();
  }

  /** The expected round-trip time along the route, relays included; -1 if there is none. */
  public long distanceNs(long node) {
    Destination d = table.get(node);
    return d == null || !d.isReachable() ? -1 : 1_000 * Metric.toLong(d.metric());
  }

  /** The nodes that are known and not forgotten, reachable or not; without this one. */
  public List<Long> knownNodes() {
    List<Long> known = new ArrayList<>(table.size());
    for (Destination d : table.values()) {
      if (!d.forgotten) {
        known.add(d.node);
      }
    }
    return known;
  }

  /** The offer in slot {@code changed}, or the cost to it, has changed. */
  private void reconsider(Destination d, int changed, long nowNs) {
    long nextHop = d.nextHop();
    int selected = d.selected();
    int choice = selector.choose(d, changed);
    if (choice == Destination.NONE) {
      d.deselect();
    } else {
      d.select(choice, neighbours.at(choice).name, selector.distance(d, choice));
    }
    Need need = choice == selected ? selector.need(d, changed) : selector.need(d);
    petitioner.pursue(d, need, nowNs);
    announcer.consider(d, petitioner.isAnswered(d));
    if (d.nextHop() != nextHop) {
      onNextHopChanged(d, nextHop, nowNs);
    }
  }

  private void onNextHopChanged(Destination d, long before, long nowNs) {
    if (before == 0) {
      d.forgotten = false;
      reaper.onFound(d);
    } else if (!d.isReachable()) {
      reaper.onLost(d, nowNs);
    }
    effects.onRouteChanged(d.node, d.nextHop(), nowNs);
  }

  /** Ends every event. */
  private void settle(long nowNs) {
    announcer.flush(nowNs);
    petitioner.flush();
  }

  private void forget(Destination d, long nowNs) {
    d.forgotten = true;
    effects.onForgotten(d.node, nowNs);
  }

  /** The hold time is over: if nobody offers a route, nothing has to be remembered. */
  private void remove(Destination d, long nowNs) {
    if (d.isOffered()) {
      reaper.onLost(d, nowNs); // infeasible as before: a number has been asked for
    } else {
      petitioner.drop(d);
      table.remove(d.node);
    }
  }

  /** A name that left is believed in again, though it will hardly come back. */
  private void believeAgain(Destination d, long nowNs) {
    d.departed = false;
    if (!d.isOffered() && nowNs - d.lostSinceNs >= settings.holdNs()) {
      remove(d, nowNs); // it was not believed in for as long as it would be held now
      return;
    }
    reaper.onLost(d, nowNs);
    reconsider(d, Destination.NONE, nowNs);
    settle(nowNs);
  }
}
