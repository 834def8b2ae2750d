package io.phoenix.routing.node;

import io.phoenix.api.ResourceName;
import io.phoenix.routing.names.NodeRecord;
import io.phoenix.routing.names.Owners;
import io.phoenix.routing.wire.BadFrameException;

/**
 * Which sequence numbers a node can have. Neighbours tell them on, unsigned; but each node says in
 * its record, which it signs, that its numbers are not far above one, and says so anew before they
 * are. A record travels ahead of the numbers on every link, so an honest neighbour never tells of a
 * number that its listener must find too high.
 *
 * <p>So a lie is at most {@link #AHEAD} numbers ahead of the truth. The node that it is about is
 * asked for the next number, takes that at once, and is believed again.
 */
final class Plausible {
  /** How far a node's number may be ahead of its record. */
  static final long AHEAD = 1 << 10;

  /** A node publishes its number anew when it is so far ahead of the record. */
  static final long PUBLISH_AHEAD = AHEAD / 4;

  private final Owners owners;

  Plausible(Owners owners) {
    this.owners = owners;
  }

  /** Whether a node's own number is so far ahead that it should be published. */
  boolean isToBePublished(long self, long seqno) {
    NodeRecord record = owners.record(self);
    return record != null && seqno - record.seqno() >= PUBLISH_AHEAD;
  }

  /**
   * Whether a number can be believed.
   *
   * @throws BadFrameException if the node's record shows that it is a lie
   */
  boolean check(long node, long seqno) throws BadFrameException {
    NodeRecord record = owners.record(node);
    long highest = (record == null ? 0 : record.seqno()) + AHEAD;
    if (seqno <= highest) {
      return true;
    }
    if (record == null) {
      return false; // its record may have been one that is not believed here
    }
    throw new BadFrameException(
        "sequence number %d of %s, which has none above %d"
            .formatted(seqno, ResourceName.format(node), highest));
  }
}
