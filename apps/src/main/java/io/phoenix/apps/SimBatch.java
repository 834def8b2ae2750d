package io.phoenix.apps;

import io.phoenix.apps.terminal.LiveLine;
import io.phoenix.routing.sim.SimFailure;
import io.phoenix.routing.sim.scenario.Outcome;
import io.phoenix.routing.sim.scenario.SimRun;
import java.util.NavigableMap;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.LongFunction;

/** Many seeds on all cores, each seed on one, with a line of progress. */
final class SimBatch {
  private static final long PROGRESS_MS = 500;

  private final LongFunction<SimRun> runs;
  private final long end;
  private final int count;
  private final boolean keepGoing;
  private final LiveLine progress;
  private final AtomicLong next;
  private final LongAdder done = new LongAdder();
  private final LongAdder delivered = new LongAdder();
  private final LongAdder faults = new LongAdder();
  private final LongAdder events = new LongAdder();
  private final ConcurrentSkipListMap<Long, SimFailure> failures = new ConcurrentSkipListMap<>();

  SimBatch(LongFunction<SimRun> runs, long first, int count, boolean keepGoing, LiveLine progress) {
    this.runs = runs;
    this.count = count;
    this.keepGoing = keepGoing;
    this.progress = progress;
    next = new AtomicLong(first);
    end = first + count;
  }

  /** The seeds that failed, and how. */
  NavigableMap<Long, SimFailure> failures() {
    return failures;
  }

  void run() {
    int threads = Runtime.getRuntime().availableProcessors();
    ExecutorService pool = Executors.newFixedThreadPool(threads);
    for (int i = 0; i < threads; i++) {
      pool.execute(this::work);
    }
    pool.shutdown();
    try {
      while (!pool.awaitTermination(PROGRESS_MS, TimeUnit.MILLISECONDS)) {
        progress.show(summary(), System.nanoTime());
      }
      progress.end();
    } catch (InterruptedException e) {
      pool.shutdownNow();
      Thread.currentThread().interrupt();
    }
  }

  private void work() {
    for (long seed = next.getAndIncrement();
        seed < end && (keepGoing || failures.isEmpty());
        seed = next.getAndIncrement()) {
      try {
        Outcome outcome = runs.apply(seed).run();
        delivered.add(outcome.delivered());
        faults.add(outcome.faults());
        events.add(outcome.events());
      } catch (SimFailure failure) {
        failures.put(seed, failure);
      }
      done.increment();
    }
  }

  String summary() {
    String text =
        "%d of %d seeds: %d messages delivered, %d faults, %d events, %d failed"
            .formatted(
                done.sum(), count, delivered.sum(), faults.sum(), events.sum(), failures.size());
    return failures.isEmpty() ? text : text + ": " + failures.keySet();
  }
}
