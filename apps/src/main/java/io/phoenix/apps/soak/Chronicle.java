package io.phoenix.apps.soak;

import io.phoenix.api.VirtualRange;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What befell the nodes, as far as it can explain why a message was not received. Nodes are known
 * by their lineage: a node that leaves with a log and the one that returns with it are one.
 */
final class Chronicle {
  private final int space;
  private final List<End> kills = new ArrayList<>();
  private final List<End> farewells = new ArrayList<>();

  /**
   * By lineage, when it assumed each virtual node first; {@link Long#MAX_VALUE} if it never did.
   */
  private final Map<Integer, long[]> assumed = new HashMap<>();

  /** Whose name it is: each process of a lineage has another one. */
  private final Map<String, Integer> names = new HashMap<>();

  /** What each process said at most; one that returns no longer says what it said before. */
  private final Map<Suspicion, Map<Long, Long>> doubts = new HashMap<>();

  /**
   * The end of a node.
   *
   * @param lineage which node
   * @param fromNs when it began
   * @param toNs when it was over
   * @param lost how many messages the node reported as lost, if it left
   */
  record End(int lineage, long fromNs, long toNs, long lost) {
    boolean isWithin(Loss loss) {
      return toNs >= loss.sentNs() && fromNs <= loss.passedNs();
    }
  }

  /** Messages that one lineage sent to another, and that this one may have had when it died. */
  record Suspicion(int sender, int killed) {}

  Chronicle(int space) {
    this.space = space;
  }

  /** A process of this lineage has started under this name. */
  synchronized void onStarted(int lineage, String name) {
    names.put(name, lineage);
  }

  /** Whether a node of the soak has, or had, this name. */
  synchronized boolean isKnown(String name) {
    return names.containsKey(name);
  }

  /** A lineage is about to assume a range. */
  synchronized void onAssume(int lineage, VirtualRange range, long nowNs) {
    long[] since =
        assumed.computeIfAbsent(
            lineage,
            key -> {
              long[] never = new long[space];
              Arrays.fill(never, Long.MAX_VALUE);
              return never;
            });
    for (int v = (int) range.first(); v < range.end(); v++) {
      since[v] = Math.min(since[v], nowNs);
    }
  }

  /** A process was killed at a moment between the two. */
  synchronized void onKilled(int lineage, long fromNs, long toNs) {
    kills.add(new End(lineage, fromNs, toNs, 0));
  }

  /** A node has left for good. */
  synchronized void onFarewell(int lineage, long fromNs, long toNs, long lost) {
    farewells.add(new End(lineage, fromNs, toNs, lost));
  }

  /** A process says that so many of its messages to a vanished node are in doubt. */
  synchronized void onDoubt(int sender, long process, String vanished, long messages) {
    Integer killed = names.get(vanished);
    if (killed != null) {
      doubts
          .computeIfAbsent(new Suspicion(sender, killed), key -> new HashMap<>())
          .merge(process, messages, Math::max);
    }
  }

  /** How many messages a sender said to be in doubt with a node that was killed. */
  synchronized long doubts(Suspicion suspicion) {
    return doubts.getOrDefault(suspicion, Map.of()).values().stream().mapToLong(n -> n).sum();
  }

  /** How many messages those that left reported as lost. */
  synchronized long reportedLost() {
    return farewells.stream().mapToLong(End::lost).sum();
  }

  /** Whether a lineage had assumed a virtual node at some time before a moment. */
  private boolean hadAssumed(int lineage, int v, long timeNs) {
    long[] since = assumed.get(lineage);
    return since != null && since[v] <= timeNs;
  }

  /** A node that was killed while the message was under way, and had had its virtual node. */
  synchronized @Nullable End killedOwner(Loss loss) {
    for (End kill : kills) {
      if (kill.isWithin(loss) && hadAssumed(kill.lineage(), loss.v(), kill.toNs())) {
        return kill;
      }
    }
    return null;
  }

  /**
   * Nodes that had had the virtual node, and had been killed already when the message was sent. A
   * sender that does not know it yet may give the message to a link, and must say that it is in
   * doubt then.
   */
  synchronized List<End> deadOwners(Loss loss) {
    return kills.stream()
        .filter(kill -> kill.toNs() < loss.sentNs())
        .filter(kill -> hadAssumed(kill.lineage(), loss.v(), kill.toNs()))
        .toList();
  }

  /**
   * Whether the sender was killed while it may have had the message. A later message of the stream
   * would have come after this one: so if one was received, the sender had given this one away.
   */
  synchronized boolean isKilledWithSender(Loss loss) {
    return loss.isTail()
        && kills.stream().anyMatch(k -> k.lineage() == loss.sender() && k.isWithin(loss));
  }

  /**
   * Whether a node was killed that may have kept the message for a node that had left: the sender,
   * or one that had had the virtual node.
   */
  synchronized boolean isKilledWithKeeper(Loss loss) {
    return kills.stream().anyMatch(kill -> kill.isWithin(loss) && wasGivenAway(loss, kill));
  }

  /** Those who left for good and may have had the message at the end. */
  synchronized List<End> leavers(Loss loss) {
    return farewells.stream()
        .filter(end -> end.isWithin(loss))
        .filter(end -> mayHold(end, loss) || wasGivenAway(loss, end))
        .toList();
  }

  private boolean wasGivenAway(Loss loss, End keeper) {
    return farewells.stream()
        .anyMatch(
            end ->
                end.lineage() != keeper.lineage()
                    && end.toNs() >= loss.sentNs()
                    && end.fromNs() <= keeper.toNs()
                    && mayHold(end, loss));
  }

  private boolean mayHold(End end, Loss loss) {
    return end.lineage() == loss.sender() || hadAssumed(end.lineage(), loss.v(), end.toNs());
  }
}
