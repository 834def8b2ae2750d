package io.phoenix.routing.link;

import io.phoenix.api.Port;
import io.phoenix.routing.link.Session.Ending;
import io.phoenix.routing.world.Rung;

/** Who has dialled a wire, and is told by its {@link Session} what became of it. */
interface DialledBy {
  /** What was dialled. */
  Port port();

  /** By which way. */
  Rung rung();

  /** The node that answered has said its name. */
  void onPeerKnown(long name);

  /** Whether a link to the node that answered is wanted. */
  default boolean expects(long name) {
    return true;
  }

  /** Whether it was dialled for the sake of the mesh. */
  default boolean isSpare() {
    return false;
  }

  /** The wire has become the link. */
  void onAttemptSucceeded();

  /** It has not led to a link. */
  void onAttemptEnded(Ending ending, String reason);

  /** Whether people should hear of a failure. */
  boolean isNews(String reason);
}
