package io.phoenix.workstealing.policy;

import io.phoenix.workstealing.monitor.PeerInfo;
import java.util.List;

/**
 * Half of the ready tasks for a thief of another cluster that is stronger than this node's, so that
 * it need not come again soon; one for all others (paper 004, Figure 9). A cluster is as strong as
 * its nodes are fast together, as far as they are known here.
 */
public final class HalfForStronger implements AmountPolicy {

  @Override
  public int amount(int ready, PeerInfo self, PeerInfo thief, List<PeerInfo> known) {
    boolean isElsewhere = !thief.cluster().equals(self.cluster());
    if (isElsewhere && strength(thief, known) > strength(self, known)) {
      return Math.max(1, ready / 2);
    }
    return 1;
  }

  private static double strength(PeerInfo node, List<PeerInfo> known) {
    double sum = node.workers();
    for (PeerInfo other : known) {
      if (other.node() != node.node() && other.cluster().equals(node.cluster())) {
        sum += other.workers();
      }
    }
    return sum;
  }
}
