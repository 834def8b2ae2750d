package io.phoenix.bench.migration;

import io.phoenix.api.Node;
import io.phoenix.api.VirtualRange;
import io.phoenix.bench.Rows;
import io.phoenix.migration.MigrationListener;
import io.phoenix.migration.transfer.Move;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import org.HdrHistogram.Histogram;

/**
 * Moves state between two nodes: how fast, how long nobody assumes the range, and how much others
 * notice. The range moves because its owner leaves; it is used all the while.
 */
final class MoveFigures {
  private static final int REQUEST = 1;
  private static final int ANSWER = 2;
  private static final int TOUCH = 3;
  private static final int BULK = 4;
  private static final int MIB = 1 << 20;
  private static final int WARM_UPS = 3;
  private static final Duration PATIENCE = Duration.ofMinutes(2);
  private static final double PAUSE_LIMIT_MS = 20;

  private final Rows rows;

  MoveFigures(Rows rows) {
    this.rows = rows;
  }

  void measure(List<Integer> sizesMib) throws Exception {
    for (int i = 0; i < WARM_UPS; i++) {
      move(64, true, new Rows()); // while code is being compiled, others notice that
    }
    for (int mib : sizesMib) {
      move(mib, true, rows);
    }
    move(64, false, rows);
  }

  private static void move(int mib, boolean live, Rows rows) throws Exception {
    try (Member a = Member.open(live, List.of());
        Member b = Member.open(live, List.of(a));
        Member c = Member.open(live, List.of(a, b))) {
      a.migration().found();
      b.migration().join().await(PATIENCE);
      c.migration().join().await(PATIENCE);
      // What moves is all that c has; what is asked for meanwhile belongs to a and b.
      VirtualRange moving = c.interval();
      var filled = new CompletableFuture<Void>();
      c.node()
          .loop()
          .execute(
              () -> {
                long step = Math.max(1, moving.size() / Math.max(1, mib * 16L));
                VirtualRange part =
                    VirtualRange.of(moving.first(), moving.first() + moving.size() / step);
                c.state().fill(part, (long) mib * MIB);
                filled.complete(null);
              });
      filled.get(1, TimeUnit.MINUTES);
      for (Member member : List.of(a, b, c)) {
        Node node = member.node();
        node.handle(REQUEST, m -> node.send(m.sender(), ANSWER, m.payload()));
        node.handle(TOUCH, m -> member.state().touch(m.to()));
      }
      double bandwidth = live ? 0 : bandwidth(a, b);
      var probe = new Probe(a, b);
      probe.warmUp();
      Histogram quiet = probe.run(Duration.ofMillis(700), () -> true);
      Histogram besideStream;
      try (var stream = new PlainStream()) {
        besideStream = probe.run(Duration.ofMillis(700), stream::isRunning);
      }
      var done = new CompletableFuture<Move>();
      c.migration()
          .addListener(
              new MigrationListener() {
                @Override
                public void onMoved(Move move) {
                  done.complete(move);
                }
              });
      c.migration().leave();
      Histogram busy =
          probe.run(
              Duration.ofMinutes(1),
              () -> {
                a.node().trySend(moving.first() + 1, TOUCH, new byte[0]);
                return !done.isDone();
              });
      Move move = done.get(2, TimeUnit.MINUTES);
      report(mib, live, bandwidth, move, new Trips(quiet, besideStream, busy), rows);
    }
  }

  /** Others' round trips: with nothing else, beside a plain stream, and while state moves. */
  private record Trips(Histogram quiet, Histogram besideStream, Histogram busy) {}

  private static void report(
      int mib, boolean live, double bandwidth, Move move, Trips trips, Rows rows) {
    String what = "%d MiB, %s: ".formatted(mib, live ? "live" : "not live");
    double gbs = move.stateBytes() / (double) move.durationNs();
    rows.add(what + "moved at", gbs, "GB/s");
    if (live) {
      rows.atMost(what + "nobody assumes it for", move.pauseNs() / 1e6, "ms", PAUSE_LIMIT_MS);
    } else {
      rows.add(what + "nobody assumes it for", move.pauseNs() / 1e6, "ms");
      rows.add("1 MiB messages between the same nodes", bandwidth, "GB/s");
      rows.atLeast("64 MiB moved, against those messages", gbs / bandwidth, "x", 0.5);
    }
    double quietP99 = p99Us(trips.quiet);
    rows.add(what + "p99 of others' round trips, before", quietP99, "µs");
    rows.add(what + "... beside a plain TCP stream instead", p99Us(trips.besideStream), "µs");
    if (trips.busy.getTotalCount() >= 100) {
      double busyP99 = p99Us(trips.busy);
      rows.add(what + "p99 of others' round trips, meanwhile", busyP99, "µs");
      rows.atMost(what + "that is", busyP99 / quietP99, "x", 3);
    }
  }

  private static double p99Us(Histogram tripsNs) {
    return tripsNs.getValueAtPercentile(99) / 1e3;
  }

  /** 1 MiB messages from one node to the other, as fast as they go. */
  private static double bandwidth(Member from, Member to) throws Exception {
    int count = 512;
    var received = new Semaphore(0);
    to.node().handle(BULK, m -> received.release());
    double best = 0;
    for (int round = 0; round < 4; round++) {
      long startNs = System.nanoTime();
      for (int i = 0; i < count; i++) {
        from.node().send(to.node().resourceName(), BULK, new byte[MIB]);
      }
      if (!received.tryAcquire(count, 1, TimeUnit.MINUTES)) {
        throw new IllegalStateException("1 MiB messages did not arrive within a minute");
      }
      best = Math.max(best, (double) count * MIB / (System.nanoTime() - startNs));
    }
    return best;
  }
}
