package io.phoenix.routing.tcp;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Iterator;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Says when a loop does not turn: a handler that computes or waits keeps all else of its node
 * waiting, and in the end its peers take it for dead. One thread watches all loops of the process.
 * The loops only count their turns; the time is taken here.
 */
final class LoopWatch {
  private static final Logger LOG = LoggerFactory.getLogger(LoopWatch.class);
  private static final int FRAMES = 8;

  /** The one of this process. */
  static final LoopWatch INSTANCE = new LoopWatch(TimeUnit.SECONDS.toNanos(1), 3, LOG::warn);

  private final long periodNs;
  private final int patience;
  private final Listener listener;
  private final List<Watched> all = new ArrayList<>();
  private @Nullable Thread thread;

  /** Told of each stall, once. */
  interface Listener {
    void onStall(String message);
  }

  /** A loop that is watched. */
  interface Turns {
    /** Something else each time that the loop has done one thing. */
    long turns();

    /** The thread that is the loop now; {@code null} if nothing is running. */
    @Nullable Thread runner();

    /** Whether the loop has ended. */
    boolean isOver();
  }

  private static final class Watched {
    final String name;
    final Turns loop;
    long turns;
    long sinceNs;
    int looks;

    Watched(String name, Turns loop) {
      this.name = name;
      this.loop = loop;
    }
  }

  /**
   * Watches loops.
   *
   * @param periodNs how often they are looked at
   * @param patience at how many looks a loop must have been at the same thing
   */
  LoopWatch(long periodNs, int patience, Listener listener) {
    this.periodNs = periodNs;
    this.patience = patience;
    this.listener = listener;
  }

  /** Watches a loop until it is over. */
  synchronized void add(String name, Turns loop) {
    all.add(new Watched(name, loop));
    if (thread == null) {
      thread = new Thread(this::run, "phoenix-loop-watch");
      thread.setDaemon(true);
      thread.start();
    }
  }

  private void run() {
    try {
      while (look()) {
        TimeUnit.NANOSECONDS.sleep(periodNs);
      }
    } catch (InterruptedException e) {
      // Nobody has a reason to; the next loop has another thread started.
      synchronized (this) {
        thread = null;
      }
    }
  }

  /** Looks at all loops once; returns whether there is still one. */
  private synchronized boolean look() {
    long nowNs = System.nanoTime();
    for (Iterator<Watched> i = all.iterator(); i.hasNext(); ) {
      Watched watched = i.next();
      if (watched.loop.isOver()) {
        i.remove();
      } else {
        look(watched, nowNs);
      }
    }
    if (all.isEmpty()) {
      thread = null;
    }
    return !all.isEmpty();
  }

  private void look(Watched watched, long nowNs) {
    Thread runner = watched.loop.runner();
    long turns = watched.loop.turns();
    if (runner == null || turns != watched.turns) {
      watched.turns = turns;
      watched.sinceNs = nowNs;
      watched.looks = 0;
    } else if (++watched.looks == patience) { // not more often: one line for each stall
      listener.onStall(
          "the loop %s has not turned for %d ms; its thread %s is at %s"
              .formatted(
                  watched.name,
                  TimeUnit.NANOSECONDS.toMillis(nowNs - watched.sinceNs),
                  runner.getName(),
                  where(runner)));
    }
  }

  private static String where(Thread runner) {
    return Arrays.stream(runner.getStackTrace())
        .limit(FRAMES)
        .map(StackTraceElement::toString)
        .collect(Collectors.joining(" ← "));
  }
}
