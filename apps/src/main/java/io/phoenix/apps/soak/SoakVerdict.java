package io.phoenix.apps.soak;

import io.phoenix.apps.soak.SoakPlan.Kind;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.LongToDoubleFunction;

/**
 * What a soak has shown.
 *
 * @param settings what it was to be like
 * @param figures what was done
 * @param accounts what was sent and received
 * @param inquest why what was not received was not
 * @param watches the veterans
 * @param seconds a moment in the seconds of the {@link Diary}
 * @param others what else went wrong
 */
record SoakVerdict(
    SoakSettings settings,
    Figures figures,
    Accounts accounts,
    Inquest inquest,
    List<VeteranWatch> watches,
    LongToDoubleFunction seconds,
    List<String> others) {
  private static final int SHOWN = 10;

  /**
   * What was done to the nodes.
   *
   * @param durationNs how long
   * @param deeds how often each
   * @param takeovers ranges of killed nodes that others took
   * @param connects how often the flood connected
   * @param fuzz what the fuzzer did
   */
  record Figures(
      long durationNs,
      Map<Kind, Integer> deeds,
      int takeovers,
      long connects,
      Attackers.FuzzCounts fuzz) {}

  /** Whether all held. */
  boolean isGood() {
    return problems().isEmpty();
  }

  /** What did not hold, in words. */
  List<String> problems() {
    List<String> problems = new ArrayList<>(others);
    // First those that others have passed: an end of a stream may only be waiting for its turn.
    List<Loss> lost = new ArrayList<>(inquest.unexplained());
    lost.sort(Comparator.comparing(Loss::isTail));
    for (Loss loss : lost.subList(0, Math.min(SHOWN, lost.size()))) {
      problems.add(
          String.format(
              Locale.ROOT,
              "lost without a word: %s, sent at %.3f s, and %s",
              loss,
              seconds.applyAsDouble(loss.sentNs()),
              loss.isTail()
                  ? "nothing after it was received"
                  : String.format(
                      Locale.ROOT,
                      "a later one was received at %.3f s",
                      seconds.applyAsDouble(loss.passedNs()))));
    }
    problems.addAll(accounts.told());
    return problems;
  }

  String toTable() {
    var table = new StringBuilder();
    row(table, "messages sent", accounts.sent());
    row(table, "received", accounts.received());
    row(table, "duplicated", accounts.duplicated());
    row(table, "out of order", accounts.outOfOrder());
    row(table, "received, but never sent", accounts.unsent());
    row(table, "LOST WITHOUT A WORD", inquest.unexplained().size());
    row(table, "lost: in doubt, says the sender", inquest.inDoubt());
    row(table, "not known: may have died with the receiver", inquest.notKnown());
    row(table, "lost with the sender, killed", inquest.withSender());
    row(table, "lost with a keeper, killed", inquest.withKeeper());
    row(table, "lost, as a leaver reported", inquest.fromReports());
    row(table, "all that leavers reported as lost", inquest.allReported());
    table.append(
        String.format(
            Locale.ROOT,
            "  %-44s %,15.3f%n",
            "oldest that died with its receiver, s",
            inquest.oldestNs() / 1e9));
    for (Kind kind : Kind.values()) {
      row(
          table,
          "events: " + kind.name().toLowerCase(Locale.ROOT),
          figures.deeds().getOrDefault(kind, 0));
    }
    row(table, "ranges of killed nodes taken over", figures.takeovers());
    row(table, "connects without a certificate", figures.connects());
    row(table, "links of the fuzzing member", figures.fuzz().links());
    row(table, "its frames", figures.fuzz().frames());
    row(table, "times that it was thrown out", figures.fuzz().thrownOut());
    for (VeteranWatch watch : watches) {
      watch.figures().forEach(figure -> table.append("  ").append(figure).append('\n'));
    }
    if (!VeteranWatch.isJudged(settings.duration().toNanos())) {
      table.append("  (not judged: shorter than ten minutes, in which a JVM is still settling)\n");
    }
    return table.toString();
  }

  private static void row(StringBuilder table, String name, long value) {
    table.append(String.format(Locale.ROOT, "  %-44s %,15d%n", name, value));
  }
}
