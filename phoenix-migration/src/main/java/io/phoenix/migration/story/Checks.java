package io.phoenix.migration.story;

import io.phoenix.api.ResourceName;
import io.phoenix.api.SimulatedCluster;
import io.phoenix.api.VirtualRange;
import io.phoenix.api.VirtualRangeSet;
import io.phoenix.migration.MigrationListener;
import io.phoenix.migration.transfer.Move;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** The promises of migration, as far as one can see them from outside. */
final class Checks {
  private final Story story;
  private final SimulatedCluster world;
  private final List<Player> players;
  private final Function<String, StoryFailure> failure;

  /** What senders that have left sent to each virtual node. */
  private final Map<Long, Map<Long, Long>> sentByOthers = new HashMap<>();

  private long messages;
  private long handled;
  private long moves;
  private boolean crashed;

  /** Whether messages may be late or lost: a node crashed, or was not waited for any more. */
  private boolean lenient;

  private @Nullable StoryFailure broken;

  Checks(
      Story story,
      SimulatedCluster world,
      List<Player> players,
      Function<String, StoryFailure> failure) {
    this.story = story;
    this.world = world;
    this.players = players;
    this.failure = failure;
  }

  long messages() {
    return messages;
  }

  long moves() {
    return moves;
  }

  MigrationListener listener() {
    return new MigrationListener() {
      @Override
      public void onMoved(Move move) {
        if (move.result() == Move.Result.MOVED && move.pauseNs() > 0) {
          moves++;
        }
      }
    };
  }

  void onSent(boolean accepted) {
    messages += accepted ? 1 : 0;
  }

  void onCrash() {
    crashed = true;
    lenient = true;
  }

  /**
   * A node cannot be reached for longer than it is waited for. What it holds may come after what
   * was sent later, or stay with it, if the one it is for has left for good meanwhile.
   */
  void onLongAbsence() {
    lenient = true;
  }

  void onLeft(Player player) {
    if (player.interval() != null) {
      broken = failure.apply(player + " left, but assumes " + player.interval());
    }
    sentByOthers.put(player.name().value(), player.sent());
  }

  /** A message has arrived: at an owner that has the state of its virtual node, in order. */
  void onMessage(Player player, long from, long v, long number) {
    handled++;
    VirtualRange interval = player.interval();
    long last = player.subject.last(v, from);
    if (interval == null || !interval.contains(v)) {
      broken =
          failure.apply(
              "%s, which assumes %s, got a message for %d".formatted(player, interval, v));
    } else if (number != last + 1 && !lenient) {
      broken =
          failure.apply(
              "%s got message %d from %x to %d after %d".formatted(player, number, from, v, last));
    }
  }

  /** What holds after every event. */
  void always() {
    if (broken != null) {
      throw broken;
    }
    VirtualRangeSet owned = VirtualRangeSet.empty();
    for (Player player : players) {
      VirtualRangeSet mine = player.node.assumed();
      if (mine.ranges().size() > 1) {
        throw failure.apply(player + " assumes " + mine + ", which is more than one interval");
      }
      if (!mine.isEmpty() && owned.overlaps(mine.ranges().get(0))) {
        throw failure.apply(player + " assumes " + mine + ", some of which has two owners");
      }
      owned = owned.union(mine);
    }
  }

  /** What is still going on; {@code null} if nothing is. */
  @Nullable String unrest() {
    VirtualRangeSet owned = VirtualRangeSet.empty();
    for (Player player : players) {
      if (!player.isDone() && !(crashed && player.interval() == null)) {
        return player + " has not done what it was asked to";
      }
      if (!player.migration.isAtRest()) {
        return player + " is not free: " + player.migration.describe();
      }
      if (!crashed && player.migration.isInDoubt()) {
        return player + " is in doubt: " + player.migration.describe();
      }
      owned = owned.union(player.node.assumed());
    }
    if (crashed) {
      return null;
    }
    if (owned.size() != story.spaceSize()) {
      return "only " + owned + " is assumed";
    }
    return handled == messages || lenient
        ? null
        : handled + " of " + messages + " messages were handled";
  }

  /** Some of the messages that have not been handled, for people. */
  List<String> missing() {
    List<String> missing = new ArrayList<>();
    collectSenders();
    sentByOthers.forEach(
        (sender, sent) ->
            sent.forEach(
                (v, number) -> {
                  long last =
                      players.stream().mapToLong(p -> p.subject.last(v, sender)).max().orElse(0);
                  if (last < number) {
                    missing.add(
                        "from %s to %d: %d of %d"
                            .formatted(ResourceName.format(sender), v, last, number));
                  }
                }));
    return missing.subList(0, Math.min(missing.size(), 5));
  }

  private void collectSenders() {
    players.forEach(player -> sentByOthers.put(player.name().value(), player.sent()));
  }

  /** All state is where its virtual node is. */
  void atTheEnd() {
    if (lenient) {
      return;
    }
    collectSenders();
    sentByOthers.forEach((sender, sent) -> sent.forEach((v, number) -> demand(sender, v, number)));
  }

  private void demand(long sender, long v, long number) {
    for (Player player : players) {
      VirtualRange interval = player.interval();
      boolean owner = interval != null && interval.contains(v);
      long last = player.subject.last(v, sender);
      if (last != (owner ? number : 0)) {
        throw failure.apply(
            "%s, which assumes %s, remembers %d of %d messages from %x to %d at %s"
                .formatted(player, interval, last, number, sender, v, world.now()));
      }
    }
  }
}
