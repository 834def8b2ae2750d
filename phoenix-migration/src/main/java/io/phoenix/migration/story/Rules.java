package io.phoenix.migration.story;

import io.phoenix.api.Node;
import io.phoenix.api.OwnershipListener;
import io.phoenix.api.OwnershipToken;
import io.phoenix.api.ResourceName;
import io.phoenix.api.VirtualRange;
import io.phoenix.api.VirtualRangeSet;
import io.phoenix.migration.Step;
import io.phoenix.migration.lock.Attempt;
import io.phoenix.migration.lock.Intent;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * The rules of the protocol, looked at with every step of every node: the invariants of the
 * packages {@code lock} and {@code transfer}. A mistake shows here at once, while the promises of
 * {@link Checks} break only if others make use of it.
 */
final class Rules {
  /** Nodes that have assumed something again which was in doubt. */
  private final Set<ResourceName> tookBack = new HashSet<>();

  private final List<Player> players;
  private final Function<String, StoryFailure> failure;

  /** The holder of each node's lock after the node's last step. */
  private final Map<ResourceName, Attempt> holders = new HashMap<>();

  /** What each attempt is meant to lock, and what the node that it asked said that it assumes. */
  private final Map<Attempt, Intent> intents = new HashMap<>();

  private final Map<Attempt, VirtualRange> told = new HashMap<>();

  /** The token under which each range was released last. */
  private final Map<VirtualRange, OwnershipToken> tokens = new HashMap<>();

  private record Tenure(ResourceName owner, long epoch) {}

  /** Who assumed each virtual node last, and under which epoch. */
  private final Map<Long, Tenure> tenures = new HashMap<>();

  private VirtualRangeSet takenOver = VirtualRangeSet.empty();
  private @Nullable StoryFailure broken;

  Rules(List<Player> players, Function<String, StoryFailure> failure) {
    this.players = players;
    this.failure = failure;
  }

  /** The first rule that was broken. */
  @Nullable StoryFailure broken() {
    return broken;
  }

  /** A node has taken a step. */
  void onStep(ResourceName node, Step step) {
    Attempt before = holders.get(node);
    Attempt after = step.holder();
    if (before != null && after != null && !before.equals(after)) {
      fail("the lock of %s was held by %s and is given to %s".formatted(node, before, after));
    }
    holders.put(node, after);
    Attempt attempt = step.attempt();
    if (attempt == null) {
      return;
    }
    boolean held = attempt.equals(after);
    switch (step.action()) {
      case "BeginTransaction" -> intents.put(attempt, intent(step));
      case "OnQuery" -> tell(attempt, step);
      case "OnLockYouFirst" -> {
        if (held && (intents.get(attempt) == Intent.JOIN) != (step.interval() == null)) {
          fail(
              "%s locks itself for %s with %s"
                  .formatted(node, intents.get(attempt), step.interval()));
        }
      }
      case "OnLock2" -> {
        if (held && attempt.initiator().compareTo(node) > 0) {
          fail("%s grants the second lock to %s, whose name is higher".formatted(node, attempt));
        }
      }
      case "OnOk1", "OnOk2" -> {
        if (held && !step.attempting()) {
          onBothLocked(node, step);
        }
      }
      case "StartTransfer", "Release", "SendHandover" -> {
        if (!held) {
          fail("%s: the lock of %s is not held by %s".formatted(step.action(), node, attempt));
        }
      }
      default -> {}
    }
  }

  private static Intent intent(Step step) {
    VirtualRange mine = step.interval();
    VirtualRange asked = Objects.requireNonNull(step.range());
    if (mine == null) {
      return Intent.JOIN;
    }
    return asked.first() < mine.first() ? Intent.LEFT : Intent.RIGHT;
  }

  private void tell(Attempt attempt, Step step) {
    if (step.interval() != null) {
      told.put(attempt, step.interval());
    }
  }

