package io.phoenix.workstealing.steal;

import io.phoenix.api.VirtualRange;
import io.phoenix.workstealing.SiteStatistics;
import io.phoenix.workstealing.monitor.PeerInfo;
import io.phoenix.workstealing.steal.Subcomputation.State;

/** What a site counts, and what it says of itself; guarded by the site. */
final class SiteMetrics {
  /** The weight of what was seen before, each time that something new is. */
  private static final double OLDER = 0.8;

  long tasks;

  /** Those of them that were the roots of what was stolen: their results go to others. */
  private long roots;

  long mostInUse;

  /** Tasks that came from other nodes. */
  long stolen;

  /** Tasks that one worker of this node took from another. */
  long stolenLocally;

  /** Results of stolen tasks that were combined with others here. */
  private long results;

  /** Those of them that came from other nodes. */
  private long remoteResults;

  /** Results that came although nobody waited for them. */
  long ignoredResults;

  /** Messages sent. */
  long messages;

  /** Requests for work that other nodes sent here. */
  long requests;

  private final SiteSettings settings;

  /** Counts, and is never behind the clock: what a node that comes back says is newer. */
  private long version;

  /** Tasks, and the time that workers took for them; what is older weighs less. */
  private double recentTasks;

  private double recentWorkNs;

  /** Whether time has passed here before; and what was when it last did. */
  private boolean ticked;

  private long tickedTasks;
  private long tickedNs;

  SiteMetrics(SiteSettings settings) {
    this.settings = settings;
  }

  SiteStatistics statistics() {
    return new SiteStatistics(
        tasks,
        mostInUse,
        stolen,
        stolenLocally,
        tasks - roots + results,
        remoteResults,
        messages,
        requests,
        ignoredResults);
  }

  /**
   * Counts the tasks of a subcomputation that have been run here since this was last called. What
   * is not its root is combined inside it; its root is when the result arrives, wherever that is.
   */
  void count(Subcomputation s) {
    long run = s.pool.tasks();
    tasks += run - s.counted;
    s.counted = run;
    if (run > 0 && !s.begun) {
      s.begun = true;
      roots += s.id.isRoot() ? 0 : 1; // the job's own is taken by the clearinghouse
    }
  }

  /** A result has come for a subcomputation; if that has not begun, it hands it on as its own. */
  void onResult(Subcomputation s, boolean fromElsewhere) {
    if (s.begun) {
      results++;
      remoteResults += fromElsewhere ? 1 : 0;
    }
  }

  /** A worker has looked up. */
  void onLookUp(SiteWorkers workers) {
    long inUse = 0;
    for (WorkerSlot slot : workers.slots()) {
      inUse += slot.inUse;
    }
    mostInUse = Math.max(mostInUse, inUse);
  }

  /** Time has passed. How fast idle workers are is not to be seen: their time does not count. */
  void tick(SiteWorkers workers, long nowNs) {
    int busy = workers.slots().size() - workers.idle();
    if (ticked && nowNs > tickedNs && busy > 0) {
      // Tasks that were taken out of workers' hands are not counted any more.
      recentTasks = OLDER * recentTasks + Math.max(0, tasks - tickedTasks);
      recentWorkNs = OLDER * recentWorkNs + (double) busy * (nowNs - tickedNs);
    }
    ticked = true;
    tickedNs = nowNs;
    tickedTasks = tasks;
    version = Math.max(version, nowNs);
  }

  PeerInfo info(VirtualRange interval, SiteWorkers workers, SubcomputationTable table) {
    return new PeerInfo(
        settings.self(),
        interval,
        settings.cluster(),
        ++version,
        workers.slots().size(),
        workers.slots().size() - workers.idle(),
        readyLevel(table),
        speed(workers));
  }

  private double speed(SiteWorkers workers) {
    return recentWorkNs == 0 ? 0 : workers.slots().size() * recentTasks * 1e9 / recentWorkNs;
  }

  /** The level of the oldest ready task, as far as workers have told. */
  private static int readyLevel(SubcomputationTable table) {
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
