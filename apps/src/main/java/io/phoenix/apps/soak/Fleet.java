package io.phoenix.apps.soak;

import io.phoenix.api.VirtualRange;
import io.phoenix.apps.process.ChildJvm;
import io.phoenix.apps.process.Children;
import io.phoenix.apps.terminal.UserError;
import io.phoenix.routing.tls.ClusterAuthority;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.TreeSet;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * The nodes of a soak, each a process at a place of its own, and who may do what with which of
 * them: one deed at a time with each.
 */
final class Fleet implements AutoCloseable {
  static final Duration ANSWER_TIMEOUT = Duration.ofSeconds(90);

  /** A heap that does not grow, so that what grows beside it shows. */
  private static final String JVM_OPTIONS =
      "JDK_JAVA_OPTIONS=-Xms256m -Xmx256m -XX:+AlwaysPreTouch";

  /** News of what a node assumes take a moment. */
  private static final long NEWS_NS = TimeUnit.SECONDS.toNanos(3);

  private static final long PATIENCE_NS = TimeUnit.SECONDS.toNanos(120);

  private final SoakSettings settings;
  private final Cables cables;
  private final Chronicle chronicle;
  private final Journals journals;
  private final SoakProblems problems;
  private final Diary diary;
  private final ClusterAuthority authority = ClusterAuthority.ephemeral();
  private final Children children;
  private final Set<ChildJvm> ending = ConcurrentHashMap.newKeySet();

  // Guarded by this.
  private final Map<Integer, FleetNode> up = new LinkedHashMap<>();
  private final OwnerMap owners = new OwnerMap(SoakSettings.SPACE);
  private final Set<Integer> freePlaces = new TreeSet<>();

  /** The places that are cut off, and since when. */
  private final Map<Integer, Long> cutPlaces = new HashMap<>();

  private final BitSet parted = new BitSet();
  private int lineages;
  private int processes;

  /** Those that are, and those that are about to be: starting, or away with a log. */
  private int population;

  /** What is written down of a soak. */
  record Records(Chronicle chronicle, Journals journals, SoakProblems problems, Diary diary) {}

  Fleet(SoakSettings settings, Cables cables, Records records) {
    this.settings = settings;
    this.cables = cables;
    chronicle = records.chronicle();
    journals = records.journals();
    problems = records.problems();
    diary = records.diary();
    children = new Children(settings.directory().resolve("logs"));
    for (int place = settings.veterans(); place < settings.places(); place++) {
      freePlaces.add(place);
    }
  }

  Children children() {
    return children;
  }

  ClusterAuthority authority() {
    return authority;
  }

  Diary diary() {
    return diary;
  }

  OwnerMap owners() {
    return owners;
  }

  Chronicle chronicle() {
    return chronicle;
  }

  /** Starts the first nodes, all at once, and gives them all of the space. */
  void found() {
    List<CompletableFuture<Void>> started = new ArrayList<>();
    for (int i = 0; i < settings.nodes(); i++) {
      started.add(
          CompletableFuture.runAsync(
              this::startFounder, task -> new Thread(task, "start").start()));
    }
    started.forEach(CompletableFuture::join);
  }

  private void startFounder() {
    FleetNode node = startNew();
    long share = SoakSettings.SPACE / settings.nodes();
    boolean isLast = node.lineage == settings.nodes() - 1;
    long end = isLast ? SoakSettings.SPACE : (node.lineage + 1) * share;
    take(node, VirtualRange.of(node.lineage * share, end));
    free(node);
  }

  /** Starts a node of a lineage of its own; it is busy until it is freed. */
  FleetNode startNew() {
    int lineage;
    synchronized (this) {
      lineage = lineages++;
      population++;
    }
    journals.add(journal(lineage));
    return start(lineage, null);
  }