  /** With both locks held, the other interval is the one that was told, and beside this one. */
  private void onBothLocked(ResourceName node, Step step) {
    ResourceName peer = Objects.requireNonNull(step.peer());
    Attempt attempt = Objects.requireNonNull(step.attempt());
    if (!attempt.equals(holders.get(peer))) {
      return; // the peer has given this node up meanwhile; the transfer will find out
    }
    VirtualRange mine = step.interval();
    VirtualRange other =
        players.stream()
            .filter(p -> p.name().equals(peer))
            .map(Player::interval)
            .findFirst()
            .orElse(null);
    VirtualRange said = told.get(attempt);
    if (other != null && said != null && tookBack.contains(peer) && other.contains(said)) {
      return; // it has heard meanwhile that something in doubt is its own: that needs no lock
    }
    if (other == null || !other.equals(said)) {
      fail("%s locked %s, which said %s, and assumes %s".formatted(node, peer, said, other));
      return;
    }
    boolean isAsIntended =
        switch (Objects.requireNonNull(intents.get(attempt))) {
          case JOIN -> mine == null;
          case LEFT -> mine != null && other.end() == mine.first();
          case RIGHT -> mine != null && other.first() == mine.end();
        };
    if (!isAsIntended) {
      fail("%s with %s holds the lock of %s, which assumes %s".formatted(node, mine, peer, other));
    }
  }

  /** The node as its migration is to see it. */
  Node observed(Node node) {
    return ObservedNode.of(
        node,
        released -> tokens.put(released.range(), released),
        token -> onToken(node.resourceName(), token));
  }

  /** What is assumed with a token was released under it: so epochs grow, whatever was heard. */
  private void onToken(ResourceName node, OwnershipToken token) {
    OwnershipToken released = tokens.get(token.range());
    if (!token.equals(released)) {
      fail("%s assumes with %s, but released was %s".formatted(node, token, released));
    }
  }

  /** A node crashes: nobody may have heard of what it assumed. */
  void onCrash(Player player) {
    holders.remove(player.name());
    tenures.values().removeIf(tenure -> tenure.owner().equals(player.name()));
  }

  /** Who is cut off from the one that takes over cannot know of it: epochs say nothing there. */
  void onTakenOver(VirtualRange range) {
    takenOver = takenOver.union(range);
  }

  /** Whether a node has heard of the last owner of each virtual node of a range. */
  boolean isKnownTo(Node node, VirtualRange range) {
    return node.explain().owners().stream()
        .filter(owner -> owner.range().overlaps(range))
        .allMatch(owner -> owner.epoch() >= epochOf(owner.range().intersection(range)));
  }

  private long epochOf(Optional<VirtualRange> range) {
    Tenure last = range.map(r -> tenures.get(r.first())).orElse(null);
    return last == null ? 0 : last.epoch();
  }

  /** Looks at what a player assumes, as its node does so. */
  OwnershipListener listener(Player player) {
    return new OwnershipListener() {
      @Override
      public void onOwner(VirtualRange range, @Nullable ResourceName owner, long epoch) {
        if (player.name().equals(owner)) {
          onAssumed(player, range, epoch);
        }
      }
    };
  }

  /** A node assumes a range: under its lock, and under an epoch that nobody had before. */
  private void onAssumed(Player player, VirtualRange range, long epoch) {
    boolean locked = !player.migration.isAtRest() || player.migration.isInDoubt();
    if (player.migration.isInDoubt()) {
      tookBack.add(player.name());
    }
    Tenure present = tenures.get(range.first());
    boolean isRenewed = present != null && present.owner().equals(player.name());
    boolean isContested = !takenOver.intersection(range).isEmpty(); // the winner says so anew
    if (!player.hasResumed(range) && !locked && !isRenewed && !isContested) {
      fail("%s assumes %s while its lock is free".formatted(player, range));
    }
    Tenure now = new Tenure(player.name(), epoch);
    for (long v = range.first(); v < range.end(); v++) {
      Tenure before = tenures.put(v, now);
      boolean isHigher = before == null || before.equals(now) || before.epoch() < epoch;
      if (!isHigher && !takenOver.contains(v)) {
        fail("%s assumes %d under epoch %d, after %s".formatted(player, v, epoch, before));
      }
    }
  }

  private void fail(String what) {
    if (broken == null) {
      broken = failure.apply(what);
    }
  }
}
