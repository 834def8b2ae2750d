package io.phoenix.routing.sim.scenario;

import io.phoenix.api.Explanation;
import io.phoenix.api.ResourceName;
import io.phoenix.api.VirtualRangeSet;
import java.util.ArrayList;
import java.util.List;

/**
 * What nodes that are there say to be in doubt: messages that they sent, and of which they cannot
 * know whether they arrived. Each doubt explains as many lost letters as its node has counted.
 */
final class Doubts {

  private static final class Doubt {
    final int teller;
    final int vanished;
    final VirtualRangeSet ranges;
    long left;

    Doubt(int teller, int vanished, VirtualRangeSet ranges, long messages) {
      this.teller = teller;
      this.vanished = vanished;
      this.ranges = ranges;
      left = messages;
    }
  }

  private final List<Doubt> all = new ArrayList<>();

  /** What the nodes of all actors say now. */
  static Doubts saidBy(Stage stage) {
    Doubts doubts = new Doubts();
    for (Actor actor : stage.present()) {
      Explanation[] said = new Explanation[1];
      if (actor.tryCall(() -> said[0] = actor.node().explain())) {
        for (Explanation.Doubt doubt : said[0].doubts()) {
          int vanished = stage.author(doubt.node().value());
          doubts.add(actor.author(), vanished, doubt.ranges(), doubt.messages());
        }
      }
    }
    return doubts;
  }

  /** One node says that so many of its messages, sent to a node that vanished, are in doubt. */
  void add(int teller, int vanished, VirtualRangeSet ranges, long messages) {
    all.add(new Doubt(teller, vanished, ranges, messages));
  }

  /** Whether {@code teller} says this of one more letter that it sent to {@code vanished}. */
  boolean take(int teller, int vanished, long target) {
    for (Doubt doubt : all) {
      boolean isMeant = ResourceName.isResourceName(target) || doubt.ranges.contains(target);
      if (doubt.teller == teller && doubt.vanished == vanished && isMeant && doubt.left > 0) {
        doubt.left--;
        return true;
      }
    }
    return false;
  }
}
