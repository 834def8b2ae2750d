package io.phoenix.migration.story;

import io.phoenix.api.Message;
import io.phoenix.api.Node;
import io.phoenix.api.Phoenix;
import io.phoenix.api.ResourceName;
import io.phoenix.api.SimulatedCluster;
import io.phoenix.api.VirtualRange;
import io.phoenix.migration.Step;
import io.phoenix.migration.goal.Report;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.SplittableRandom;
import java.util.function.BooleanSupplier;
import java.util.random.RandomGenerator;

/** Where a story is played: the nodes, what happens to them, and what is checked meanwhile. */
final class Stage {
  /** How long after the last act everything must have come to rest: longer than any back-off. */
  private static final Duration PATIENCE = Duration.ofMinutes(20);

  private final Story story;
  private final Pace pace;
  private final SimulatedCluster world;
  private final RandomGenerator random;
  private final List<Player> players = new ArrayList<>();
  private final List<Node> leavers = new ArrayList<>();
  private final List<String> narrative = new ArrayList<>();
  private final List<Act.Ambush> ambushes = new ArrayList<>();

  /** Deeds of ambushes whose moment has come. */
  private final Deque<Runnable> sprung = new ArrayDeque<>();

  private final TraceModule.Trace trace;
  private final Checks checks;
  private final Rules rules;
  private final Absentees absentees;
  private int opened;

  Stage(Story story) {
    this.story = story;
    world = Phoenix.simulated(story.seed(), story.config());
    pace = Pace.of(story.seed());
    world.latency(Duration.ofNanos(100_000), pace.latency());
    random = new SplittableRandom(story.seed());
    trace = new TraceModule.Trace(story.spaceSize());
    checks = new Checks(story, world, players, this::failure);
    rules = new Rules(players, this::failure);
    absentees = new Absentees(world, players, checks, this::narrate);
  }

  Ending play() {
    Player first = open(1);
    first.resumes(VirtualRange.all(story.spaceSize()));
    first.migration.found();
    trace.founded(first.name());
    for (Act act : story.acts()) {
      narrate(act.tell(this::player));
      perform(act);
      run(pace.betweenActs());
    }
    narrate("everything is healed");
    ambushes.clear();
    world.heal();
    bringAllBack();
    awaitRest();
    run(Duration.ofSeconds(1)); // records follow routes
    awaitRest();
    if (reclaim()) {
      run(Duration.ofSeconds(1));
      awaitRest();
    }
    checks.sendLastMessages();
    awaitEnd("what was sent after all had healed has arrived", checks::haveLastMessagesArrived);
    checks.askForDoubts();
    awaitEnd("all have said what is in doubt", checks::areDoubtsKnown);
    awaitRest(); // a node that joins may have begun to move something meanwhile
    checks.atTheEnd();
    return new Ending(players.size(), checks.messages(), checks.moves(), world.now(), trace);
  }

  /** Each one as soon as it is away: a node that leaves waits for owners, for as long as it may. */
  private void bringAllBack() {
    do {
      awaitEnd(
          "somebody who leaves with a log is away",
          () -> absentees.isSettled() || absentees.isAnyAway());
      while (absentees.isAnyAway()) {
        absentees.comeBack(0, this::reopen);
      }
    } while (!absentees.isSettled());
  }

  private void awaitRest() {
    awaitEnd("has come to rest", this::isAtRest);
  }

  private void awaitEnd(String what, BooleanSupplier condition) {
    boolean holds =
        world.runUntil(
            () -> {
              afterEvent();
              return condition.getAsBoolean();
            },
            PATIENCE);
    if (!holds) {
      throw failure(
          "not after %s: %s; %s; missing: %s"
              .formatted(PATIENCE, what, checks.unrest(), checks.missing()));
    }
  }

  /**
   * Takes back what is in doubt; returns whether anything is. All is at rest, so those that could
   * tell have crashed, or have left without having assumed the range: what leavers assumed has
   * owners.
   */
  private boolean reclaim() {
    boolean any = false;
    for (Player player : players) {
      if (player.migration.isInDoubt()) {
        any = true;
        narrate(player + " reclaims what is in doubt");
        var unused =
            player
                .migration
                .reclaim(VirtualRange.all(story.spaceSize()))
                .thenAccept(ranges -> narrate(player + " reclaimed " + ranges));
      }
    }
    return any;
  }

