package io.phoenix.routing.sim.scenario;

import io.phoenix.api.ResourceName;
import io.phoenix.routing.sim.scenario.Custody.Item;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Finds a reason for each letter that has not arrived. There are four: the node that held it has
 * crashed; its target is the name of a node that is gone for good; it was put on the wire to a node
 * that never acknowledged it, and its sender says that it is in doubt; or the node that held it, or
 * may have, has left for good and its report counts it as lost. Every other letter must arrive.
 */
final class LossCheck {
  private static final int SHOWN = 5;

  private final Stage stage;

  /** By author that left for good, how many more lost messages its report explains. */
  private final Map<Integer, Long> reported;

  private final Doubts doubts;

  LossCheck(Stage stage, Doubts doubts) {
    this.stage = stage;
    this.doubts = doubts;
    reported = new HashMap<>(stage.reportedLost());
  }

  /** The letters without a reason, some of them in words. */
  List<String> unexplained() {
    var unexplained = new ArrayList<String>();
    for (Item item : stage.ledger.undelivered()) {
      if (!isExplained(item)) {
        unexplained.add(describe(item));
      }
    }
    // Empty messages cannot be told from each other: where nodes are gone, they may be with those.
    if (stage.ledger.missingEmpty() > 0 && !stage.isAnyGone()) {
      unexplained.add(stage.ledger.missingEmpty() + " empty messages");
    }
    return unexplained.size() <= SHOWN
        ? unexplained
        : List.of(unexplained.size() + " letters", unexplained.subList(0, SHOWN).toString());
  }

  private boolean isExplained(Item item) {
    long target = item.stream().target();
    int holder = stage.custody.holder(item);
    int maybe = stage.custody.maybe(item);
    return stage.hasCrashed(holder)
        || (ResourceName.isResourceName(target) && stage.isGone(stage.author(target)))
        || doubts.take(holder, maybe, target)
        || takeFrom(holder)
        || takeFrom(maybe);
  }

  private boolean takeFrom(int leaver) {
    long left = reported.getOrDefault(leaver, 0L);
    if (left > 0) {
      reported.put(leaver, left - 1);
    }
    return left > 0;
  }

  private String describe(Item item) {
    int maybe = stage.custody.maybe(item);
    return "%s #%d from node %d to %s, last held by node %d%s"
        .formatted(
            item.stream().way(),
            item.number(),
            item.stream().sender(),
            ResourceName.format(item.stream().target()),
            stage.custody.holder(item),
            maybe < 0 ? "" : " and sent to node " + maybe);
  }
}
