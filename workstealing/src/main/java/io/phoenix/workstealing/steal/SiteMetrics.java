package io.phoenix.workstealing.steal;

import io.phoenix.api.VirtualRange;
import io.phoenix.workstealing.SiteStatistics;
import io.phoenix.workstealing.monitor.PeerInfo;
import io.phoenix.workstealing.steal.Subcomputation.State;

/** What a site counts, and what it tells other nodes of itself. Guarded by the site. */
final class SiteMetrics {
  /** The weight that each tick leaves to what was measured before it. */
  private static final double OLDER = 0.8;

  long tasks;

  /** The roots of stolen subcomputations among the tasks: others combine their results. */
  private long roots;

  long mostInUse;

  /** Tasks that came from other nodes. */
  long stolen;

  /** Tasks that one worker of this node took from another. */
  long stolenLocally;

  /** Results of stolen tasks that were combined with others here. */
  private long results;

  /** The results among these that came from other nodes. */
  private long remoteResults;

  /** Results that came although nobody waited for them. */
  long ignoredResults;

  /** Messages sent. */
  long messages;

  /** Requests for work that other nodes sent here. */
  long requests;

  private final SiteSettings settings;

  /** Never behind the clock, so that a node that comes back sends newer versions than before. */
  private long version;

  /** Tasks, and the time that workers took for them; older ones weigh less. */
  private double recentTasks;

  private double recentWorkNs;

  /** Whether there was a tick before; then its count of tasks and its time. */
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
   * Counts the tasks of a subcomputation that have been run here since this was last called. The
   * result of its root is combined where it arrives; the results of all other tasks inside it.
   */
  void count(Subcomputation s) {
    long run = s.pool.tasks();
    tasks += run - s.counted;
    s.counted = run;
    if (run > 0 && !s.begun) {
      s.begun = true;
      roots += s.id.isRoot() ? 0 : 1; // the clearinghouse takes the result of the job's root
    }
  }

  /** A result has come. A subcomputation that has not begun hands it on: nothing is combined. */
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

  /** Time has passed. The time of idle workers does not count: it says nothing of their speed. */
  void tick(SiteWorkers workers, long nowNs) {
    int busy = workers.slots().size() - workers.idle();
    if (ticked && nowNs > tickedNs && busy > 0) {
      // The count shrinks when a task is taken from a worker and will be run elsewhere.
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

  /** The level of the oldest ready task, as of when workers last looked up. */
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
