package io.phoenix.workstealing.policy;

import io.phoenix.workstealing.monitor.PeerInfo;
import java.util.List;

/**
 * Half of the ready tasks for a thief of another cluster that is stronger than this node's, so that
 * it need not come again soon; one for all others (paper 004, Figure 9). A cluster is as strong as
 * its nodes are fast together, as far as they are known here. A node that has not told its speed,
 * since it has had no work yet, is taken to be as fast for each of its workers as the others are.
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

  /** Of one worker, where it is known; 1 if it is nowhere. */
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
