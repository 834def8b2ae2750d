package io.phoenix.bench;

import io.phoenix.bench.Results.Figure;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.OptionalDouble;

/** What Phoenix shall reach, and whether it did. */
final class Goals {
  /**
   * One goal.
   *
   * @param text what shall be reached
   * @param reached the ratio or figure that was; absent if something for it is missing
   * @param limit what it is compared with
   * @param atMost whether the limit is an upper one
   * @param unit of both
   */
  record Goal(String text, OptionalDouble reached, double limit, boolean atMost, String unit) {
    /** Met, short, or not measured. */
    String verdict() {
      if (reached.isEmpty()) {
        return "not measured";
      }
      double value = reached.getAsDouble();
      return (atMost ? value <= limit : value >= limit) ? "met" : "short";
    }

    String limitText() {
      return (atMost ? "≤ " : "≥ ") + format(limit) + unit;
    }

    String reachedText() {
      return reached.isEmpty() ? "" : format(reached.getAsDouble()) + unit;
    }

    private static String format(double value) {
      return String.format(Locale.ROOT, value >= 100 ? "%,.0f" : "%.2f", value);
    }
  }

  private final Results results;
  private final List<Goal> goals = new ArrayList<>();

  private Goals(Results results) {
    this.results = results;
  }

  /** All goals, with what this run reached. */
  static List<Goal> of(Results results) {
    var goals = new Goals(results);
    goals.addLatency();
    goals.addRates();
    goals.addBandwidth();
    goals.addHops();
    goals.addSmallThings();
    return goals.goals;
  }

  private void addLatency() {
    ratio("busy-polling round trip / MPICH's", Figures.BUSY_RTT, Figures.MPI_RTT, 1.2, true);
    ratio("handler round trip / blocking sockets'", Figures.RTT, Figures.BLOCKING_RTT, 1.2, true);
    ratio(
        "send/recv round trip / blocking sockets'",
        Figures.RECV_RTT,
        Figures.BLOCKING_RTT,
        1.6,
        true);
  }

  private void addRates() {
    ratio("8 B messages / MPICH's (window 64)", Figures.STREAM_8, Figures.MPI_WINDOW_8, 8, false);
    ratio(
        "100 B messages / MPICH's (window 64)",
        Figures.STREAM_100,
        Figures.MPI_WINDOW_100,
        8,
        false);
    ratio(
        "aim: 8 B messages / NIO's (64 at once)",
        Figures.STREAM_8,
        Figures.NIO_BATCH_8,
        0.5,
        false);
    ratio(
        "aim: 100 B messages / NIO's (64 at once)",
        Figures.STREAM_100,
        Figures.NIO_BATCH_100,
        0.5,
        false);
  }

  private void addBandwidth() {
    ratio("1 MiB bandwidth / blocking sockets'", Figures.MIB, Figures.BLOCKING_MIB, 1.0, false);
    ratio("aim: 1 MiB bandwidth / spinning NIO's", Figures.MIB, Figures.NIO_MIB, 1.0, false);
    ratio("aim: 1 MiB busy-polling / MPICH's", Figures.BUSY_MIB, Figures.MPI_MIB, 1.0, false);
  }

  private void addHops() {
    for (Placement placement : Placement.values()) {
      OptionalDouble direct = results.best(Figures.relayed(0, placement));
      for (int relays = 1; relays <= 2; relays++) {
        OptionalDouble through = results.best(Figures.relayed(relays, placement));
        OptionalDouble perHop =
            direct.isEmpty() || through.isEmpty()
                ? OptionalDouble.empty()
                : OptionalDouble.of(
                    (through.getAsDouble() - direct.getAsDouble()) / relays / direct.getAsDouble());
        String text =
            "added by each hop, of " + relays + placement.title() + ", / direct round trip";
        goals.add(new Goal(text, perHop, 1.3, true, " ×"));
      }
    }
  }

  private void addSmallThings() {
    goals.add(
        new Goal(
            "resolving a virtual node, 10,000 intervals",
            results.best(Figures.RESOLVE),
            100,
            true,
            " ns"));
    // A received message is an object of 40 bytes and an array of 24: the API asks for these.
    goals.add(
        new Goal(
            "allocated for an 8 B message, both ends",
            results.best(Figures.ALLOCATED),
            96,
            true,
            " B"));
    goals.add(
        new Goal(
            "simulator: control traffic at rest, per node",
            results.best(SimFigures.REST),
            1000,
            true,
            " B/s"));
  }

  private void ratio(String text, Figure ours, Figure theirs, double limit, boolean atMost) {
    OptionalDouble a = results.best(ours);
    OptionalDouble b = results.best(theirs);
    OptionalDouble ratio =
        a.isEmpty() || b.isEmpty()
            ? OptionalDouble.empty()
            : OptionalDouble.of(a.getAsDouble() / b.getAsDouble());
    goals.add(new Goal(text, ratio, limit, atMost, " ×"));
  }
}
