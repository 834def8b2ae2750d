package io.phoenix.apps.storm;

import java.io.PrintWriter;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;

/** Drives a world through the storm: begin, rage, stop, let everything land, ask for reports. */
final class StormRun {
  private static final Duration TICK = Duration.ofSeconds(1);
  private static final Duration LANDING_TICK = Duration.ofMillis(50);

  /** How long messages may take to land without a single delivery before they count as lost. */
  private static final Duration LANDING_DEADLINE = Duration.ofSeconds(20);

  /** A second copy of the last messages would come within this time. */
  private static final Duration AFTERMATH = Duration.ofMillis(300);

  private final StormWorld world;
  private final Duration length;
  private final Progress progress;

  StormRun(StormWorld world, Duration length, Progress progress) {
    this.world = world;
    this.length = length;
    this.progress = progress;
  }

  /** The whole storm. */
  Verdict run() {
    askAll(member -> member.begin(world.names()));
    rage();
    askAll(StormMember::stop);
    land();
    world.pass(AFTERMATH);
    return Verdict.of(askAll(StormMember::report));
  }

  private void rage() {
    long start = world.nowNs();
    long end = start + length.toNanos();
    for (long now = start; now < end; now = world.nowNs()) {
      world.pass(Duration.ofNanos(Math.min(TICK.toNanos(), end - now)));
      progress.show(world.nowNs() - start, stats());
    }
  }

  private void land() {
    StormStats before = stats();
    long since = world.nowNs();
    while (!before.hasLanded() && world.nowNs() - since < LANDING_DEADLINE.toNanos()) {
      world.pass(LANDING_TICK);
      StormStats now = stats();
      if (now.delivered() != before.delivered() || now.movesIn() != before.movesIn()) {
        since = world.nowNs();
      }
      before = now;
    }
    progress.end();
  }

  /** What every node says of its surroundings, for the report of a failure. */
  String explainAll() {
    return String.join("\n", askAll(StormMember::explain));
  }

  private StormStats stats() {
    return askAll(StormMember::stats).stream().reduce(StormStats.ZERO, StormStats::plus);
  }

  /** Asks all at once, then waits for all. */
  private <T> List<T> askAll(Function<StormMember, CompletableFuture<T>> question) {
    var asked = new ArrayList<CompletableFuture<T>>();
    for (StormMember member : world.members()) {
      asked.add(question.apply(member));
    }
    var answers = new ArrayList<T>();
    for (CompletableFuture<T> answer : asked) {
      answers.add(world.await(answer));
    }
    return answers;
  }

  /** The live line: rewritten in place on a terminal, one line a second otherwise. */
  static final class Progress {
    private final PrintWriter out;
    private final boolean inPlace;
    private long lastNs;
    private long lastDelivered;

    Progress(PrintWriter out, boolean inPlace) {
      this.out = out;
      this.inPlace = inPlace;
    }

    void show(long elapsedNs, StormStats stats) {
      double seconds = Math.max(1, elapsedNs - lastNs) / 1e9;
      String line =
          String.format(
              Locale.ROOT,
              "%6.1f s  %,12d delivered  %,9.0f/s  %,5d moves  %,4d cuts  %,5d in flight",
              elapsedNs / 1e9,
              stats.delivered(),
              (stats.delivered() - lastDelivered) / seconds,
              stats.movesOut(),
              stats.cuts(),
              stats.inFlight());
      lastNs = elapsedNs;
      lastDelivered = stats.delivered();
      out.print(inPlace ? "\r" + line : line + System.lineSeparator());
      out.flush();
    }

    void end() {
      if (inPlace) {
        out.println();
        out.flush();
      }
    }
  }
}
