package io.phoenix.routing.link;

/** Something with frames to send over a link: a lane of a flow, or a relay's queue. */
public interface FrameSource {

  /** Whether this is pulled before all sources that are not urgent. Never changes. */
  boolean urgent();

  /**
   * Writes at most one frame to the link.
   *
   * @return whether it has more for this link right now
   */
  boolean emit(Link link, long nowNs);
}
