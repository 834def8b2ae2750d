package io.phoenix.workstealing.steal;

import io.phoenix.api.VirtualRange;
import io.phoenix.workstealing.monitor.PeerInfo;
import io.phoenix.workstealing.steal.Subcomputation.State;

/** What a site counts, and what it says of itself; guarded by the site. */
final class Vitals {
  long tasks;
  long mostInUse;

  /** Tasks that came from other nodes. */
  long stolen;

  /** Tasks that one worker of this node took from another. */
  long stolenLocally;

  /** Results that came from other nodes. */
  long remoteResults;

  /** Results of this node's subcomputations that went to others of this node. */
  long localResults;

  /** Results that came although nobody waited for them. */
  long ignoredResults;

  /** Messages sent. */
  long messages;

  /** Requests for work that other nodes sent here. */
  long requests;

  private final SiteSettings settings;
  private long version;
  private double speed;

  /** Whether time has passed here before; and what was when it last did. */
  private boolean ticked;

  private long tickedTasks;
  private long tickedNs;

  Vitals(SiteSettings settings) {
    this.settings = settings;
  }

  SiteStatistics statistics() {
    return new SiteStatistics(
        tasks,
        mostInUse,
        stolen,
        stolenLocally,
        Math.max(0, tasks - stolen) + remoteResults,
        remoteResults,
        messages,
        requests,
        ignoredResults);
  }

  /** A worker has looked up. */
  void onLookUp(Crew crew) {
    long inUse = 0;
    for (Seat seat : crew.seats()) {
      inUse += seat.inUse;
    }
    mostInUse = Math.max(mostInUse, inUse);
  }

  void tick(long nowNs) {
    if (ticked && nowNs - tickedNs > 0) {
      speed = 1e9 * (tasks - tickedTasks) / (nowNs - tickedNs);
    }
    ticked = true;
    tickedNs = nowNs;
    tickedTasks = tasks;
  }

  PeerInfo info(VirtualRange interval, Crew crew, Table table) {
    return new PeerInfo(
        settings.self(),
        interval,
        settings.cluster(),
        ++version,
        crew.seats().size(),
        crew.seats().size() - crew.idle(),
        readyLevel(table),
        speed);
  }

  /** The level of the oldest ready task, as far as workers have told. */
  private static int readyLevel(Table table) {
    int oldest = Integer.MAX_VALUE;
    for (Subcomputation s : table.all()) {
      int level = s.state == State.RUNNING ? s.readyLevel : s.pool.readyLevel();
      if (level >= 0) {
        oldest = Math.min(oldest, s.level + level);
      }
    }
    return oldest == Integer.MAX_VALUE ? -1 : oldest;
  }
}