  /** Starts a process at a free place; its node is busy until it is freed. */
  FleetNode start(int lineage, @Nullable Path log) {
    int place;
    int process;
    synchronized (this) {
      place = takePlace(lineage);
      process = processes++;
    }
    String name = "node " + lineage + " process " + process;
    List<String> by = new ArrayList<>(cables.commandAt(place));
    by.addAll(List.of("env", JVM_OPTIONS));
    ChildJvm child = children.start(by, name, SoakChild.class, List.of());
    watch(child);
    var node = new FleetNode(lineage, place, child, lineage < settings.veterans());
    String nodeName =
        ask(
            node,
            String.join(
                " ",
                SoakChild.OPEN,
                authority.issue(name).toWord(),
                cables.port(place).toString(),
                log == null ? SoakChild.NO_LOG : log.toString(),
                journal(lineage).toString(),
                Integer.toString(lineage),
                Double.toString(settings.perSecond()),
                Long.toString(settings.seed() * 1_000_003 + process),
                (lineage == 0 ? settings.flaw() : Flaw.NONE).name(),
                portsOfVeterans(place)));
    chronicle.onStarted(lineage, nodeName);
    diary.note(
        "%s is %s at %s%s", name, nodeName, cables.port(place), log == null ? "" : ", with a log");
    synchronized (this) {
      node.settledNs = System.nanoTime();
      up.put(lineage, node);
    }
    return node;
  }

  private int takePlace(int lineage) {
    if (lineage < settings.veterans()) {
      return lineage;
    }
    // Not always the first one: a node that returns should mostly do so elsewhere.
    List<Integer> free = List.copyOf(freePlaces);
    int place = free.get(Math.floorMod(processes * 31, free.size()));
    freePlaces.remove(place);
    return place;
  }

  private String portsOfVeterans(int except) {
    List<String> ports = new ArrayList<>();
    for (int place = 0; place < settings.veterans(); place++) {
      if (place != except) {
        ports.add(cables.port(place).toString());
      }
    }
    return String.join(" ", ports);
  }

  private Path journal(int lineage) {
    return settings.directory().resolve("journals").resolve("node-" + lineage);
  }

  private void watch(ChildJvm child) {
    var unused =
        child
            .exit()
            .thenAccept(
                code -> {
                  if (!ending.contains(child)) {
                    problems.add(child.name() + " ended with exit code " + code + " unasked");
                  }
                });
  }

  /** Asks a node and waits for the answer. */
  String ask(FleetNode node, String question) {
    return children.await(node.child.ask(question), ANSWER_TIMEOUT);
  }

  /**
   * Takes a range that nobody has, when it has heard of the last owner's claim: an owner's epoch
   * must be above it, or the dead one's claim would win.
   */
  void take(FleetNode node, VirtualRange range) {
    long heard;
    synchronized (this) {
      heard = owners.epoch(range);
    }
    chronicle.onAssume(node.lineage, range, System.nanoTime());
    onGiven(
        node,
        range,
        ask(node, SoakChild.TAKE + " " + range.first() + " " + range.end() + " " + heard));
    diary.note("%s takes %s", node, range);
  }

  /** Whether a node has heard of all that another one assumes. */
  boolean knows(FleetNode witness, FleetNode other) {
    List<VirtualRange> ranges;
    synchronized (this) {
      ranges = owners.ranges(other.lineage);
    }
    for (VirtualRange range : ranges) {
      long epoch;
      synchronized (this) {
        epoch = owners.epoch(range);
      }
      String question = SoakChild.KNOWS + " " + range.first() + " " + range.end() + " " + epoch;
      if (!Boolean.parseBoolean(ask(witness, question))) {
        return false;
      }
    }
    return true;
  }

  synchronized void onGiven(FleetNode node, VirtualRange range, String epoch) {
    owners.give(range, node.lineage, Long.parseLong(epoch));
    node.settledNs = System.nanoTime();
  }

  /** One that is not busy and fits; it is busy then. {@code null} if there is none. */
  synchronized @Nullable FleetNode pick(SplittableRandom random, Predicate<FleetNode> fits) {
    List<FleetNode> idle = up.values().stream().filter(n -> !n.isBusy && fits.test(n)).toList();
    if (idle.isEmpty()) {
      return null;
    }
    FleetNode picked = idle.get(random.nextInt(idle.size()));
    picked.isBusy = true;
    return picked;
  }

  /** As {@link #pick}, but waits for a while until there is one. */
  synchronized @Nullable FleetNode pickSoon(
      SplittableRandom random, long patienceNs, Predicate<FleetNode> fits)
      throws InterruptedException {
    long deadlineNs = System.nanoTime() + patienceNs;
    FleetNode picked = pick(random, fits);
    while (picked == null && System.nanoTime() < deadlineNs) {
      wait(100);
      picked = pick(random, fits);
    }
    return picked;
  }

