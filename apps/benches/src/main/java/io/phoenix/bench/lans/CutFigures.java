package io.phoenix.bench.lans;

import io.phoenix.apps.process.Children;
import io.phoenix.apps.terminal.UserError;
import io.phoenix.bench.Rows;
import java.util.List;
import java.util.function.BooleanSupplier;
import org.HdrHistogram.Histogram;

/**
 * Three nodes in three LANs, linked by tunnels, with a message each millisecond from the first to
 * the second: how long none arrives when what links these two is cut.
 */
final class CutFigures {
  private static final int BYTES = 1000;
  private static final int PER_SECOND = 1000;
  private static final int FLOWING = 200; // messages
  private static final long PATIENCE_NS = 60_000_000_000L;
  private static final long TICK_MS = 5;

  private final BenchLab lab;
  private final LabNode from;
  private final LabNode to;

  private CutFigures(BenchLab lab, LabNode from, LabNode to) {
    this.lab = lab;
    this.from = from;
    this.to = to;
  }

  static void measure(BenchLab lab, Rows rows, int cuts) throws InterruptedException {
    try (var children = new Children("phoenix-bench")) {
      var from = new LabNode(lab, children, "a1");
      var to = new LabNode(lab, children, "b1");
      var other = new LabNode(lab, children, "c1");
      other.open(2, LabChild.PLAIN);
      to.open(1, LabChild.PLAIN, "127.0.0.1:7000 only via ssh://c1");
      from.open(
          0,
          LabChild.PLAIN,
          "127.0.0.1:7000 only via ssh://b1",
          "127.0.0.1:7000 only via ssh://c1");
      from.ask(LabChild.LOAD, BYTES, PER_SECOND);
      var figures = new CutFigures(lab, from, to);
      var noisyUs = new Histogram(3);
      var silentUs = new Histogram(3);
      for (int i = 0; i < cuts; i++) {
        noisyUs.recordValue(
            figures.cutUs(List.of("sshd", "b1", "stop"), List.of("sshd", "b1", "start")));
        silentUs.recordValue(
            figures.cutUs(List.of("cut", "a1", "b1"), List.of("heal", "a1", "b1")));
      }
      add(rows, "the SSH server is killed", noisyUs);
      add(rows, "no packet passes", silentUs);
    }
  }

  private static void add(Rows rows, String how, Histogram gapsUs) {
    double medianMs = gapsUs.getValueAtPercentile(50) / 1e3;
    rows.add("nothing arrives after a cut, " + how + ", median", medianMs, "ms");
    rows.add("  worst of " + gapsUs.getTotalCount(), gapsUs.getMaxValue() / 1e3, "ms");
  }

  /** Cuts, waits until messages arrive by the other way, mends, and waits for the link. */
  private long cutUs(List<String> cut, List<String> heal) throws InterruptedException {
    await("the link", () -> !isCut());
    awaitFlow();
    to.ask(LabChild.GAP);
    lab.lab(cut.toArray(String[]::new));
    await("the loss of the link", this::isCut);
    awaitFlow();
    long gapUs = Math.round(to.number(LabChild.GAP) * 1e3);
    lab.lab(heal.toArray(String[]::new));
    return gapUs;
  }

  private boolean isCut() {
    return from.ask(LabChild.RUNG, 0).equals("null");
  }

  private void awaitFlow() throws InterruptedException {
    double before = to.number(LabChild.RECEIVED);
    await("messages", () -> to.number(LabChild.RECEIVED) >= before + FLOWING);
  }

  private static void await(String what, BooleanSupplier condition) throws InterruptedException {
    long startNs = System.nanoTime();
    while (!condition.getAsBoolean()) {
      if (System.nanoTime() - startNs > PATIENCE_NS) {
        throw new UserError("waited in vain for " + what, "this is a bug: please report it");
      }
      Thread.sleep(TICK_MS);
    }
  }
}