  private void run(Duration duration) {
    var unused =
        world.runUntil(
            () -> {
              afterEvent();
              return false;
            },
            duration);
  }

  private boolean isAtRest() {
    return checks.unrest() == null;
  }

  private void perform(Act act) {
    if (act instanceof Act.Join join) {
      if (players.size() + absentees.size() >= story.spaceSize()) {
        return; // each has one virtual node: there is nothing to join
      }
      Player player = open(join.links());
      player.begin(player.migration.join(), report -> narrate(player + ": " + report));
    } else if (act instanceof Act.Leave leave) {
      leave(player(leave.node()));
    } else if (act instanceof Act.Balance balance) {
      balance(player(balance.node()));
    } else if (act instanceof Act.Cancel cancel) {
      cancel(player(cancel.node()));
    } else if (act instanceof Act.Ambush ambush) {
      ambushes.add(ambush);
    } else if (act instanceof Act.Send send) {
      Player player = player(send.node());
      for (int i = 0; i < send.count(); i++) {
        checks.onSent(player.send((send.first() + i) % story.spaceSize()));
      }
    } else if (act instanceof Act.Away absence) {
      beAway(player(absence.node()));
    } else if (act instanceof Act.Return back) {
      absentees.comeBack(back.away(), this::reopen);
    } else if (act instanceof Act.TakeOver takeOver) {
      absentees.takeOver(takeOver.away(), rules);
    } else {
      fault(act);
    }
  }

  private void fault(Act act) {
    if (act instanceof Act.Cut cut) {
      world.cut(player(cut.a()).node, player(cut.b()).node);
    } else if (act instanceof Act.Pause pause) {
      pause(player(pause.node()), absence(pause.ms()));
    } else if (act instanceof Act.Isolate isolate) {
      world.isolate(List.of(player(isolate.node()).node), absence(isolate.ms()));
    } else if (act instanceof Act.Crash crash) {
      crash(player(crash.node()));
    } else if (act instanceof Act.Wait wait) {
      run(Duration.ofMillis(wait.ms()));
    }
  }

  private void balance(Player player) {
    if (!player.isLeaving() && player.isDone()) {
      player.begin(player.migration.balance(), report -> narrate(player + ": " + report));
    }
  }

  private static void cancel(Player player) {
    if (player.interval() != null) { // or it would never join
      player.cancel();
    }
  }

  private void crash(Player player) {
    if (players.size() > 2) {
      checks.onCrash(player);
      rules.onCrash(player);
      players.remove(player);
      trace.crashed(player.name());
      world.crash(player.node);
      relink();
    }
  }

  /** A node has taken a step; whoever waits for it acts when the event is over. */
  private void onStep(ResourceName node, Step step) {
    trace.add(node, step);
    rules.onStep(node, step);
    for (Act.Ambush ambush : List.copyOf(ambushes)) {
      if (ambush.step().action().equals(step.action()) && ambushes.remove(ambush)) {
        ResourceName victim = ambush.peer() ? step.peer() : node;
        players.stream()
            .filter(player -> player.name().equals(victim))
            .findFirst()
            .ifPresent(player -> sprung.add(() -> disturb(player, ambush.deed())));
      }
    }
  }

  private void disturb(Player player, Act.Deed deed) {
    if (!players.contains(player)) {
      return; // it has left, or crashed
    }
    narrate(deed.tell(player));
    switch (deed) {
      case CANCEL -> cancel(player);
      case LEAVE -> leave(player);
      case AWAY -> beAway(player);
      case BALANCE -> balance(player);
      case PAUSE -> pause(player, Duration.ofMillis(500));
      case ISOLATE -> world.isolate(List.of(player.node), Duration.ofSeconds(5));
      case ISOLATE_LONG -> world.isolate(List.of(player.node), absence(30_000));
      case CRASH -> crash(player);
    }
  }

  /** What is looked at and done after every event. */
  private void afterEvent() {
    StoryFailure broken = rules.broken();
    if (broken != null) {
      throw broken;
    }
    absentees.afterEvent();
    checks.always();
    for (Runnable deed = sprung.poll(); deed != null; deed = sprung.poll()) {
      deed.run();
    }
  }

