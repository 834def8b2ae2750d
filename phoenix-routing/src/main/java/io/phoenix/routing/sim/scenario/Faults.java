package io.phoenix.routing.sim.scenario;

import io.phoenix.api.VirtualRange;
import io.phoenix.routing.sim.Blockage;
import io.phoenix.routing.sim.PathSettings;
import io.phoenix.routing.sim.SimConnection;
import io.phoenix.routing.sim.SimHost;
import io.phoenix.routing.sim.SimNetwork;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;

/** Makes things go wrong from time to time, and mends everything in the end. */
final class Faults {
  private static final int SLOWER = 20;
  private static final long FLAP_GAP_NS = 150_000_000;
  private static final long PAIR_GAP_NS = 60_000_000;
  private static final long SECOND = 1_000_000_000;

  private final Stage stage;
  private final Moves moves;
  private final SimNetwork network;
  private final Chance chance;
  private final Walls walls;
  private final List<Blockage> blockages = new ArrayList<>();
  private final List<Runnable> repairs = new ArrayList<>();
  private int faults;

  Faults(Stage stage, Moves moves) {
    this.stage = stage;
    this.moves = moves;
    network = stage.world.network();
    chance = stage.chance("faults");
    walls = new Walls(stage, chance);
  }

  int faults() {
    return faults;
  }

  /** Lets the next fault come after a while. */
  void scheduleNext() {
    stage.world.after(chance.waitNs(stage.plan.faultGapNs()), this::onFaultDue);
  }

  private void onFaultDue() {
    if (stage.healing) {
      return;
    }
    happen();
    if (stage.plan.scenario().hasPairs() && chance.oneIn(2)) {
      stage.world.after(chance.waitNs(PAIR_GAP_NS), this::happen);
    }
    scheduleNext();
  }

  private void happen() {
    if (!stage.healing) {
      faults++;
      happen(chance.pick(stage.plan.scenario().deck));
    }
  }

  private void happen(Fault fault) {
    switch (fault) {
      case CUT -> cut();
      case SILENT_DEATH -> die();
      case CUT_NODE -> cutNode();
      case FLAP -> flap(anyPair(), chance.between(3, 12));
      case BLOCK_PAIR -> blockPair();
      case PARTITION -> partition(false);
      case PARTITION_RESET -> partition(true);
      case SLOW -> slow();
      case PAUSE -> pause();
      case LEAVE -> leave(anyActor(), 0, false);
      case LEAVE_FOR_GOOD -> leave(anyActor(), 0, true);
      case LEAVE_CUT_OFF -> leaveCutOff(false);
      case LEAVE_FOR_GOOD_CUT_OFF -> leaveCutOff(true);
      case LEAVE_UNHEARD -> leaveUnheard();
      case WALL -> walls.wall(spellNs(), untoldNs());
      case GATEWAY -> walls.stopGateway(spellNs(), untoldNs());
      // Much later means that everybody has given the actor up.
      case CRASH -> crash(2 * stage.plan.forgetNs());
      case TAKEOVER -> crash(chance.magnitude(SECOND / 10, 30 * SECOND));
    }
  }

  /** Mends everything; pauses end by themselves soon. */
  void heal() {
    blockages.forEach(Blockage::heal);
    repairs.forEach(Runnable::run);
    walls.heal();
  }

  /** How long something lasts: sometimes noticed by keep-alives, sometimes not. */
  private long spellNs() {
    return chance.magnitude(stage.plan.deadNs() / 20 + 1, 4 * stage.plan.deadNs());
  }

  private long untoldNs() {
    return chance.oneIn(2) ? 0 : chance.waitNs(stage.plan.deadNs() / 4);
  }

  private List<Actor> anyPair() {
    var rest = new ArrayList<>(stage.actors);
    Actor a = chance.pick(rest);
    rest.remove(a);
    return List.of(a, chance.pick(rest));
  }

  private void cut() {
    if (!network.connections().isEmpty()) {
      SimConnection connection = chance.pick(network.connections());
      stage.trace().note("cut %s", connection);
      connection.cut(untoldNs());
    }
  }

  private void die() {
    if (!network.connections().isEmpty()) {
      SimConnection connection = chance.pick(network.connections());
      stage.trace().note("silent death of %s", connection);
      connection.die();
    }
  }

  private void cutNode() {
    Actor actor = chance.pick(stage.actors);
    stage.trace().note("cut all connections of node %d", actor.index);
    for (SimConnection c : List.copyOf(network.connections())) {
      if (c.from() == actor.host() || c.to() == actor.host()) {
        c.cut(untoldNs());
      }
    }
  }

