package io.phoenix.apps.soak;

import io.phoenix.apps.soak.SoakPlan.Event;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;

/** One soak, from the first node to the verdict. */
final class SoakRun {
  private static final long TICK_MS = 50;
  private static final long SAMPLE_NS = TimeUnit.SECONDS.toNanos(10);
  private static final long LOOK_NS = TimeUnit.SECONDS.toNanos(2);

  /** Every so many samples, the veterans collect their garbage and say what is left. */
  private static final int HEAP_EVERY = 6;

  /** A journal's entry is there to be read at the latest so long after the time in it. */
  private static final long SETTLED_NS = TimeUnit.SECONDS.toNanos(2);

  /** So long after the last arrival, what has not arrived counts as lost. */
  private static final long LANDING_NS = TimeUnit.SECONDS.toNanos(90);

  private final SoakSettings settings;
  private final PrintWriter out;
  private final SoakProblems problems = new SoakProblems();
  private final Chronicle chronicle = new Chronicle(SoakSettings.SPACE);
  private final Journals journals = new Journals();
  private final Accounts soFar = new Accounts();
  private final List<VeteranWatch> watches = new ArrayList<>();
  private final long startNs = System.nanoTime();
  private int samples;

  SoakRun(SoakSettings settings, PrintWriter out) {
    this.settings = settings;
    this.out = out;
  }

  SoakVerdict run() throws IOException, InterruptedException {
    Files.createDirectories(settings.directory().resolve("journals"));
    Path logs = Files.createDirectories(settings.directory().resolve("logs"));
    try (Cables cables = Cables.of(settings.places() + 2);
        Diary diary = new Diary(settings.directory().resolve("events"));
        Fleet fleet =
            new Fleet(settings, cables, new Fleet.Records(chronicle, journals, problems, diary))) {
      say(
          "%d nodes, %s, seed %d, directory %s%n",
          settings.nodes(),
          cables.canCut()
              ? "each in a network namespace of its own"
              : "on 127.0.0.1 (no root: connections are reset, but no cables cut)",
          settings.seed(),
          settings.directory());
      fleet.found();
      var attackers = new Attackers(settings, fleet, cables);
      fleet.veterans().forEach(node -> watches.add(new VeteranWatch(node)));
      var deeds = new Deeds(fleet, settings.directory(), problems);
      long beginNs = System.nanoTime();
      carryOut(plan(cables), fleet, deeds);
      deeds.finish();
      long durationNs = System.nanoTime() - beginNs;
      land(fleet, deeds);
      var figures =
          new SoakVerdict.Figures(
              durationNs, deeds.done(), deeds.takeovers(), attackers.connects(), attackers.fuzz());
      return verdict(figures, logs, diary);
    }
  }

  private Deque<Event> plan(Cables cables) {
    return SoakPlan.of(settings.seed(), settings.duration()).events().stream()
        .filter(event -> cables.canCut() || !event.kind().needsCables())
        .collect(Collectors.toCollection(ArrayDeque::new));
  }

  private void carryOut(Deque<Event> plan, Fleet fleet, Deeds deeds)
      throws IOException, InterruptedException {
    long beginNs = System.nanoTime();
    long endNs = beginNs + settings.duration().toNanos();
    long lookNs = beginNs;
    long sampleNs = beginNs;
    for (long nowNs = beginNs; nowNs < endNs; nowNs = System.nanoTime()) {
      while (!plan.isEmpty() && nowNs - beginNs >= plan.peek().afterNs()) {
        deeds.begin(plan.remove());
      }
      if (nowNs >= lookNs) {
        lookNs += LOOK_NS;
        fleet.lookAround();
      }
      if (nowNs >= sampleNs) {
        sampleNs += SAMPLE_NS;
        sample(fleet);
        progress(fleet, deeds);
      }
      Thread.sleep(TICK_MS);
    }
  }

