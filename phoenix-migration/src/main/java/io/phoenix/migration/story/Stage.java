package io.phoenix.migration.story;

import io.phoenix.api.Message;
import io.phoenix.api.Node;
import io.phoenix.api.Phoenix;
import io.phoenix.api.SimulatedCluster;
import io.phoenix.migration.goal.Report;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.random.RandomGenerator;

/** Where a story is played: the nodes, what happens to them, and what is checked meanwhile. */
final class Stage {
  /** How long after the last act everything must have come to rest: longer than any back-off. */
  private static final Duration PATIENCE = Duration.ofMinutes(20);

  private static final Duration BETWEEN_ACTS = Duration.ofMillis(20);

  private final Story story;
  private final SimulatedCluster world;
  private final RandomGenerator random;
  private final List<Player> players = new ArrayList<>();
  private final List<Node> leavers = new ArrayList<>();
  private final List<String> narrative = new ArrayList<>();
  private final TraceModule.Trace trace;
  private final Checks checks;
  private int opened;

  Stage(Story story) {
    this.story = story;
    world = Phoenix.simulated(story.seed(), story.config());
    world.latency(Duration.ofNanos(100_000), Duration.ofMillis(5));
    random = new SplittableRandom(story.seed());
    trace = new TraceModule.Trace(story.spaceSize());
    checks = new Checks(story, world, players, this::failure);
  }

  Ending play() {
    Player first = open(1);
    first.migration.found();
    trace.founded(first.name());
    for (Act act : story.acts()) {
      narrate(act.tell(this::player));
      perform(act);
      run(BETWEEN_ACTS);
    }
    narrate("everything is healed");
    world.heal();
    if (!world.runUntil(this::isAtRest, PATIENCE)) {
      throw failure(
          "has not come to rest after %s: %s; missing: %s"
              .formatted(PATIENCE, checks.unrest(), checks.missing()));
    }
    checks.atTheEnd();
    return new Ending(players.size(), checks.messages(), checks.moves(), world.now(), trace);
  }

  private void run(Duration duration) {
    var unused =
        world.runUntil(
            () -> {
              checks.always();
              return false;
            },
            duration);
  }

  private boolean isAtRest() {
    checks.always();
    return checks.unrest() == null;
  }

  private void perform(Act act) {
    if (act instanceof Act.Join join) {
      Player player = open(join.links());
      player.begin(player.migration.join(), report -> narrate(player + ": " + report));
    } else if (act instanceof Act.Leave leave) {
      leave(player(leave.node()));
    } else if (act instanceof Act.Balance balance) {
      Player player = player(balance.node());
      if (!player.isLeaving() && player.isDone()) {
        player.begin(player.migration.balance(), report -> narrate(player + ": " + report));
      }
    } else if (act instanceof Act.Cancel cancel) {
      Player player = player(cancel.node());
      if (player.interval() != null) { // or it would never join
        player.cancel();
      }
    } else if (act instanceof Act.Send send) {
      Player player = player(send.node());
      for (int i = 0; i < send.count(); i++) {
        checks.onSent(player.send((send.first() + i) % story.spaceSize()));
      }
    } else {
      fault(act);
    }
  }

  private void fault(Act act) {
    if (act instanceof Act.Cut cut) {
      world.cut(player(cut.a()).node, player(cut.b()).node);
    } else if (act instanceof Act.Pause pause) {
      world.pause(player(pause.node()).node, absence(pause.ms()));
    } else if (act instanceof Act.Isolate isolate) {
      world.isolate(List.of(player(isolate.node()).node), absence(isolate.ms()));
    } else if (act instanceof Act.Crash crash) {
      if (players.size() > 2) {
        Player player = player(crash.node());
        checks.onCrash();
        players.remove(player);
        trace.crashed(player.name());
        world.crash(player.node);
        relink();
      }
    } else if (act instanceof Act.Wait wait) {
      run(Duration.ofMillis(wait.ms()));
    }
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
    List<Node> others = new ArrayList<>(players.stream().map(player -> player.node).toList());
    List<Node> neighbours = new ArrayList<>();
    while (neighbours.size() < links && !others.isEmpty()) {
      neighbours.add(others.remove(random.nextInt(others.size())));
    }
    Node node = world.open(neighbours.toArray(Node[]::new));
    Player player =
        new Player(
            opened++,
            node,
            story.subject().get(),
            story.settings(),
            step -> trace.add(node.resourceName(), step));
    trace.opened(player.name());
    node.handle(Player.TAG, message -> onMessage(player, message));
    player.migration.addListener(checks.listener());
    players.add(player);
    narrate("%s opens as %s, links=%d".formatted(player, player.name(), neighbours.size()));
    return player;
  }

  private void onMessage(Player player, Message message) {
    long number = ByteBuffer.wrap(message.payload()).getLong();
    checks.onMessage(player, message.from(), message.to(), number);
    player.subject.remember(message.to(), message.from(), number);
  }

  private void leave(Player player) {
    boolean others = players.stream().anyMatch(other -> other != player && !other.isLeaving());
    if (others && !player.isLeaving()) {
      player.beginLeave(report -> onLeft(player, report));
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
