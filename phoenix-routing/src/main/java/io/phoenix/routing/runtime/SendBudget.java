package io.phoenix.routing.runtime;

import java.util.concurrent.atomic.AtomicLong;

/**
 * How much of a node's own messages is under way, and whether there is room for more. What waits
 * for somebody who is away is counted apart, so that it takes no room from what is for others.
 *
 * <p>Each message is in one of the two sums, from when it is taken until it is given back. Whoever
 * sends takes room among those that are under way; the loop moves a message between the sums, and
 * only the loop does.
 */
final class SendBudget {
  private final long limitBytes;
  private final long awayLimitBytes;
  private final AtomicLong presentBytes = new AtomicLong();
  private final AtomicLong awayBytes = new AtomicLong();

  SendBudget(long limitBytes, long awayLimitBytes) {
    this.limitBytes = limitBytes;
    this.awayLimitBytes = awayLimitBytes;
  }

  /**
   * Takes room for a message of this cost; one that is larger than a limit may go alone.
   *
   * @param isAway whether it is for somebody who is away, so that it will wait
   */
  boolean tryTake(long cost, boolean isAway) {
    return tryTake(cost, isAway, 1);
  }

  /** As {@link #tryTake}, up to twice the limits: for the loop, where nobody can wait. */
  boolean tryTakeOnLoop(long cost, boolean isAway) {
    return tryTake(cost, isAway, 2);
  }

  private boolean tryTake(long cost, boolean isAway, int factor) {
    long away = awayBytes.get();
    if (isAway && away > 0 && away + cost > factor * awayLimitBytes) {
      return false;
    }
    while (true) {
      long present = presentBytes.get();
      if (present > 0 && present + cost > factor * limitBytes) {
        return false;
      }
      if (presentBytes.compareAndSet(present, present + cost)) {
        return true;
      }
    }
  }

  /** So many bytes more, or less, of what was taken wait for somebody who is away. */
  void moveAway(long deltaBytes) {
    awayBytes.addAndGet(deltaBytes);
    presentBytes.addAndGet(-deltaBytes);
  }

  void giveBack(long cost) {
    presentBytes.addAndGet(-cost);
  }

  /** Whether so much waits for those who are away that it matters who they are. */
  boolean isAwayScarce() {
    return awayBytes.get() >= awayLimitBytes / 2;
  }

  /** What is under way to those who are there. */
  long presentBytes() {
    return presentBytes.get();
  }

  /** What waits for those who are away. */
  long awayBytes() {
    return awayBytes.get();
  }
}
