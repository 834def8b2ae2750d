package io.phoenix.routing.sim.scenario;

import io.phoenix.api.Explanation;
import io.phoenix.api.ResourceName;
import io.phoenix.api.VirtualRangeSet;
import io.phoenix.routing.sim.Reach;
import io.phoenix.routing.world.Rung;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Says whether a healed network has come to rest, and if not, what is still missing. */
final class RestCheck {
  private final Stage stage;
  private final Moves moves;

  RestCheck(Stage stage, Moves moves) {
    this.stage = stage;
    this.moves = moves;
  }

  /** What keeps the run from being over; {@code null} if nothing does. */
  @Nullable String missing() {
    for (Actor actor : stage.actors) {
      if (!actor.isPresent() && actor.state() != Actor.State.CRASHED) {
        return actor + " is still " + actor.state();
      }
    }
    if (moves.isAnyUnderWay()) {
      return "tokens are still on their way";
    }
    if (stage.plan.scenario().mayLose()) {
      List<String> unexplained = new LossCheck(stage, Doubts.saidBy(stage)).unexplained();
      if (!unexplained.isEmpty()) {
        return "lost, and nobody has said so: " + unexplained;
      }
    } else if (!stage.ledger.missing().isEmpty()) {
      return "undelivered: " + stage.ledger.missing();
    }
    for (Actor actor : stage.present()) {
      String missing = missingAt(actor);
      if (missing != null) {
        return actor + ": " + missing;
      }
    }
    return null;
  }

  private @Nullable String missingAt(Actor actor) {
    Explanation[] explained = new Explanation[1];
    if (!actor.tryCall(() -> explained[0] = actor.node().explain())) {
      return "stands still";
    }
    Explanation e = explained[0];
    String missing = missingRoute(actor, e);
    if (missing == null) {
      missing = lesserRung(actor, e);
    }
    if (missing == null) {
      missing = wrongOwner(e);
    }
    return missing != null ? missing : leakedRoom(actor);
  }

  /** When all has arrived, nothing is counted in the send buffer any more, and nothing twice. */
  private static @Nullable String leakedRoom(Actor actor) {
    long present = actor.node().presentBytes();
    long away = actor.node().awayBytes();
    return present == 0 && away == 0
        ? null
        : "its send buffer counts %d bytes, and %d for those away".formatted(present, away);
  }

  /** Whoever can be dialled straight is linked so in the end, though a tunnel would do. */
  private @Nullable String lesserRung(Actor actor, Explanation e) {
    for (Explanation.PortState port : e.ports()) {
      Actor other = port.linkedTo() == null ? null : stage.actor(port.linkedTo().value());
      boolean isOpen =
          other != null && stage.topology.reach(actor.index, other.index) == Reach.OPEN;
      if (isOpen && !Rung.DIRECT.toString().equals(port.rung())) {
        return "is linked to " + other + " by a " + port.rung();
      }
    }
    return null;
  }

  private @Nullable String missingRoute(Actor actor, Explanation e) {
    for (Actor other : stage.present()) {
      if (other != actor && leadsTo(actor, other.name()) != other) {
        return "no way to " + other;
      }
    }
    for (Explanation.Route route : e.routes()) {
      if (route.unacknowledged() > 0) {
        return route.unacknowledged() + " messages to " + route.node() + " are unacknowledged";
      }
    }
    return null;
  }

  /** The node where the next hops end. */
  private @Nullable Actor leadsTo(Actor start, long destination) {
    Actor at = start;
    for (int i = 0; i < stage.actors.size(); i++) {
      long hop = at.node().nextHop(destination);
      Actor next = hop == 0 ? null : stage.actor(hop);
      if (next == null || next.name() != hop || !next.isPresent()) {
        return null;
      }
      if (hop == destination) {
        return next;
      }
      at = next;
    }
    return null;
  }

  private @Nullable String wrongOwner(Explanation e) {
    VirtualRangeSet[] believed = new VirtualRangeSet[stage.actors.size()];
    for (int i = 0; i < believed.length; i++) {
      believed[i] = VirtualRangeSet.empty();
    }
    for (Explanation.Owner owner : e.owners()) {
      if (owner.waiting() > 0) {
        return owner.waiting() + " messages wait for " + owner.range();
      }
      ResourceName name = owner.node();
      Actor actor = name == null ? null : stage.actor(name.value());
      if (name == null || actor == null || actor.name() != name.value()) {
        return "believes that " + owner.range() + " belongs to " + name;
      }
      believed[actor.index] = believed[actor.index].union(owner.range());
    }
    for (Actor actor : stage.actors) {
      VirtualRangeSet owned = stage.book.ownedBy(actor.index);
      if (!believed[actor.index].equals(owned)) {
        return "believes that %s owns %s, not %s".formatted(actor, believed[actor.index], owned);
      }
    }
    return null;
  }
}
