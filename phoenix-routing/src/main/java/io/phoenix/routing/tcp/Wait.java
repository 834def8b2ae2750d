package io.phoenix.routing.tcp;

import java.util.function.BooleanSupplier;

/** What a driving thread waits for: until when it drives the loop. */
final class Wait {
  private BooleanSupplier done;
  private long deadlineNs;
  final boolean isBackground;

  /**
   * @param deadlineNs on {@link System#nanoTime}'s scale; MAX_VALUE for none
   * @param isBackground whether it stops as soon as an application thread wants the seat
   */
  Wait(BooleanSupplier done, long deadlineNs, boolean isBackground) {
    this.done = done;
    this.deadlineNs = deadlineNs;
    this.isBackground = isBackground;
  }

  /** The same object for another wait: one that receives again and again allocates nothing. */
  Wait reuse(BooleanSupplier done, long deadlineNs) {
    this.done = done;
    this.deadlineNs = deadlineNs;
    return this;
  }

  /** Whether it is over, but for the deadline. */
  boolean isDone() {
    return done.getAsBoolean() || (!isBackground && Thread.currentThread().isInterrupted());
  }

  boolean isLate(long nowNs) {
    return deadlineNs != Long.MAX_VALUE && nowNs - deadlineNs >= 0;
  }

  /** The earlier of this deadline and another time. */
  long limitNs(long otherNs) {
    if (deadlineNs == Long.MAX_VALUE) {
      return otherNs;
    }
    return otherNs == Long.MAX_VALUE || deadlineNs - otherNs < 0 ? deadlineNs : otherNs;
  }
}
