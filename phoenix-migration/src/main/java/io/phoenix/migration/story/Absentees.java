package io.phoenix.migration.story;

import io.phoenix.api.SimulatedCluster;
import io.phoenix.api.VirtualRange;
import io.phoenix.api.VirtualRangeSet;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** The nodes of a story that leave with a log, are away, and come back with it. */
final class Absentees {
  @SuppressWarnings("ArrayRecordComponent") // handed from one node to the next, never compared
  private record Absentee(Player player, @Nullable VirtualRange interval, byte[] log) {}

  private final SimulatedCluster world;
  private final List<Player> players;
  private final Checks checks;
  private final Consumer<Object> narrate;

  /** Those that have begun to leave with a log, and have not left. */
  private final List<Player> going = new ArrayList<>();

  private final List<Absentee> away = new ArrayList<>();

  Absentees(SimulatedCluster world, List<Player> players, Checks checks, Consumer<Object> narrate) {
    this.world = world;
    this.players = players;
    this.checks = checks;
    this.narrate = narrate;
  }

  /** How many are away, or on their way. */
  int size() {
    return going.size() + away.size();
  }

  /** Whether somebody is away, and could come back. */
  boolean isAnyAway() {
    return !away.isEmpty();
  }

  /** Whether nobody is about to leave with a log. */
  boolean isSettled() {
    return going.isEmpty() && players.stream().noneMatch(Player::isGoingAway);
  }

  /** The nodes that still have to hand over what they hold. */
  List<Player> going() {
    return going;
  }

  /** A node that takes part in no migration any more leaves with a log. */
  void depart(Player player) {
    VirtualRange interval = player.interval();
    checks.onAway(player);
    players.remove(player);
    going.add(player);
    var unused =
        world
            .leaveWithLog(player.node)
            .thenAccept(
                log -> {
                  narrate.accept(player + " is away");
                  going.remove(player);
                  away.add(new Absentee(player, interval, log));
                });
  }

  /** Brings one of those that are away back, if there is one; {@code open} makes its node. */
  void comeBack(int index, Opener open) {
    if (away.isEmpty()) {
      return;
    }
    Absentee back = away.remove(Math.floorMod(index, away.size()));
    Player player = open.open(back.log(), back.player());
    if (back.interval() != null) {
      player.resumes(back.interval());
    }
  }

  /** Makes the node of a player that comes back. */
  interface Opener {
    Player open(byte[] log, Player before);
  }

  /**
   * A node that is beside the range of one that is away assumes it, as somebody might who takes the
   * absent node for dead. What was done there meanwhile is lost with the state of the absent one.
   */
  void takeOver(int index, Rules rules) {
    if (away.isEmpty()) {
      return;
    }
    Absentee absentee = away.get(Math.floorMod(index, away.size()));
    VirtualRange range = absentee.interval();
    if (range == null) {
      return;
    }
    players.stream()
        .filter(player -> isBeside(player, range))
        .findFirst()
        .ifPresent(
            player ->
                // It may stand still at the moment, and then it is too late perhaps.
                player.node.loop().execute(() -> takeOver(player, absentee, range, rules)));
  }

  /** Somebody who has not heard of the absent node's epoch would be taken for an older owner. */
  private void takeOver(Player player, Absentee absentee, VirtualRange range, Rules rules) {
    if (away.contains(absentee)
        && isFree(range)
        && isBeside(player, range)
        && rules.isKnownTo(player.node, range)) {
      narrate.accept(player + " takes over " + range);
      checks.onTakenOver(range);
      rules.onTakenOver(range);
      player.assumeOnItsOwn(range);
    }
  }

  private boolean isFree(VirtualRange range) {
    return players.stream().noneMatch(p -> p.node.assumed().overlaps(range));
  }

  private static boolean isBeside(Player player, VirtualRange range) {
    VirtualRange mine = player.interval();
    return mine != null
        && mine.isAdjacentTo(range)
        && player.migration.isAtRest()
        && !player.migration.isInDoubt()
        && !player.isLeaving();
  }

  /** Those that came back give up what others have assumed meanwhile, and join anew. */
  void afterEvent() {
    for (Player player : players) {
      VirtualRangeSet lost = player.lost();
      if (!lost.isEmpty()) {
        narrate.accept(player + " has lost " + lost + " while it was away");
        lost.ranges().forEach(player::discard);
        if (player.interval() == null) {
          player.begin(player.migration.join(), report -> narrate.accept(player + ": " + report));
        }
      }
    }
  }
}
