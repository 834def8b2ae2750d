package io.phoenix.routing.dsdv;

import io.phoenix.routing.world.Timers;
import java.util.ArrayList;
import java.util.List;

/**
 * Tells neighbours what has changed, all of them the same, and makes this node's own sequence
 * numbers.
 *
 * <p>Retractions and answers to requests leave at the end of the event that caused them; other news
 * too if none has left for {@link DsdvSettings#updateIntervalNs}, else together when that is over.
 * At the first sign of news it pays not to wait: the fastest path delivers first, so that what is
 * told first mostly is what stays.
 */
final class Announcer {
  private final long self;
  private final DsdvSettings settings;
  private final Neighbours neighbours;
  private final Timers timers;
  private final DsdvEffects effects;

  private final List<Destination> urgent = new ArrayList<>();
  private final List<Destination> pending = new ArrayList<>();
  private long nextUpdateNs = Long.MIN_VALUE;
  private boolean updateScheduled;

  /** How far a number goes ahead at a time: who lies about it is overtaken in a few steps. */
  static final long MAX_STEP = 1 << 9;

  private long ownSeqno = 1;
  private long wantedSeqno = 1;
  private boolean ownIsNews;
  private long nextSeqnoNs = Long.MIN_VALUE;
  private boolean seqnoScheduled;

  Announcer(
      long self, DsdvSettings settings, Neighbours neighbours, Timers timers, DsdvEffects effects) {
    this.self = self;
    this.settings = settings;
    this.neighbours = neighbours;
    this.timers = timers;
    this.effects = effects;
  }

  /** What is known of {@code d} has changed: tell it, if it is news. */
  void consider(Destination d, boolean answersRequest) {
    if (answersRequest) {
      d.requestSeqno();
    }
    if (!settings.relays() || !d.isNews(settings.routeChange())) {
      return; // who is told of no way asks for none
    }
    if (answersRequest || !d.isReachable()) {
      urgent.add(d);
    } else if (!d.pending) {
      d.pending = true;
      pending.add(d);
    }
  }

  /** Somebody needs this node's number to be {@code seqno} at least. */
  void onOwnSeqnoWanted(long seqno, long nowNs) {
    wantedSeqno = Math.max(wantedSeqno, seqno);
    if (seqno <= ownSeqno || seqnoScheduled) {
      return; // the asker will hear of it: the new number is on its way, or soon will be
    }
    if (nowNs >= nextSeqnoNs) {
      countUp(nowNs);
    } else {
      // Each number is told to the whole network: nobody may make it busy by asking.
      seqnoScheduled = true;
      timers.set(nextSeqnoNs - nowNs, this::onSeqnoTimeout);
    }
  }

  private void onSeqnoTimeout(long nowNs) {
    seqnoScheduled = false;
    countUp(nowNs);
    flush(nowNs);
  }

  private void countUp(long nowNs) {
    ownSeqno = Math.max(ownSeqno + 1, Math.min(wantedSeqno, ownSeqno + MAX_STEP));
    ownIsNews = true;
    nextSeqnoNs = nowNs + settings.seqnoIntervalNs();
  }

  long ownSeqno() {
    return ownSeqno;
  }

  /** Ends every event: what cannot wait goes out now. */
  void flush(long nowNs) {
    if (urgent.isEmpty() && pending.isEmpty() && !ownIsNews) {
      return;
    }
    send(nowNs >= nextUpdateNs, nowNs);
    if (!pending.isEmpty() && !updateScheduled) {
      updateScheduled = true;
      timers.set(nextUpdateNs - nowNs, this::onUpdateTimeout);
    }
  }

  private void onUpdateTimeout(long nowNs) {
    updateScheduled = false;
    flush(nowNs);
  }

  /** Tells a new neighbour everything, and nothing that the others have not been told as well. */
  void introduce(Neighbour neighbour, List<Destination> destinations) {
    List<RouteEntry> table = new ArrayList<>(destinations.size() + 1);
    table.add(own());
    for (Destination d : destinations) {
      if (d.isAdvertised()) {
        table.add(d.advertised());
      }
    }
    effects.sendRoutes(neighbour.name, table);
  }

  /** Tells what there is to tell, now. */
  void flushAll(long nowNs) {
    send(true, nowNs);
  }

  private void send(boolean all, long nowNs) {
    List<RouteEntry> news = new ArrayList<>();
    if (ownIsNews) {
      ownIsNews = false;
      news.add(own());
    }
    advertise(urgent, news);
    if (all && !pending.isEmpty()) {
      advertise(pending, news);
      nextUpdateNs = nowNs + settings.updateIntervalNs();
    }
    if (!news.isEmpty()) {
      for (Neighbour neighbour : neighbours.all()) {
        effects.sendRoutes(neighbour.name, news);
      }
    }
  }

  /** What was news when it was queued may be so no more: it was told since, or changed back. */
  private void advertise(List<Destination> queue, List<RouteEntry> news) {
    for (Destination d : queue) {
      if (queue == pending) {
        d.pending = false;
      }
      if (d.isNews(settings.routeChange())) {
        news.add(d.advertise());
      }
    }
    queue.clear();
  }

  private RouteEntry own() {
    return new RouteEntry(self, ownSeqno, 0);
  }
}
