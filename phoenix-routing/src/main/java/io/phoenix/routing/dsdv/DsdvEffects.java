package io.phoenix.routing.dsdv;

import java.util.List;

/**
 * What {@link Dsdv} has done to the world. Called inside its {@code on…} methods and its timers. An
 * implementation may call {@link Dsdv#nextHop} and the other questions, but none of the {@code on…}
 * methods.
 */
public interface DsdvEffects {

  /**
   * Send these entries to {@code neighbour}, after everything sent to it before. The list is not
   * changed afterwards; several neighbours may be sent the same one.
   */
  void sendRoutes(long neighbour, List<RouteEntry> routes);

  /**
   * Ask {@code neighbour} for a route to {@code node} under a number of at least {@code seqno}; at
   * most {@code hops} nodes may still pass it on.
   */
  void sendSeqnoRequest(long neighbour, long node, long seqno, int hops);

  /** Frames for {@code node} go to {@code nextHop} from now on; 0: the route is lost. */
  void onRouteChanged(long node, long nextHop, long nowNs);

  /**
   * {@code node} has been unreachable for {@link DsdvSettings#forgetNs}: it is no longer waited
   * for. If it turns up again after all, {@link #onRouteChanged} tells.
   */
  void onForgotten(long node, long nowNs);
}