  /** As {@link #pick}, but waits until there is one. */
  FleetNode await(SplittableRandom random, Predicate<FleetNode> fits) throws InterruptedException {
    FleetNode picked = pickSoon(random, PATIENCE_NS, fits);
    if (picked == null) {
      throw new UserError("no node has time for what must be done", "see the logs");
    }
    return picked;
  }

  /** Whether a node's cable is plugged in. */
  synchronized boolean isReachable(FleetNode node) {
    return !cutPlaces.containsKey(node.place);
  }

  /** Whether no cable is pulled, and nobody is parted. */
  synchronized boolean isWhole() {
    return cutPlaces.isEmpty() && parted.isEmpty();
  }

  /** Whether the others have heard of all that a node assumes. */
  synchronized boolean isSettled(FleetNode node) {
    Long cutNs = cutPlaces.get(node.place);
    return (cutNs == null ? System.nanoTime() : cutNs) - node.settledNs > NEWS_NS;
  }

  /** Nothing is being done with it any more. */
  synchronized void free(FleetNode node) {
    node.isBusy = false;
    notifyAll();
  }

  /** Its process has ended; its place is free. */
  void remove(FleetNode node, boolean isGone) {
    synchronized (this) {
      up.remove(node.lineage);
      population -= isGone ? 1 : 0;
    }
    node.child.close();
    synchronized (this) {
      freePlaces.add(node.place);
    }
  }

  /** Its process may end from now on. */
  void expectEnd(FleetNode node) {
    ending.add(node.child);
  }

  /** Whether another node should start. */
  synchronized boolean isRoom() {
    return population < settings.nodes();
  }

  /** Pulls a place's cable, unless it is pulled already. */
  boolean cut(int place) {
    synchronized (this) {
      if (cutPlaces.putIfAbsent(place, System.nanoTime()) != null) {
        return false;
      }
    }
    cables.cut(place);
    diary.note("cut: %s", cables.port(place));
    return true;
  }

  void heal(int place) {
    cables.heal(place);
    diary.note("healed: %s", cables.port(place));
    synchronized (this) {
      cutPlaces.remove(place);
      up.values().stream()
          .filter(node -> node.place == place)
          .forEach(node -> node.settledNs = System.nanoTime());
    }
  }

  /** Parts two places, unless they are parted already. */
  boolean part(int a, int b) {
    synchronized (this) {
      int pair = Math.min(a, b) * settings.places() + Math.max(a, b);
      if (a == b || parted.get(pair)) {
        return false;
      }
      parted.set(pair);
    }
    cables.cut(a, b);
    diary.note("parted: %s and %s", cables.port(a), cables.port(b));
    return true;
  }

  void join(int a, int b) {
    cables.heal(a, b);
    diary.note("joined: %s and %s", cables.port(a), cables.port(b));
    synchronized (this) {
      parted.clear(Math.min(a, b) * settings.places() + Math.max(a, b));
    }
  }

  /** Where somebody is at present. */
  synchronized List<Integer> inhabited() {
    return up.values().stream().map(n -> n.place).toList();
  }

  synchronized int size() {
    return up.size();
  }

  synchronized List<FleetNode> veterans() {
    return up.values().stream()
        .filter(n -> n.isVeteran)
        .sorted(Comparator.comparingInt(n -> n.lineage))
        .toList();
  }

  synchronized List<FleetNode> nodes() {
    return List.copyOf(up.values());
  }

  /** Asks all that are not busy what they have counted, and takes note of what they say. */
  void lookAround() {
    synchronized (this) {
      for (FleetNode node : up.values()) {
        if (!node.isBusy) {
          var unused =
              node.child
                  .ask(SoakChild.STATS)
                  .thenAccept(line -> onStats(node, NodeStats.fromLine(line)));
        }
      }
    }
  }

  void onStats(FleetNode node, NodeStats stats) {
    stats
        .inDoubt()
        .forEach((name, n) -> chronicle.onDoubt(node.lineage, node.child.pid(), name, n));
    if (!stats.conflict().isEmpty()) {
      problems.add(node + ": " + stats.conflict());
    }
    for (String stranger : stats.strangerNames()) {
      if (chronicle.isKnown(stranger)) {
        problems.add(node + " received a damaged message from " + stranger);
      }
    }
  }

  @Override
  public void close() {
    synchronized (this) {
      up.values().forEach(this::expectEnd);
    }
    children.close();
  }
}
