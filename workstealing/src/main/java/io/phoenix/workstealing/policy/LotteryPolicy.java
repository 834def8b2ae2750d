package io.phoenix.workstealing.policy;

import io.phoenix.workstealing.monitor.Peer;
import io.phoenix.workstealing.monitor.PeerInfo;

/**
 * Draws lots (paper 002, section 1.2.2): a node has the more tickets the older its oldest ready
 * task is, as old tasks are likely to have much work below them.
 *
 * <p>Departs from the formula in paper 002, which gives more tickets for young tasks, while the
 * prose of the paper wants to favour old ones: here the tickets halve with each level below the
 * oldest that is known, as the work of a binary tree does.
 */
public final class LotteryPolicy implements StealPolicy {
  /** The number of levels over which tickets get fewer. */
  private static final int LEVELS = 20;

  @Override
  public String name() {
    return "lottery";
  }

  @Override
  public VictimPolicy victims() {
    return view -> view.asked().size() < view.idleWorkers() ? draw(view) : VictimPolicy.NOBODY;
  }

  private static long draw(ThiefView view) {
    int oldest = Integer.MAX_VALUE;
    for (Peer peer : view.peers()) {
      if (peer.info().hasReady()) {
        oldest = Math.min(oldest, peer.info().readyLevel());
      }
    }
    double all = 0;
    for (Peer peer : view.peers()) {
      all += tickets(peer.info(), oldest);
    }
    double winner = view.random().nextDouble() * all;
    for (Peer peer : view.peers()) {
      winner -= tickets(peer.info(), oldest);
      if (winner < 0 && !view.own().contains(peer.info().interval().first())) {
        return peer.info().interval().first();
      }
    }
    return view.anyOther(); // nobody is known to have anything
  }

  private static double tickets(PeerInfo info, int oldest) {
    return info.hasReady() ? Math.scalb(1.0, -Math.min(info.readyLevel() - oldest, LEVELS)) : 0;
  }
}
