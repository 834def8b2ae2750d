package io.phoenix.workstealing.policy;

import io.phoenix.api.VirtualRange;
import io.phoenix.workstealing.monitor.Peer;
import io.phoenix.workstealing.monitor.PeerInfo;
import java.util.Collection;
import java.util.List;
import java.util.random.RandomGenerator;

/** What a thief knows when it decides. */
public interface ThiefView {

  /** The number of virtual nodes. */
  long spaceSize();

  /** The interval that this node assumes. */
  VirtualRange own();

  /** What this node says of itself. */
  PeerInfo self();

  /** Other nodes, as far as they are known; the node heard of longest ago is first. */
  Collection<Peer> peers();

  /** How many workers of this node have nothing to do. */
  int idleWorkers();

  /** The virtual nodes that were asked and have not answered; the one asked first is first. */
  List<Long> asked();

  /** The random source. */
  RandomGenerator random();

  /** The time. */
  long nowNs();

  /** A virtual node that this node does not assume, each with the same chance; -1 if none. */
  default long anyOther() {
    long others = spaceSize() - own().size();
    if (others == 0) {
      return VictimPolicy.NOBODY;
    }
    long v = random().nextLong(others);
    return v < own().first() ? v : v + own().size();
  }
}
