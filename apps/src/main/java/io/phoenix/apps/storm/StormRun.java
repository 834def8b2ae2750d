package io.phoenix.apps.storm;

import io.phoenix.api.ResourceName;
import java.io.PrintWriter;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;

/** Drives a world through the storm: begin, rage, stop, let everything land, ask for reports. */
final class StormRun {
  private static final Duration TICK = Duration.ofMillis(50);
  private static final Duration SHOW = Duration.ofSeconds(1);

  /** When nothing has been delivered for so long, all nodes are asked why. */
  private static final int STANDSTILL = 10;

  /** How long messages may take to land without a single delivery before they count as lost. */
  private static final Duration LANDING_DEADLINE = Duration.ofSeconds(20);

  /** A second copy of the last messages would come within this time. */
  private static final Duration AFTERMATH = Duration.ofMillis(300);

  private final StormWorld world;
  private final Duration length;
  private final Churn churn;
  private final Progress progress;
  private long ragedNs;

  /** The last counters of each node: those of one that is leaving are not to be had. */
  private final Map<Integer, StormStats> last = new HashMap<>();

  StormRun(StormWorld world, StormSettings settings, Duration length, Progress progress) {
    this.world = world;
    this.length = length;
    this.churn = new Churn(world, settings);
    this.progress = progress;
  }

  /** The whole storm. */
  Verdict run() {
    List<ResourceName> everybody = world.members().stream().map(StormMember::name).toList();
    long startNs = world.nowNs();
    askAll(member -> member.begin(everybody));
    rage();
    churn.finish();
    askAll(StormMember::stop);
    ragedNs = world.nowNs() - startNs;
    land();
    world.pass(AFTERMATH);
    var reports = new ArrayList<>(churn.left());
    reports.addAll(askAll(StormMember::report));
    return Verdict.of(reports, churn.counts());
  }

  private void rage() {
    long start = world.nowNs();
    long end = start + length.toNanos();
    long shown = start;
    churn.begin(start);
    for (long now = start; now < end; now = world.nowNs()) {
      world.pass(Duration.ofNanos(Math.min(TICK.toNanos(), end - now)));
      churn.onTick(world.nowNs());
      if (world.nowNs() - shown >= SHOW.toNanos()) {
        shown = world.nowNs();
        progress.show(shown - start, stats(), churn.counts(), world.members().size());
        if (progress.idle() == STANDSTILL) {
          progress.say("nothing has been delivered for a while:\n" + explainAll());
        }
      }
    }
  }

  private void land() {
    StormStats before = stats();
    long since = world.nowNs();
    while (!before.hasLanded() && world.nowNs() - since < LANDING_DEADLINE.toNanos()) {
      world.pass(TICK);
      StormStats now = stats();
      if (now.delivered() != before.delivered() || now.assumed() != before.assumed()) {
        since = world.nowNs();
      }
      before = now;
    }
    progress.end();
  }

  /**
   * How long messages hopped: the length of the storm, and until the last node had joined or left.
   */
  double ragedSeconds() {
    return ragedNs / 1e9;
  }

  /** What every node says of its surroundings, for the report of a failure. */
  String explainAll() {
    return String.join("\n", askAll(StormMember::explain));
  }

  private StormStats stats() {
    List<StormMember> members = world.members();
    List<StormStats> now = askAll(StormMember::stats);
    for (int i = 0; i < now.size(); i++) {
      last.put(members.get(i).index(), now.get(i));
    }
    churn.left().forEach(report -> last.put(report.index(), report.stats()));
    return last.values().stream().reduce(StormStats.ZERO, StormStats::plus);
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
    private int idle;

    Progress(PrintWriter out, boolean inPlace) {
      this.out = out;
      this.inPlace = inPlace;
    }

    void show(long elapsedNs, StormStats stats, Churn.Counts churn, int nodes) {
      double seconds = Math.max(1, elapsedNs - lastNs) / 1e9;
      String line =
          String.format(
              Locale.ROOT,
              "%6.1f s  %,12d delivered  %,9.0f/s  %,5d moves  %,4d cuts  %,5d in flight%s",
              elapsedNs / 1e9,
              stats.delivered(),
              (stats.delivered() - lastDelivered) / seconds,
              stats.moves(),
              stats.cuts(),
              stats.inFlight(),
              churn.isEmpty()
                  ? ""
                  : String.format(
                      Locale.ROOT,
                      "  %d nodes  %d joins  %d leaves  %,d balances",
                      nodes,
                      churn.joins(),
                      churn.leaves(),
                      stats.balances()));
      idle = stats.delivered() == lastDelivered ? idle + 1 : 0;
      lastNs = elapsedNs;
      lastDelivered = stats.delivered();
      out.print(inPlace ? "\r" + line : line + System.lineSeparator());
      out.flush();
    }

    /** How often in a row nothing had been delivered since the time before. */
    int idle() {
      return idle;
    }

    /** Writes something that stays. */
    void say(String text) {
      out.println((inPlace ? "\n" : "") + text);
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
