package io.phoenix.workstealing.policy;

import io.phoenix.workstealing.monitor.PeerInfo;
import java.util.List;

/**
 * Gives half of the ready tasks to a thief of another cluster that is stronger than this node's
 * cluster, so that the thief need not come again soon, and one task to all others (paper 004,
 * Figure 9). The strength of a cluster is the sum of the speeds of its nodes that are known here. A
 * node that has not told its speed, since it has had no work yet, counts with the average speed of
 * the others for each of its workers.
 */
public final class HalfForStronger implements AmountPolicy {

  @Override
  public int amount(int ready, PeerInfo self, PeerInfo thief, List<PeerInfo> known) {
    boolean isElsewhere = !thief.cluster().equals(self.cluster());
    if (isElsewhere && isStronger(thief, self, known)) {
      return Math.max(1, ready / 2);
    }
    return 1;
  }

  private static boolean isStronger(PeerInfo thief, PeerInfo self, List<PeerInfo> known) {
    double usual = usualSpeed(thief, self, known);
    return strength(thief, known, usual) > strength(self, known, usual);
  }

  /** The average speed of one worker, over the nodes that have told theirs; 1 if none has. */
  private static double usualSpeed(PeerInfo thief, PeerInfo self, List<PeerInfo> known) {
    double speed = 0;
    long workers = 0;
    for (PeerInfo node : known) {
      if (node.speed() > 0 && node.node() != thief.node() && node.node() != self.node()) {
        speed += node.speed();
        workers += node.workers();
      }
    }
    for (PeerInfo node : List.of(thief, self)) {
      if (node.speed() > 0) {
        speed += node.speed();
        workers += node.workers();
      }
    }
    return workers == 0 ? 1 : speed / workers;
  }

  private static double strength(PeerInfo node, List<PeerInfo> known, double usualSpeed) {
    double sum = speed(node, usualSpeed);
    for (PeerInfo other : known) {
      if (other.node() != node.node() && other.cluster().equals(node.cluster())) {
        sum += speed(other, usualSpeed);
      }
    }
    return sum;
  }

  private static double speed(PeerInfo node, double usualSpeed) {
    return node.speed() > 0 ? node.speed() : node.workers() * usualSpeed;
  }
}
