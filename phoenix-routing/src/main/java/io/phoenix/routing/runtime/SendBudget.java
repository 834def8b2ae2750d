package io.phoenix.routing.runtime;

import java.util.concurrent.atomic.AtomicLong;

/** How much of a node's own messages is under way, and whether there is room for more. */
final class SendBudget {
  private final long limitBytes;
  private final AtomicLong usedBytes = new AtomicLong();

  SendBudget(long limitBytes) {
    this.limitBytes = limitBytes;
  }

  /** Takes room for a message of this cost; one that is larger than the limit may go alone. */
  boolean tryTake(long cost) {
    return tryTake(cost, limitBytes);
  }

  /** As {@link #tryTake(long)}, up to twice the limit: for the loop, where nobody can wait. */
  boolean tryTakeOnLoop(long cost) {
    return tryTake(cost, 2 * limitBytes);
  }

  private boolean tryTake(long cost, long limit) {
    while (true) {
      long used = usedBytes.get();
      if (used > 0 && used + cost > limit) {
        return false;
      }
      if (usedBytes.compareAndSet(used, used + cost)) {
        return true;
      }
    }
  }

  void giveBack(long cost) {
    usedBytes.addAndGet(-cost);
  }

  long usedBytes() {
    return usedBytes.get();
  }
}
