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
  private final Assembly assembly;
  private byte @Nullable [] partial;
  private int partialTotal;

  /** By way of which neighbour the first frame of that came. */
  private long partialVia;

  private int filled;

  /** Cost of all frames for which credit was granted again. */
  private long creditedBytes;

  /** Cost of frames for which credit is withheld while too much is queued here. */
  private long withheldBytes;

  private long unannouncedBytes;

  /** Cost of all frames that were taken, and how much the sender was told that this may be. */
  private long takenBytes;

  private long announcedBytes;
  private long gapReportedSeq = -1;

  ReceiveLane(long peer, int lane, Assembly assembly, FlowEvents events) {
    this.peer = peer;
    this.lane = lane;
    this.assembly = assembly;
    this.events = events;
    this.announcedBytes = Lane.windowBytes(lane);
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
    GAP,
    /** Nothing: its source, if it is honest, would not have sent it. */
    REFUSED
  }

  /**
   * A frame came by way of the neighbour {@code via}. One that is not taken costs nothing; if its
   * source had the right to send it, it will send it again.
   */
  Answer onData(long via, DataHeader h, ByteBuffer payload, long nowNs) {
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
    int length = payload.remaining();
    int cost = length + Lane.FRAME_OVERHEAD;
    if (takenBytes + cost > announcedBytes) {
      return Answer.REFUSED;
    }
    boolean full = events.isIntakeFull();
    if (full && lane == Lane.BULK && events.isIntakeOverfull()) {
      return Answer.NONE; // all have sent what they may; together that is too much
    }
    if (h.first && !h.last && !begin(via, h.total)) {
      return Answer.NONE;
    }
    expectedSeq++;
    takenBytes += cost;
    grantCredit(cost, full);
    if (h.first && h.last) {
      drop();
      deliver(h, read(payload, length), nowNs);
    } else if (!addFragment(h, payload, length, nowNs)) {
      drop();
      return Answer.REFUSED; // the pieces of this message do not fit
    }
    return unannouncedBytes >= Lane.windowBytes(lane) / 4 ? Answer.NOW : Answer.SOON;
  }

  /** Makes ready for a long message; returns whether there is room for it. */
  private boolean begin(long via, int total) {
    drop();
    boolean room = assembly.tryBegin(via, total);
    if (room) {
      partial = NOTHING;
      partialTotal = total;
      partialVia = via;
      filled = 0;
    }
    return room;
  }

  /** Nothing more comes of the message that is being put together, if there is one. */
  void drop() {
    if (partial != null) {
      partial = null;
      assembly.end(partialVia, partialTotal);
    }
  }

  /** Adds to the message that is being put together; returns whether it fits. */
  private boolean addFragment(DataHeader h, ByteBuffer payload, int length, long nowNs) {
    byte[] whole = partial;
    if (whole == null || partialTotal - filled < length) {
      return false;
    }
    if (whole.length - filled < length) { // room for what has come, and as much again
      long size = Math.max(filled + (long) length, 2L * whole.length);
      whole = Arrays.copyOf(whole, (int) Math.min(partialTotal, size));
      partial = whole;
    }
    payload.get(whole, filled, length);
    filled += length;
    if (!h.last) {
      return true;
    }
    drop();
    if (filled == partialTotal) {
      deliver(h, whole, nowNs);
    }
    return filled == partialTotal;
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

  private void grantCredit(int cost, boolean full) {
    unannouncedBytes += cost;
    if (full) {
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
    announcedBytes = creditedBytes + Lane.windowBytes(lane);
    return announcedBytes;
  }
}
