package io.phoenix.migration.story;

import io.phoenix.api.Explanation;
import io.phoenix.api.ResourceName;
import io.phoenix.api.SimulatedCluster;
import io.phoenix.api.VirtualRange;
import io.phoenix.api.VirtualRangeSet;
import io.phoenix.migration.MigrationListener;
import io.phoenix.migration.transfer.Move;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** The promises of migration, as far as one can see them from outside. */
final class Checks {
  private record Delivery(long from, long v, long number) {}

  private final Story story;
  private final SimulatedCluster world;
  private final List<Player> players;
  private final Function<String, StoryFailure> failure;

  /** What senders that have left sent to each virtual node. */
  private final Map<Long, Map<Long, Long>> sentByOthers = new HashMap<>();

  /** Moves that are in doubt. */
  private final List<Move> doubts = new ArrayList<>();

  /** Every message that was handled. */
  private final Set<Delivery> deliveries = new HashSet<>();

  /** Messages that were sent after all had healed. */
  private final Set<Delivery> owed = new HashSet<>();

  /** What crashed nodes ever assumed: messages for it may have been with them. */
  private VirtualRangeSet lossy = VirtualRangeSet.empty();

  /** What was taken over from nodes that were away: what they held comes late, or is in doubt. */
  private VirtualRangeSet takenOver = VirtualRangeSet.empty();

  /** Messages in doubt, as the nodes say in the end. */
  private final List<Explanation.Doubt> said = new ArrayList<>();

  private int unasked;
  private long messages;
  private long handled;
  private long moves;
  private boolean crashed;

