package io.phoenix.workstealing.policy;

import io.phoenix.workstealing.monitor.PeerInfo;
import java.util.List;

/** Decides how many tasks a victim gives at once. */
@FunctionalInterface
public interface AmountPolicy {

  /**
   * How many of its ready tasks, the oldest first, a victim gives to a thief that asked.
   *
   * @param ready how many ready tasks there are; at least 1
   * @param self this node
   * @param thief the node that asked
   * @param known all nodes that are known here
   * @return from 1 to {@code ready}
   */
  int amount(int ready, PeerInfo self, PeerInfo thief, List<PeerInfo> known);

  /** One: the oldest, which is likely to be the largest (paper 000, section 2). */
  static AmountPolicy one() {
    return (ready, self, thief, known) -> 1;
  }
}
