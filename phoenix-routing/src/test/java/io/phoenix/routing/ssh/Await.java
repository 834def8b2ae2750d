package io.phoenix.routing.ssh;

import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;

/** Waits for a condition, with a deadline. */
public final class Await {
  private static final long LIMIT_NS = TimeUnit.SECONDS.toNanos(30);
  private static final long PAUSE_NS = TimeUnit.MILLISECONDS.toNanos(5);

  private Await() {}

  /** Tries until it is true; what it throws counts as not yet. */
  public static void until(BooleanSupplier condition) {
    long deadlineNs = System.nanoTime() + LIMIT_NS;
    RuntimeException last = null;
    while (System.nanoTime() - deadlineNs < 0) {
      try {
        if (condition.getAsBoolean()) {
          return;
        }
      } catch (RuntimeException e) {
        last = e;
      }
      LockSupport.parkNanos(PAUSE_NS);
    }
    throw new AssertionError("the condition did not come true in time", last);
  }
}
