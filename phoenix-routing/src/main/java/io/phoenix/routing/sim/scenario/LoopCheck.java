package io.phoenix.routing.sim.scenario;

import io.phoenix.api.ResourceName;
import io.phoenix.routing.sim.SimLoop;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * No routing loop at any instant: from any node, the next hops towards any destination never come
 * back to a node on the way. After each event only the node that it happened at can have changed
 * its routes, so a new loop must lead through that node; only changed routes are followed.
 */
final class LoopCheck {
  private record Entry(Actor actor, long destination) {}

  private final Stage stage;
  private final Map<Entry, Long> hops = new HashMap<>();
  private long followed;

  LoopCheck(Stage stage) {
    this.stage = stage;
  }

  /** How many changed routes were followed. */
  long followed() {
    return followed;
  }

  /** Looks at the node on this loop after something happened there. */
  void afterRun(SimLoop loop) {
    for (Actor actor : stage.actors) {
      if (actor.hasNode() && actor.host().loop() == loop) {
        check(actor);
      }
    }
  }

  private void check(Actor actor) {
    for (long destination : stage.names()) {
      long hop = actor.node().nextHop(destination);
      Long before = hops.put(new Entry(actor, destination), hop);
      if (hop != 0 && (before == null || before != hop)) {
        followed++;
        stage.demand(loopFrom(actor, destination));
      }
    }
  }

  private @Nullable String loopFrom(Actor start, long destination) {
    var way = new StringBuilder().append(start);
    Actor at = start;
    for (int i = 0; i <= stage.actors.size(); i++) {
      long hop = at.node().nextHop(destination);
      Actor next = hop == 0 ? null : stage.actor(hop);
      if (next == null || next.name() != hop || !next.hasNode() || hop == destination) {
        return null; // ends at the destination, nowhere, or at a node that is gone
      }
      way.append(" -> ").append(next);
      if (next == start) {
        return "routing loop to " + ResourceName.format(destination) + ": " + way;
      }
      at = next;
    }
    return null; // a loop that does not lead through the start was reported when it arose
  }
}
