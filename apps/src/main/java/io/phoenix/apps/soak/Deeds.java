package io.phoenix.apps.soak;

import io.phoenix.api.VirtualRange;
import io.phoenix.apps.soak.SoakPlan.Event;
import io.phoenix.apps.soak.SoakPlan.Kind;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Phaser;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/** Does to the fleet what the plan says, each deed on a thread of its own. */
final class Deeds {
  /** How long a deed waits for somebody to do it to. */
  private static final long SOON_NS = TimeUnit.SECONDS.toNanos(10);

  /** The same, for one that must wait for a quiet moment. */
  private static final long LATER_NS = TimeUnit.SECONDS.toNanos(30);

  private final Fleet fleet;
  private final Path logs;
  private final SoakProblems problems;
  private final Map<Kind, Integer> done = new EnumMap<>(Kind.class);
  private final Phaser underWay = new Phaser(1);
  private final AtomicInteger takeovers = new AtomicInteger();

  /** Zero when the soak ends: then what waits for its time waits no longer. */
  private final CountDownLatch hurry = new CountDownLatch(1);

  private int logsWritten;

  Deeds(Fleet fleet, Path logs, SoakProblems problems) {
    this.fleet = fleet;
    this.logs = logs;
    this.problems = problems;
  }

  /** Begins a deed. */
  void begin(Event event) {
    underWay.register();
    new Thread(() -> run(event), "deed " + event.kind()).start();
  }

