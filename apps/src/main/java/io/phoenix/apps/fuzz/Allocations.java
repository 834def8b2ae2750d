package io.phoenix.apps.fuzz;

import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;

/** What this thread allocates, and what is left of it in the heap. */
final class Allocations {
  /** What may be kept of all inputs of one trial, with what the virtual machine does by itself. */
  private static final long MOST_KEPT = 48L << 20;

  private static final String KEEPS = "keeps ";

  private final ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
  private long before;
  private long usedBefore;

  void begin() {
    before = threads.getCurrentThreadAllocatedBytes();
  }

  void checkAtMost(long bytes) {
    long allocated = threads.getCurrentThreadAllocatedBytes() - before;
    BrokenPromise.unless(
        allocated <= bytes, "allocated " + allocated + " bytes for one input, allowed " + bytes);
  }

  void beginTrial() {
    usedBefore = used();
  }

  /**
   * Checks, while everything of the trial is there, that what it was given is not.
   *
   * @param others what is kept by others than the trial
   */
  void checkKept(long others) {
    long kept = used() - usedBefore - others;
    BrokenPromise.unless(
        kept <= MOST_KEPT, KEEPS + (kept >> 20) + " MiB of the inputs of one trial");
  }

  /** Whether a failure is that too much was kept. */
  static boolean isKept(Throwable why) {
    return why instanceof BrokenPromise && String.valueOf(why.getMessage()).startsWith(KEEPS);
  }

  private static long used() {
    System.gc();
    Runtime runtime = Runtime.getRuntime();
    return runtime.totalMemory() - runtime.freeMemory();
  }
}
