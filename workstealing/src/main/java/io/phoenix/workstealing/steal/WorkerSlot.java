package io.phoenix.workstealing.steal;

import org.jspecify.annotations.Nullable;

/** What a site knows of one of its workers. Guarded by the site. */
final class WorkerSlot {
  final int index;

  /** The subcomputation that the worker runs. */
  @Nullable Subcomputation current;

  /** Whether the worker is inside a long task of a subcomputation that was taken away from it. */
  boolean away;

  /** The worker's own demand, for which its colleagues are asked while it is idle. */
  final StealDemand demand;

  /** How many tasks were in use when the worker last looked up. */
  long inUse;

  WorkerSlot(int index) {
    this.index = index;
    demand = new StealDemand(this);
  }

  boolean isIdle() {
    return current == null && !away;
  }

  void clear() {
    current = null;
    inUse = 0;
  }
}
