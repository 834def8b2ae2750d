package io.phoenix.routing.sim.scenario;

import com.google.common.collect.ImmutableList;
import java.util.Collections;
import java.util.Locale;

/** A kind of run: which faults it has, and how often. What exactly happens is up to the seed. */
public enum Scenario {
  /** A bit of everything but crashes: every message arrives exactly once and in order. */
  STANDARD(
      2,
      8,
      Fault.CUT.times(6),
      Fault.SILENT_DEATH.times(3),
      Fault.CUT_NODE.times(1),
      Fault.FLAP.times(1),
      Fault.BLOCK_PAIR.times(2),
      Fault.PARTITION.times(2),
      Fault.PARTITION_RESET.times(1),
      Fault.SLOW.times(2),
      Fault.PAUSE.times(3),
      Fault.LEAVE.times(2),
      Fault.LEAVE_CUT_OFF.times(1)),
  /** Virtual nodes move from node to node all the time, over a network that mostly works. */
  MOVES(2, 5, Fault.CUT.times(2), Fault.SLOW.times(2), Fault.PAUSE.times(1)),
  /** Nodes leave and return all the time, also while they are cut off. */
  LEAVES(2, 5, Fault.LEAVE.times(6), Fault.LEAVE_CUT_OFF.times(3), Fault.CUT.times(2)),
  /** Many nodes and few links, which break all the time: routes change, often through relays. */
  ROUTES(
      5,
      8,
      Fault.CUT.times(6),
      Fault.SILENT_DEATH.times(3),
      Fault.FLAP.times(3),
      Fault.BLOCK_PAIR.times(6),
      Fault.PARTITION.times(2),
      Fault.SLOW.times(4)),
  /**
   * Nodes are linked directly, through tunnels, or through others, and which of it changes all the
   * time.
   */
  LADDER(
      2,
      5,
      Fault.WALL.times(6),
      Fault.GATEWAY.times(3),
      Fault.CUT.times(2),
      Fault.SILENT_DEATH.times(1),
      Fault.SLOW.times(1),
      Fault.PAUSE.times(1)),
  /** Nodes are cut off for so long that they are given up, and come back: nothing is lost. */
  ABSENCES(
      2,
      6,
      Fault.BLOCK_PAIR.times(3),
      Fault.PARTITION.times(4),
      Fault.PARTITION_RESET.times(2),
      Fault.PAUSE.times(4),
      Fault.CUT.times(1)),
  /** Nodes crash. What they held is lost; nothing comes twice, and the survivors go on. */
  CRASHES(
      3,
      6,
      Fault.CRASH.times(3),
      Fault.CUT.times(4),
      Fault.BLOCK_PAIR.times(2),
      Fault.PAUSE.times(2)),
  /** Nodes leave for good or return, several at once, while others are cut off. */
  DEPARTURES(
      3,
      6,
      Fault.LEAVE_FOR_GOOD.times(4),
      Fault.LEAVE.times(4),
      Fault.LEAVE_UNHEARD.times(2),
      Fault.LEAVE_FOR_GOOD_CUT_OFF.times(1),
      Fault.LEAVE_CUT_OFF.times(1),
      Fault.CUT.times(2),
      Fault.BLOCK_PAIR.times(1)),
  /** Nodes crash, and others take over from them soon. */
  TAKEOVERS(
      3,
      6,
      Fault.TAKEOVER.times(4),
      Fault.CRASH.times(1),
      Fault.CUT.times(3),
      Fault.BLOCK_PAIR.times(2),
      Fault.PARTITION.times(1),
      Fault.PAUSE.times(2)),
  /** Crashes, takeovers, leaves of every kind and a broken network, two at a time. */
  TURMOIL(
      3,
      7,
      Fault.TAKEOVER.times(3),
      Fault.LEAVE_FOR_GOOD.times(3),
      Fault.LEAVE.times(3),
      Fault.LEAVE_UNHEARD.times(2),
      Fault.LEAVE_FOR_GOOD_CUT_OFF.times(1),
      Fault.LEAVE_CUT_OFF.times(1),
      Fault.CUT.times(3),
      Fault.CUT_NODE.times(1),
      Fault.SILENT_DEATH.times(1),
      Fault.BLOCK_PAIR.times(2),
      Fault.PARTITION.times(1),
      Fault.SLOW.times(1),
      Fault.PAUSE.times(2));

  final int leastNodes;
  final int mostNodes;

  /** One of these is drawn whenever a fault is due: what is in it often comes often. */
  final ImmutableList<Fault> deck;

  Scenario(int leastNodes, int mostNodes, Fault.Weight... weights) {
    this.leastNodes = leastNodes;
    this.mostNodes = mostNodes;
    var all = ImmutableList.<Fault>builder();
    for (Fault.Weight weight : weights) {
      all.addAll(Collections.nCopies(weight.times(), weight.fault()));
    }
    deck = all.build();
  }

  /** Whether nodes may be lost, and messages with them. */
  boolean hasCrashes() {
    return deck.contains(Fault.CRASH) || deck.contains(Fault.TAKEOVER);
  }

  /**
   * Whether nodes may go in any way and not come back, so that messages may be lost; each with a
   * reason that is known, see {@link LossCheck}.
   */
  boolean mayLose() {
    return hasCrashes() || deck.contains(Fault.LEAVE_FOR_GOOD);
  }

  /** Whether faults come two at a time. */
  boolean hasPairs() {
    return mayLose();
  }

  /** Whether ports can be reached through a tunnel, too. */
  boolean hasTunnels() {
    return this == LADDER;
  }

  /** Whether nodes must have no other links than those that the topology asks for. */
  boolean needsTopology() {
    return this == ROUTES || this == LADDER;
  }

  /** Whether nodes that are alive may be given up; then some letters may overtake others. */
  boolean forgetsTheLiving() {
    return this == ABSENCES;
  }

  /** The scenario that a seed stands for if none is named: mostly the standard one. */
  public static Scenario of(long seed) {
    return switch ((int) Math.floorMod(seed, 12L)) {
      case 1 -> MOVES;
      case 2 -> LADDER;
      case 3 -> LEAVES;
      case 4 -> DEPARTURES;
      case 5 -> ROUTES;
      case 6 -> ABSENCES;
      case 7 -> CRASHES;
      case 8 -> TAKEOVERS;
      case 9 -> TURMOIL;
      default -> STANDARD;
    };
  }

  /** As it is written on the command line. */
  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT);
  }
}