  private void pause(Player player, Duration duration) {
    world.pause(player.node, duration);
    player.onPause(duration);
  }

  private Duration absence(int ms) {
    Duration absence = Duration.ofMillis(ms);
    if (absence.compareTo(story.config().forgetAfter()) >= 0) {
      checks.onLongAbsence();
    }
    return absence;
  }

  private Player player(int index) {
    return players.get(Math.floorMod(index, players.size()));
  }

  private Player open(int links) {
    Node node = world.open(neighbours(links));
    Player player = enter(node, story.subject().get());
    narrate("%s opens as %s".formatted(player, player.name()));
    return player;
  }

  /** A node that was away continues, with its state. */
  private Player reopen(byte[] log, Player before) {
    Node node = world.open(log, neighbours(players.size()));
    Player player = enter(node, before.subject);
    player.continues(before);
    narrate("%s comes back as %s, %s".formatted(before, player, player.name()));
    if (player.interval() == null) {
      player.begin(player.migration.join(), report -> narrate(player + ": " + report));
    }
    return player;
  }

  private Node[] neighbours(int links) {
    List<Node> others = new ArrayList<>(players.stream().map(player -> player.node).toList());
    List<Node> neighbours = new ArrayList<>();
    while (neighbours.size() < links && !others.isEmpty()) {
      neighbours.add(others.remove(random.nextInt(others.size())));
    }
    return neighbours.toArray(Node[]::new);
  }

  private Player enter(Node node, Subject subject) {
    Player player =
        new Player(
            opened++,
            node,
            rules.observed(node),
            subject,
            pace.applyTo(story.settings()),
            step -> onStep(node.resourceName(), step));
    trace.opened(player.name());
    node.handle(Player.TAG, message -> onMessage(player, message));
    player.migration.addListener(checks.listener());
    node.addOwnershipListener(rules.listener(player));
    players.add(player);
    return player;
  }

  private void onMessage(Player player, Message message) {
    long number = ByteBuffer.wrap(message.payload()).getLong();
    checks.onMessage(player, message.from(), message.to(), number);
    player.subject.remember(message.to(), message.from(), number);
  }

  private void leave(Player player) {
    if (mayGo(player)) {
      player.beginLeave(report -> onLeft(player, report));
    }
  }

  private boolean mayGo(Player player) {
    boolean others = players.stream().anyMatch(other -> other != player && !other.isLeaving());
    return others && !player.isLeaving();
  }

  private void beAway(Player player) {
    if (mayGo(player)) {
      player.beginAbsence(
          report -> {
            narrate(player + ": " + report);
            if (report.reached() && players.contains(player)) {
              absentees.depart(player);
              relink();
            } else {
              player.stay();
            }
          });
    }
  }

  private void onLeft(Player player, Report report) {
    narrate(player + ": " + report);
    if (report.reached() && players.contains(player)) {
      checks.onLeft(player);
      players.remove(player);
      leavers.add(player.node);
      trace.left(player.name());
      world.leave(player.node);
      relink();
    } else {
      player.stay();
    }
  }

  /**
   * Whoever is left must be able to reach each other, without those that have gone; and those that
   * are about to go must be able to hand over what they hold.
   */
  private void relink() {
    for (int i = 0; i + 1 < players.size(); i++) {
      link(players.get(i).node, players.get(i + 1).node);
    }
    leavers.forEach(leaver -> link(players.get(0).node, leaver));
    absentees.going().forEach(leaver -> link(players.get(0).node, leaver.node));
  }

  private static void link(Node node, Node other) {
    var port = other.localPort();
    node.loop().execute(() -> node.addPort(port)); // it may stand still at the moment
  }

  private void narrate(Object what) {
    narrative.add("%8.3f s  %s".formatted(world.now().toNanos() / 1e9, what));
  }

  private StoryFailure failure(String what) {
    narrate(what);
    return new StoryFailure(
        "%s%nthe story:%n  %s%nto play it again: %s"
            .formatted(what, String.join("\n  ", narrative), story.source()));
  }
}
