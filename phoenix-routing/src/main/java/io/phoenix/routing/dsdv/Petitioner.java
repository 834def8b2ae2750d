package io.phoenix.routing.dsdv;

import static io.phoenix.routing.dsdv.Destination.NONE;
import static io.phoenix.routing.dsdv.Destination.NO_SEQNO;

import com.google.common.math.LongMath;
import io.phoenix.routing.dsdv.Selector.Need;
import io.phoenix.routing.world.Timers;
import java.util.ArrayList;
import java.util.List;

/**
 * Asks destinations for newer sequence numbers, and passes on what others ask (Babel, RFC 8966
 * §3.8).
 *
 * <p>A request travels from neighbour to neighbour along the routes that they offer, feasible or
 * not, until it meets the destination or a node that has such a number. The answer is no message of
 * its own: the destination counts its number up and advertises it, and the nodes that passed the
 * request on advertise it in their turn, at once. Others need not know: they are told the number
 * with the next change of the metric, or when they ask.
 */
final class Petitioner {
  private record Request(long neighbour, long node, long seqno, int hops) {}

  private final DsdvSettings settings;
  private final Neighbours neighbours;
  private final Selector selector;
  private final Timers timers;
  private final DsdvEffects effects;

  /** What this event made necessary: sent last, so that retractions arrive first. */
  private final List<Request> requests = new ArrayList<>();

  Petitioner(
      DsdvSettings settings,
      Neighbours neighbours,
      Selector selector,
      Timers timers,
      DsdvEffects effects) {
    this.settings = settings;
    this.neighbours = neighbours;
    this.selector = selector;
    this.timers = timers;
    this.effects = effects;
  }

  /** Something about {@code d} has changed, and this is what it lacks now. */
  void pursue(Destination d, Need need, long nowNs) {
    Petition petition = d.petition;
    if (petition == null) {
      if (need == Need.NOTHING) {
        return;
      }
      petition = new Petition();
      d.petition = petition;
    }
    if (petition.askedSlot != NONE && !d.isOfferedBy(petition.askedSlot)) {
      petition.askedSlot = NONE; // it lost its own route, and the request with it
      if (petition.isRelayed(nowNs) && petition.relayedHops >= 0) {
        passOn(d, petition, petition.relayedSeqno, NONE, nowNs);
      }
    }
    if (petition.urgent && d.isReachable()) {
      endOwn(petition);
    }
    switch (need) {
      case ANY_ROUTE -> askUrgently(d, petition, nowNs);
      case BETTER_ROUTE -> {
        if (petition.retry == null) {
          // No haste: while metrics settle, most such gains pass or become feasible by themselves.
          petition.retryNs = settings.retryNs();
          scheduleRetry(d, petition, settings.improveNs());
        }
      }
      case NOTHING -> dropIfIdle(d, nowNs);
    }
  }

  private void askUrgently(Destination d, Petition petition, long nowNs) {
    boolean asked =
        petition.urgent && petition.askedSlot != NONE && petition.askedSeqno > d.feasibleSeqno();
    if (asked) {
      return; // and the retry is set
    }
    endOwn(petition);
    petition.urgent = true;
    petition.retryNs = settings.retryNs();
    askAndRetry(d, petition, nowNs);
  }

  private void onRetryTimeout(Destination d, Petition petition, long nowNs) {
    petition.retry = null;
    if (d.petition == petition && selector.need(d) != Need.NOTHING) {
      askAndRetry(d, petition, nowNs);
      flush();
    } else {
      endOwn(petition);
      dropIfIdle(d, nowNs);
    }
  }

  private void askAndRetry(Destination d, Petition petition, long nowNs) {
    // Of the nearest: its route is the one that shall become feasible.
    int slot = selector.nearest(d, NONE);
    ask(
        d,
        petition,
        slot,
        LongMath.saturatedAdd(d.feasibleSeqno(), 1),
        settings.requestHops(),
        nowNs);
    scheduleRetry(d, petition, petition.retryNs);
    petition.retryNs = Math.min(2 * petition.retryNs, settings.retryMaxNs());
  }

  private void scheduleRetry(Destination d, Petition petition, long delayNs) {
    petition.retry = timers.set(delayNs, nowNs -> onRetryTimeout(d, petition, nowNs));
  }

  private static void dropIfIdle(Destination d, long nowNs) {
    if (d.petition != null && d.petition.retry == null && !d.petition.isRelayed(nowNs)) {
      d.petition = null;
    }
  }

  private static void endOwn(Petition petition) {
    if (petition.retry != null) {
      petition.retry.cancel();
      petition.retry = null;
    }
    petition.urgent = false;
  }

  /**
   * {@code from} asks for a route to {@code d} that this node does not have either.
   *
   * @param hops how many nodes may still pass it on, this one included
   */
  void relay(Neighbour from, Destination d, long seqno, int hops, long nowNs) {
    Petition petition = d.petition;
    if (petition == null) {
      petition = new Petition();
      d.petition = petition;
    }
    petition.relayedSeqno =
        petition.isRelayed(nowNs) ? Math.max(petition.relayedSeqno, seqno) : seqno;
    petition.relayedUntilNs = nowNs + settings.retryMaxNs();
    petition.relayedHops = Math.max(0, Math.min(hops, settings.requestHops())) - 1;
    boolean duplicate =
        petition.askedSlot != NONE
            && petition.askedSeqno >= seqno
            && nowNs - petition.askedAtNs < settings.suppressNs();
    if (!duplicate && petition.relayedHops >= 0) {
      passOn(d, petition, seqno, from.slot, nowNs);
    }
  }

  /**
   * Whether the route that is selected now is one that others wait for; if so, they do no longer.
   */
  boolean isAnswered(Destination d) {
    Petition petition = d.petition;
    if (petition == null || !d.isReachable() || !petition.isAnsweredBy(d.seqno())) {
      return false;
    }
    petition.relayedSeqno = NO_SEQNO;
    if (petition.retry == null) {
      d.petition = null;
    }
    return true;
  }

  /** The destination is forgotten. */
  void drop(Destination d) {
    if (d.petition != null) {
      endOwn(d.petition);
      d.petition = null;
    }
  }

  /** Passes a request on: along the selected route, which leads there; else as best we can. */
  private void passOn(Destination d, Petition petition, long seqno, int fromSlot, long nowNs) {
    boolean leads = d.isReachable() && d.selected() != fromSlot;
    int slot = leads ? d.selected() : selector.nearest(d, fromSlot);
    ask(d, petition, slot, seqno, petition.relayedHops, nowNs);
  }

  private void ask(Destination d, Petition petition, int slot, long seqno, int hops, long nowNs) {
    if (slot != NONE) {
      petition.askedSlot = slot;
      petition.askedSeqno = seqno;
      petition.askedAtNs = nowNs;
      requests.add(new Request(neighbours.at(slot).name, d.node, seqno, hops));
    }
  }

  /** Sends what was asked for in this event. */
  void flush() {
    if (requests.isEmpty()) {
      return;
    }
    for (Request r : requests) {
      effects.sendSeqnoRequest(r.neighbour(), r.node(), r.seqno(), r.hops());
    }
    requests.clear();
  }
}
