package io.phoenix.workstealing.steal;

import org.jspecify.annotations.Nullable;

/** What a site knows of one of its workers; guarded by the site. */
final class WorkerSlot {
  final int index;

  /** What the worker runs. */
  @Nullable Subcomputation current;

  /** Whether the worker is still inside a long task of something that was taken away from it. */
  boolean away;

  /** The worker's wish for work, while its colleagues are asked. */
  final StealDemand demand;

  /** Tasks that were in use when the worker was last asked. */
  long inUse;

  WorkerSlot(int index) {
    this.index = index;
    demand = StealDemand.of(this);
  }

  boolean isIdle() {
    return current == null && !away;
  }

  void clear() {
    current = null;
    inUse = 0;
  }
}