  /** Whether messages may be late or stay away: a node that lives was not waited for any more. */
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
        doubts.removeIf(doubt -> doubt.range().equals(move.range()) && isSamePair(doubt, move));
        if (move.result() == Move.Result.IN_DOUBT) {
          doubts.add(move);
        }
        if (move.result() == Move.Result.MOVED && move.pauseNs() > 0) {
          moves++;
        }
      }
    };
  }

  private static boolean isSamePair(Move one, Move other) {
    return one.from().equals(other.from()) && one.to().equals(other.to());
  }

  /** Whether a node is in doubt about another that could tell. */
  private boolean awaitsAnswer(Player player) {
    return player.migration.isInDoubt()
        && doubts.stream()
            .filter(doubt -> doubt.from().equals(player.name()))
            .anyMatch(doubt -> players.stream().anyMatch(p -> p.name().equals(doubt.to())));
  }

  void onSent(boolean accepted) {
    messages += accepted ? 1 : 0;
  }

  /**
   * A node crashes. Messages that it sent may be lost, and those to virtual nodes that it ever had:
   * it may have kept them for the next owner. Others must arrive, in order.
   */
  void onCrash(Player player) {
    crashed = true;
    for (VirtualRange range : player.everAssumed().ranges()) {
      lossy = lossy.union(range);
    }
    // What it sent before it was away may have come back with it, and be lost now.
    player.formerNames().forEach(name -> sentByOthers.remove(name.value()));
  }

  /** A node leaves with a log: it will be back. */
  void onAway(Player player) {
    sentByOthers.put(player.name().value(), player.sent());
  }

  /** A range of a node that is away is assumed by another, which does not have its state. */
  void onTakenOver(VirtualRange range) {
    crashed = true;
    takenOver = takenOver.union(range);
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
    } else if (!deliveries.add(new Delivery(from, v, number))) {
      broken =
          failure.apply("%s got message %d from %x to %d twice".formatted(player, number, from, v));
    } else if (!lenient && !takenOver.contains(v) && !isNext(v, last, number)) {
      broken =
          failure.apply(
              "%s got message %d from %x to %d after %d".formatted(player, number, from, v, last));
    }
  }

  private boolean isNext(long v, long last, long number) {
    return number == last + 1 || (number > last && lossy.contains(v));
  }

  /** What holds after every event. */
  void always() {
    if (broken != null) {
      throw broken;
    }
    VirtualRangeSet owned = VirtualRangeSet.empty();
    for (Player player : players) {
      VirtualRangeSet mine = player.assumed();
      if (mine.ranges().size() > 1) {
        throw failure.apply(player + " assumes " + mine + ", which is more than one interval");
      }
      VirtualRangeSet twice = owned.intersection(mine);
      // While the two are cut off from each other, they cannot know: it must end when they can.
      if (!twice.minus(takenOver).isEmpty()) {
        throw failure.apply(player + " assumes " + mine + ", some of which has two owners");
      }
      owned = owned.union(mine);
    }
  }

  /** What is still going on; {@code null} if nothing is. */
  @Nullable String unrest() {
    VirtualRangeSet owned = VirtualRangeSet.empty();
    boolean isAnyInDoubt = players.stream().anyMatch(p -> p.migration.isInDoubt());
    for (Player player : players) {
      // While something is in doubt, there may be nothing that a node which joins could be given.
      boolean mayWait = player.interval() == null && (crashed || isAnyInDoubt);
      if (!player.isDone() && !mayWait) {
        return player + " has not done what it was asked to";
      }
      if (!player.migration.isAtRest()) {
        return player + " is not free: " + player.migration.describe();
      }
      if (awaitsAnswer(player)) {
        return player + " is in doubt: " + player.migration.describe();
      }
      if (player.migration.isInDoubt() && (player.standsStill() || !hearsOfAll(player))) {
        return player + " is in doubt, and cannot have heard from all who may know";
      }
      if (!owned.intersection(player.node.assumed()).isEmpty()) {
        return player + " assumes " + player.node.assumed() + ", some of which has two owners";
      }
      owned = owned.union(player.node.assumed());
    }
    if (crashed) {
      List<String> missing = lenient ? List.of() : missing();
      return missing.isEmpty() ? null : "messages are missing: " + missing;
    }
    if (owned.size() != story.spaceSize() && !isAnyInDoubt) {
      return "only " + owned + " is assumed";
    }
    return handled == messages || lenient
        ? null
        : handled + " of " + messages + " messages were handled";
  }

  private boolean hearsOfAll(Player player) {
    Explanation known = player.node.explain();
    return players.stream()
        .filter(p -> p != player)
        .allMatch(p -> known.route(p.name()).filter(r -> r.nextHop() != null).isPresent());
  }

  /** Some of the messages that have not been handled and must be, for people. */
  List<String> missing() {
    List<String> missing = new ArrayList<>();
    collectSenders();
    sentByOthers.forEach(
        (sender, sent) ->
            sent.forEach(
                (v, number) -> {
                  long last =
                      players.stream().mapToLong(p -> p.subject.last(v, sender)).max().orElse(0);
                  if (last < number && isDemanded(v)) {
                    missing.add(
                        "from %s to %d: %d of %d"
                            .formatted(ResourceName.format(sender), v, last, number));
                  }
                }));
    return missing.subList(0, Math.min(missing.size(), 5));
  }

  /** Whether what was sent to a virtual node must have arrived when all is at rest. */
  private boolean isDemanded(long v) {
    return !lossy.contains(v)
        && !takenOver.contains(v)
        && (!crashed || players.stream().anyMatch(p -> p.node.assumed().contains(v)));
  }

  private void collectSenders() {
    players.forEach(player -> sentByOthers.put(player.name().value(), player.sent()));
  }

  /**
   * All is healed and at rest: each node sends to each other one. Whatever was lost with nodes that
   * crashed, these messages must arrive.
   */
  void sendLastMessages() {
    for (Player sender : players) {
      for (Player owner : players) {
        VirtualRange interval = owner.interval();
        if (interval != null && sender.send(interval.first())) {
          onSent(true);
          long number = Objects.requireNonNull(sender.sent().get(interval.first()));
          owed.add(new Delivery(sender.name().value(), interval.first(), number));
        }
      }
    }
  }

  /** Whether the last messages have arrived. */
  boolean haveLastMessagesArrived() {
    return deliveries.containsAll(owed);
  }

  /** Asks all nodes of which messages they do not know whether they arrived. */
  void askForDoubts() {
    for (Player player : players) {
      unasked++;
      player
          .node
          .loop()
          .execute(
              () -> {
                unasked--;
                said.addAll(player.node.explain().doubts());
              });
    }
  }

  /** Whether all nodes have answered; one that stands still does so later. */
  boolean areDoubtsKnown() {
    return unasked == 0;
  }

  /** All state is where its virtual node is. */
  void atTheEnd() {
    if (lenient) {
      return;
    }
    if (!crashed && !said.isEmpty()) {
      throw failure.apply("messages are in doubt, though nobody crashed: " + said);
    }
    collectSenders();
    sentByOthers.forEach(
        (sender, sent) ->
            sent.forEach(
                (v, number) -> {
                  if (isDemanded(v)) {
                    demand(sender, v, number);
                  }
                }));
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