  private void sample(Fleet fleet) throws IOException {
    boolean withHeap = samples++ % HEAP_EVERY == 0;
    for (VeteranWatch watch : watches) {
      if (fleet.nodes().contains(watch.node())) {
        watch.sample();
        if (withHeap) {
          var unused =
              watch
                  .node()
                  .child
                  .ask(SoakChild.HEAP)
                  .thenAccept(bytes -> watch.onHeap(Long.parseLong(bytes)));
        }
      }
    }
  }

  private void readJournals() throws IOException {
    journals.readUntil(System.nanoTime() - SETTLED_NS, soFar::onEntry);
  }

  private void progress(Fleet fleet, Deeds deeds) throws IOException {
    readJournals();
    List<Loss> missing = soFar.missing();
    // One that nothing has passed may still come.
    Inquest inquest = Inquest.on(missing.stream().filter(l -> !l.isTail()).toList(), chronicle);
    say(
        "%6.0f s: %d nodes, %,d sent, %,d received, %,d under way; %s; lost: %,d in doubt, %,d not"
            + " known, %,d with keepers, %,d reported, %,d WITHOUT A WORD; %,d duplicates; RSS %s"
            + " MB%n",
        elapsed(),
        fleet.size(),
        soFar.sent(),
        soFar.received(),
        missing.stream().filter(Loss::isTail).count(),
        deeds.done().entrySet().stream()
            .map(e -> e.getValue() + " " + e.getKey().name().toLowerCase(Locale.ROOT))
            .collect(Collectors.joining(", ")),
        inquest.inDoubt(),
        inquest.notKnown(),
        inquest.withKeeper(),
        inquest.fromReports(),
        inquest.unexplained().size(),
        soFar.duplicated(),
        watches.stream()
            .map(w -> String.format(Locale.ROOT, "%.0f", w.rssMegabytes()))
            .collect(Collectors.joining("/")));
  }

  /** Waits until all that must arrive has arrived, or nothing arrives any more. */
  private void land(Fleet fleet, Deeds deeds) throws IOException, InterruptedException {
    say("%6.0f s: the nodes send no more; what is under way lands%n", elapsed());
    progress(fleet, deeds);
    for (FleetNode node : fleet.nodes()) {
      fleet.ask(node, SoakChild.QUIETEN);
    }
    long lastReceived = -1;
    long lastNs = System.nanoTime();
    while (System.nanoTime() - lastNs < LANDING_NS) {
      Thread.sleep(TimeUnit.NANOSECONDS.toMillis(SETTLED_NS));
      fleet.lookAround();
      readJournals();
      boolean isStill = soFar.received() == lastReceived;
      if (isStill && Inquest.on(soFar.missing(), chronicle).awaited() == 0) {
        Thread.sleep(2 * TimeUnit.NANOSECONDS.toMillis(SETTLED_NS)); // for second copies
        return;
      }
      if (!isStill) {
        lastReceived = soFar.received();
        lastNs = System.nanoTime();
      }
    }
    for (FleetNode node : fleet.nodes()) {
      Files.writeString(
          settings.directory().resolve("explain-node-" + node.lineage),
          fleet.ask(node, SoakChild.EXPLAIN));
    }
  }

  /** From the journals alone, read anew from their beginning: now they are complete. */
  private SoakVerdict verdict(SoakVerdict.Figures figures, Path logs, Diary diary)
      throws IOException {
    var whole = new Journals();
    try (var files = Files.list(settings.directory().resolve("journals"))) {
      files.forEach(whole::add);
    }
    var accounts = new Accounts();
    whole.readUntil(Long.MAX_VALUE, accounts::onEntry);
    LogCheck.complaints(logs).forEach(problems::add);
    for (VeteranWatch watch : watches) {
      watch.complaints(settings.duration().toNanos()).forEach(problems::add);
    }
    return new SoakVerdict(
        settings,
        figures,
        accounts,
        Inquest.on(accounts.missing(), chronicle),
        watches,
        diary::seconds,
        problems.found());
  }

  private double elapsed() {
    return (System.nanoTime() - startNs) / 1e9;
  }

  private void say(String format, Object... arguments) {
    out.printf(Locale.ROOT, format, arguments);
    out.flush();
  }
}
