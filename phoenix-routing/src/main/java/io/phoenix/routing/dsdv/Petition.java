package io.phoenix.routing.dsdv;

import io.phoenix.api.Loop;
import org.jspecify.annotations.Nullable;

/** A newer sequence number is wanted for one destination, by this node or by others behind it. */
final class Petition {
  /** What was asked for last, of whom, and when. No slot: nobody, or one that cannot answer now. */
  long askedSeqno = Destination.NO_SEQNO;

  int askedSlot = Destination.NONE;
  long askedAtNs;

  /** This node has no route at all until there is an answer. */
  boolean urgent;

  /** When this node will ask again; null if it is not in need itself. */
  Loop.@Nullable Timer retry;

  /** How long the next wait is. */
  long retryNs;

  /**
   * What others asked for, for how long that is remembered, and how far it may still be passed on.
   */
  long relayedSeqno = Destination.NO_SEQNO;

  long relayedUntilNs;
  int relayedHops;

  boolean isRelayed(long nowNs) {
    return relayedSeqno != Destination.NO_SEQNO && nowNs < relayedUntilNs;
  }

  /** Whether others wait for this number. */
  boolean isAnsweredBy(long seqno) {
    return relayedSeqno != Destination.NO_SEQNO && seqno >= relayedSeqno;
  }
}
