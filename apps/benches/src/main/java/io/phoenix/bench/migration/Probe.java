package io.phoenix.bench.migration;

import io.phoenix.api.Node;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import org.HdrHistogram.Histogram;

/** Asks two nodes by turns, for virtual nodes that stay with them, and takes the time. */
final class Probe {
  private static final int REQUEST = 1;
  private static final int ANSWER = 2;
  private static final Duration PATIENCE = Duration.ofSeconds(30);
  private static final long GAP_NS = TimeUnit.MICROSECONDS.toNanos(300);

  private final Node asker;
  private final long there;
  private final long here;

  /** Asks from {@code a}: for what {@code b} assumes, and for what {@code a} itself does. */
  Probe(Member a, Member b) {
    asker = a.node();
    here = a.interval().first();
    there = b.interval().first();
  }

  void warmUp() throws InterruptedException {
    var unused = run(Duration.ofSeconds(2), () -> true);
  }

  /** Round trips in nanoseconds. */
  Histogram run(Duration most, BooleanSupplier goOn) throws InterruptedException {
    var tripsNs = new Histogram(3);
    long endNs = System.nanoTime() + most.toNanos();
    boolean near = false;
    while (System.nanoTime() - endNs < 0 && goOn.getAsBoolean()) {
      long startNs = System.nanoTime();
      asker.send(near ? here : there, REQUEST, new byte[8]);
      if (asker.recv(ANSWER, PATIENCE) == null) {
        throw new IllegalStateException("no answer within " + PATIENCE);
      }
      tripsNs.recordValue(System.nanoTime() - startNs);
      near = !near;
      LockSupport.parkNanos(GAP_NS);
    }
    return tripsNs;
  }
}