  private void run(Event event) {
    try {
      if (carryOut(event.kind(), new SplittableRandom(event.draw()))) {
        synchronized (this) {
          done.merge(event.kind(), 1, Integer::sum);
        }
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } catch (RuntimeException e) {
      problems.add("deed " + event.kind() + " failed: " + e.getMessage());
    } finally {
      underWay.arriveAndDeregister();
    }
  }

  /** Whether there was anybody to do it to. */
  private boolean carryOut(Kind kind, SplittableRandom random) throws InterruptedException {
    return switch (kind) {
      case MOVE -> move(random);
      case JOIN -> join();
      case LEAVE -> leave(random);
      case RETURN -> leaveAndReturn(random);
      case CUT -> cut(random);
      case PART -> part(random);
      case RESET -> reset(random);
      case KILL -> kill(random);
    };
  }

  private boolean move(SplittableRandom random) throws InterruptedException {
    FleetNode giver = fleet.pick(random, node -> true);
    if (giver == null) {
      return false;
    }
    FleetNode taker = null;
    try {
      VirtualRange piece = piece(giver, random);
      taker = piece == null ? null : fleet.pick(random, node -> true);
      if (piece != null && taker != null) {
        move(piece, giver, taker, random.nextInt(10) == 0 ? random.nextDouble(1) : 0);
      }
      return taker != null;
    } finally {
      fleet.free(giver);
      if (taker != null) {
        fleet.free(taker);
      }
    }
  }

  private @Nullable VirtualRange piece(FleetNode giver, SplittableRandom random) {
    synchronized (fleet) {
      return fleet.owners().piece(giver.lineage, random);
    }
  }

  /** For so many seconds, nobody has it. */
  private void move(VirtualRange piece, FleetNode giver, FleetNode taker, double seconds)
      throws InterruptedException {
    String bounds = " " + piece.first() + " " + piece.end();
    String epoch = fleet.ask(giver, SoakChild.RELEASE + bounds);
    synchronized (fleet) {
      fleet.owners().take(piece);
    }
    pause(seconds);
    fleet.chronicle().onAssume(taker.lineage, piece, System.nanoTime());
    fleet.onGiven(taker, piece, fleet.ask(taker, SoakChild.ASSUME + bounds + " " + epoch));
    fleet.diary().note("%s gives %s to %s", giver, piece, taker);
  }

  private boolean join() {
    if (!fleet.isRoom()) {
      return false;
    }
    fleet.free(fleet.startNew());
    return true;
  }

  private boolean leave(SplittableRandom random) throws InterruptedException {
    // A leaver loses what it holds for nodes that are cut off, and says so: so few leave then.
    boolean anyTime = random.nextInt(4) == 0;
    FleetNode leaver =
        fleet.pickSoon(random, LATER_NS, node -> !node.isVeteran && (anyTime || fleet.isWhole()));
    if (leaver == null) {
      return false;
    }
    fleet.ask(leaver, SoakChild.QUIETEN);
    for (VirtualRange range : ranges(leaver.lineage)) {
      FleetNode taker = fleet.await(random, node -> true);
      try {
        move(range, leaver, taker, 0);
      } finally {
        fleet.free(taker);
      }
    }
    long fromNs = System.nanoTime();
    String[] report = goodbye(leaver, SoakChild.NO_LOG);
    long lost = Long.parseLong(report[2]);
    fleet.chronicle().onFarewell(leaver.lineage, fromNs, System.nanoTime(), lost);
    fleet.remove(leaver, /* isGone= */ true);
    return true;
  }

  private boolean leaveAndReturn(SplittableRandom random) throws InterruptedException {
    FleetNode leaver = fleet.pickSoon(random, SOON_NS, node -> !node.isVeteran);
    if (leaver == null) {
      return false;
    }
    Path log = nextLog(leaver);
    goodbye(leaver, log.toString());
    fleet.remove(leaver, /* isGone= */ false);
    pause(random.nextDouble(1, 25));
    fleet.free(fleet.start(leaver.lineage, log));
    try {
      Files.deleteIfExists(Path.of(log + ".used"));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return true;
  }

  private String[] goodbye(FleetNode leaver, String log) {
    fleet.onStats(leaver, NodeStats.fromLine(fleet.ask(leaver, SoakChild.STATS)));
    fleet.expectEnd(leaver);
    fleet.diary().note("%s begins to leave", leaver);
    String report = fleet.ask(leaver, SoakChild.LEAVE + " " + log);
    fleet
        .diary()
        .note(
            "%s has left: handed over, logged, lost, in order: %s (log: %s)", leaver, report, log);
    return report.split(" ", -1);
  }

  private synchronized Path nextLog(FleetNode leaver) {
    return logs.resolve("node-%d-leave-%d.log".formatted(leaver.lineage, logsWritten++));
  }

  private List<VirtualRange> ranges(int lineage) {
    synchronized (fleet) {
      return fleet.owners().ranges(lineage);
    }
  }

  private boolean kill(SplittableRandom random) throws InterruptedException {
    FleetNode victim =
        fleet.pickSoon(random, SOON_NS, node -> !node.isVeteran && fleet.isSettled(node));
    if (victim == null) {
      return false;
    }
    FleetNode witness = fleet.await(random, node -> node.isVeteran && fleet.isReachable(node));
    boolean isKnown;
    try {
      isKnown = fleet.knows(witness, victim);
    } finally {
      fleet.free(witness);
    }
    if (!isKnown) {
      fleet.free(victim);
      return false; // nobody could take over what nobody has heard of
    }
    fleet.expectEnd(victim);
    long fromNs = System.nanoTime();
    ProcessHandle.of(victim.child.pid()).ifPresent(ProcessHandle::destroyForcibly);
    victim.child.exit().join();
    fleet.diary().note("%s was killed", victim);
    fleet.chronicle().onKilled(victim.lineage, fromNs, System.nanoTime());
    fleet.remove(victim, /* isGone= */ true);
    pause(random.nextDouble(0.5, 8));
    for (VirtualRange range : ranges(victim.lineage)) {
      FleetNode taker = fleet.await(random, fleet::isReachable);
      try {
        fleet.take(taker, range);
        takeovers.incrementAndGet();
      } finally {
        fleet.free(taker);
      }
    }
    return true;
  }

  private boolean cut(SplittableRandom random) throws InterruptedException {
    List<Integer> places = fleet.inhabited();
    int place = places.get(random.nextInt(places.size()));
    if (!fleet.cut(place)) {
      return false;
    }
    pause(random.nextDouble(1, 15));
    fleet.heal(place);
    return true;
  }

  private boolean part(SplittableRandom random) throws InterruptedException {
    List<Integer> places = fleet.inhabited();
    int a = places.get(random.nextInt(places.size()));
    int b = places.get(random.nextInt(places.size()));
    if (!fleet.part(a, b)) {
      return false;
    }
    pause(random.nextDouble(1, 25));
    fleet.join(a, b);
    return true;
  }

  private boolean reset(SplittableRandom random) {
    FleetNode node = fleet.pick(random, any -> true);
    if (node == null) {
      return false;
    }
    try {
      String links = fleet.ask(node, SoakChild.RESET);
      fleet.diary().note("%s: %s links are reset", node, links);
    } finally {
      fleet.free(node);
    }
    return true;
  }

  private void pause(double seconds) throws InterruptedException {
    var unused = hurry.await((long) (seconds * 1e3), TimeUnit.MILLISECONDS);
  }

  /** Waits for what is under way; it no longer takes its time. */
  void finish() {
    hurry.countDown();
    underWay.arriveAndAwaitAdvance();
  }

  /** How often each was done. */
  synchronized Map<Kind, Integer> done() {
    return new EnumMap<>(done);
  }

  /** How many ranges of killed nodes others have taken over. */
  int takeovers() {
    return takeovers.get();
  }
}