  private void flap(List<Actor> pair, int times) {
    SimHost a = pair.get(0).host();
    SimHost b = pair.get(1).host();
    stage.trace().note("flap between %s and %s", pair.get(0), pair.get(1));
    for (SimConnection c : List.copyOf(network.connections())) {
      if (c.joins(a, b)) {
        c.cut(0);
      }
    }
    if (times > 1 && !stage.healing) {
      stage.world.after(chance.waitNs(FLAP_GAP_NS), () -> flap(pair, times - 1));
    }
  }

  private void blockPair() {
    List<Actor> pair = anyPair();
    stage.trace().note("no packet passes between %s and %s", pair.get(0), pair.get(1));
    block(List.of(pair.get(0).host()), List.of(pair.get(1).host()), spellNs());
  }

  private void partition(boolean reset) {
    var one = new ArrayList<SimHost>();
    var other = new ArrayList<SimHost>();
    var indices = new ArrayList<Integer>();
    for (Actor actor : stage.actors) {
      boolean here = chance.oneIn(2);
      (here ? one : other).add(actor.host());
      if (here) {
        indices.add(actor.index);
      }
    }
    stage.trace().note("partition%s: %s against the rest", reset ? " with resets" : "", indices);
    Blockage blockage = block(one, other, spellNs());
    if (reset) {
      blockage.reset(untoldNs());
    }
  }

  private Blockage block(List<SimHost> one, List<SimHost> other, long durationNs) {
    Blockage blockage = network.block(one, other);
    blockages.add(blockage);
    stage.world.after(
        durationNs,
        () -> {
          if (!stage.healing) {
            stage.trace().note("packets pass again");
            blockage.heal();
          }
        });
    return blockage;
  }

  private void slow() {
    List<Actor> pair = anyPair();
    SimHost a = pair.get(0).host();
    SimHost b = pair.get(1).host();
    PathSettings before = network.settings(a, b);
    if (before.latencyNs() > stage.plan.deadNs() / SLOWER) {
      return; // slow already
    }
    stage.trace().note("slow from %s to %s", pair.get(0), pair.get(1));
    network.settings(
        a,
        b,
        new PathSettings(
            before.latencyNs() * SLOWER,
            before.latencyNs() * SLOWER,
            Math.max(50_000, before.bytesPerSecond() / SLOWER)));
    Runnable repair = () -> network.settings(a, b, before);
    repairs.add(repair);
    stage.world.after(spellNs(), repair);
  }

  private void pause() {
    Actor actor = chance.pick(stage.actors);
    long durationNs = spellNs();
    stage.trace().note("node %d stands still for %d ms", actor.index, durationNs / 1_000_000);
    actor.host().pause(durationNs);
  }

  private Actor anyActor() {
    return chance.pick(stage.actors);
  }

  private void leave(Actor actor, long warningNs, boolean forGood) {
    long awayNs = chance.oneIn(3) ? 0 : spellNs();
    stage.world.after(
        warningNs,
        () -> {
          if (forGood) {
            actor.leaveForGood(() -> moves.giveAway(actor), awayNs);
          } else {
            actor.leave(awayNs);
          }
        });
  }

  private void leaveCutOff(boolean forGood) {
    Actor actor = anyActor();
    if (actor.isPresent()) {
      cutOff(actor);
      leave(actor, chance.waitNs(stage.plan.deadNs()), forGood);
    }
  }

  private void leaveUnheard() {
    List<Actor> pair = anyPair();
    cutOff(pair.get(0));
    leave(pair.get(1), chance.waitNs(stage.plan.deadNs()), chance.oneIn(2));
  }

  private void cutOff(Actor actor) {
    var others = new ArrayList<SimHost>();
    for (Actor other : stage.actors) {
      if (other != actor) {
        others.add(other.host());
      }
    }
    stage.trace().note("node %d is cut off", actor.index);
    block(List.of(actor.host()), others, chance.between(1, 4) * stage.plan.deadNs());
  }

  private void crash(long takeoverNs) {
    List<Actor> expendable = stage.present().stream().filter(this::canBeSpared).toList();
    if (!expendable.isEmpty()) {
      Actor actor = chance.pick(expendable);
      Map<VirtualRange, Long> tenures = moves.tenures(actor);
      actor.crash(chance.oneIn(2), untoldNs());
      moves.inherit(actor, tenures, takeoverNs);
    }
  }

  /** Whether at least two others are left, and can still link up with each other. */
  private boolean canBeSpared(Actor actor) {
    var others = new TreeSet<Integer>();
    for (Actor other : stage.actors) {
      if (other != actor && other.state() != Actor.State.CRASHED) {
        others.add(other.index); // those that are away come back, and must find the others
      }
    }
    boolean isReady = actor.host().loop().isReady();
    return isReady && stage.present().size() > 2 && stage.topology.connects(others);
  }
}
