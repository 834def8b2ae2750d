package io.phoenix.routing.flow;

import io.phoenix.api.Message;
import io.phoenix.routing.wire.DataHeader;
import java.nio.ByteBuffer;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * The receiving end of one lane: takes frames in the order of their numbers, each once, puts long
 * messages together, and grants credit for what it has taken.
 */
final class ReceiveLane {
  private static final byte[] NOTHING = new byte[0];

  private final long peer;
  private final int lane;
  private final FlowEvents events;

  private long expectedSeq = 1;
  private byte @Nullable [] partial;
  private int partialTotal;
  private int filled;

  /** Cost of all frames for which credit was granted again. */
  private long creditedBytes;

  /** Cost of frames for which credit is withheld while too much is queued here. */
  private long withheldBytes;

  private long unannouncedBytes;
  private long gapReportedSeq = -1;

  ReceiveLane(long peer, int lane, FlowEvents events) {
    this.peer = peer;
    this.lane = lane;
    this.events = events;
  }

  /** What has to be said to the sender after a frame. */
  enum Answer {
    /** Nothing new. */
    NONE,
    /** An acknowledgement, soon. */
    SOON,
    /** An acknowledgement at once, lest the sender run out of credit. */
    NOW,
    /** That frames are missing. */
    GAP
  }

  Answer onData(DataHeader h, ByteBuffer payload, long nowNs) {
    if (h.seq < expectedSeq) {
      return Answer.SOON; // a duplicate: its acknowledgement must have been lost
    }
    if (h.seq > expectedSeq) {
      if (gapReportedSeq == expectedSeq) {
        return Answer.NONE; // said already; if that was lost, the sender's probe will find out
      }
      gapReportedSeq = expectedSeq;
      return Answer.GAP;
    }
    expectedSeq++;
    int length = payload.remaining();
    grantCredit(length + Lane.FRAME_OVERHEAD);
    if (h.first && h.last) {
      partial = null;
      deliver(h, read(payload, length), nowNs);
    } else {
      addFragment(h, payload, length, nowNs);
    }
    return unannouncedBytes >= Lane.windowBytes(lane) / 4 ? Answer.NOW : Answer.SOON;
  }

  private void addFragment(DataHeader h, ByteBuffer payload, int length, long nowNs) {
    if (h.first) {
      // A claim of a great length must not cost more than what may be under way; room grows later.
      partial = new byte[(int) Math.min(h.total, Lane.windowBytes(lane))];
      partialTotal = h.total;
      filled = 0;
    }
    byte[] whole = partial;
    if (whole == null || partialTotal - filled < length) {
      partial = null; // the peer breaks the protocol: the pieces of this message do not fit
      return;
    }
    if (whole.length - filled < length) {
      whole = Arrays.copyOf(whole, (int) Math.min(partialTotal, 2L * whole.length));
      partial = whole;
    }
    payload.get(whole, filled, length);
    filled += length;
    if (h.last) {
      partial = null;
      if (filled == partialTotal) {
        deliver(h, whole, nowNs);
      }
    }
  }

  private void deliver(DataHeader h, byte[] payload, long nowNs) {
    Message message = new Message(h.origin, h.target, h.tag, payload);
    events.onMessage(peer, lane, message, h.kind, h.epoch, nowNs);
  }

  private static byte[] read(ByteBuffer payload, int length) {
    if (length == 0) {
      return NOTHING;
    }
    byte[] bytes = new byte[length];
    payload.get(bytes);
    return bytes;
  }

  private void grantCredit(int cost) {
    unannouncedBytes += cost;
    if (events.isIntakeFull()) {
      withheldBytes += cost;
    } else {
      creditedBytes += withheldBytes + cost;
      withheldBytes = 0;
    }
  }

  /** Grants the credit that was withheld; returns whether there was any. */
  boolean resume() {
    boolean any = withheldBytes > 0;
    creditedBytes += withheldBytes;
    withheldBytes = 0;
    return any;
  }

  /** All frames up to this one have been taken. */
  long acceptedSeq() {
    return expectedSeq - 1;
  }

  /** How much the sender may have sent in all; to be read when an acknowledgement is written. */
  long announceCredit() {
    unannouncedBytes = 0;
    return creditedBytes + Lane.windowBytes(lane);
  }
}
