package io.phoenix.routing.wire;

import com.google.protobuf.InvalidProtocolBufferException;
import io.phoenix.api.NodeConfig;
import io.phoenix.api.ResourceName;
import io.phoenix.routing.wire.proto.Control;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/**
 * Reads frames off one wire. It keeps nothing between calls but its limit: bytes of a frame that is
 * not whole yet stay in the buffer. The length of a frame is checked as soon as it is there, so
 * that nobody waits for, or makes room for, a frame that will not be taken.
 */
public final class FrameDecoder {
  // How TLS begins: the type of a record, and the major version. No frame is that long.
  private static final int TLS_HANDSHAKE = 0x1603;
  private static final int TLS_ALERT = 0x1503;

  private final DataHeader data = new DataHeader();
  private final AckHeader ack = new AckHeader();
  private final ProbeHeader probe = new ProbeHeader();
  private int maxFrameBytes;
  private boolean stopped;

  /** A decoder that takes frames of at most {@code maxFrameBytes} after the length. */
  public FrameDecoder(int maxFrameBytes) {
    this.maxFrameBytes = maxFrameBytes;
  }

  /** Changes the limit that was given to the constructor. */
  public void limit(int maxFrameBytes) {
    this.maxFrameBytes = maxFrameBytes;
  }

  /** Takes no more frames, even of the buffer that is being decoded: all is skipped from now on. */
  public void stop() {
    stopped = true;
  }

  /**
   * Hands all whole frames in {@code in} to {@code handler} and leaves the position at the first
   * byte of what remains.
   *
   * @return how many frames there were
   * @throws BadFrameException at the first frame that is not allowed; the buffer's position is then
   *     of no use
   */
  public int decode(ByteBuffer in, FrameHandler handler, long nowNs) throws BadFrameException {
    in.order(ByteOrder.BIG_ENDIAN);
    int frames = 0;
    while (!stopped && in.remaining() >= Frames.PREFIX_BYTES) {
      int start = in.position();
      int length = in.getInt(start);
      byte type = in.get(start + 4);
      checkLength(type, length);
      if (in.remaining() - 4 < length) {
        return frames;
      }
      int limit = in.limit();
      int end = start + 4 + length;
      in.limit(end).position(start + Frames.PREFIX_BYTES);
      try {
        dispatch(type, in, handler, nowNs);
      } finally {
        in.limit(limit).position(end);
      }
      frames++;
    }
    if (stopped) {
      in.position(in.limit());
    }
    return frames;
  }

  private void checkLength(byte type, int length) throws BadFrameException {
    if (length >>> 16 == TLS_HANDSHAKE || length >>> 16 == TLS_ALERT) {
      throw new BadFrameException("TLS, which this node is not set to speak");
    }
    int least = minLength(type);
    int most = Math.min(maxLength(type), maxFrameBytes);
    if (length < least || length > most) {
      throw new BadFrameException(
          "frame of type "
              + type
              + " has length "
              + Integer.toUnsignedString(length)
              + ", allowed are "
              + least
              + ".."
              + most);
    }
  }

  private static int minLength(byte type) throws BadFrameException {
    return switch (type) {
      case Frames.CONTROL -> 1;
      case Frames.DATA -> Frames.DATA_BYTES - 4;
      case Frames.ACK -> Frames.ACK_BYTES - 4;
      case Frames.PROBE -> Frames.PROBE_BYTES - 4;
      default -> throw new BadFrameException("frame of unknown type " + type);
    };
  }

  private static int maxLength(byte type) throws BadFrameException {
    return switch (type) {
      case Frames.CONTROL -> 1 + Frames.MAX_CONTROL;
      case Frames.DATA -> Frames.DATA_BYTES - 4 + Frames.MAX_FRAGMENT;
      default -> minLength(type);
    };
  }

  private void dispatch(byte type, ByteBuffer in, FrameHandler handler, long nowNs)
      throws BadFrameException {
    switch (type) {
      case Frames.CONTROL -> handler.onControl(readControl(in), nowNs);
      case Frames.DATA -> {
        readData(in);
        handler.onData(data, in, nowNs);
      }
      case Frames.ACK -> {
        readAck(in);
        handler.onAck(ack, nowNs);
      }
      default -> {
        readProbe(in);
        handler.onProbe(probe, nowNs);
      }
    }
  }

  private static Control readControl(ByteBuffer in) throws BadFrameException {
    Control message;
    try {
      message = Control.parseFrom(in);
    } catch (InvalidProtocolBufferException e) {
      throw new BadFrameException("control message cannot be read: " + e.getMessage());
    }
    Controls.check(message);
    return message;
  }

  private void readData(ByteBuffer in) throws BadFrameException {
    DataHeader h = data;
    int flags = in.get();
    checkFlags(flags, Frames.URGENT | Frames.FIRST | Frames.LAST);
    h.lane = flags & Frames.URGENT;
    h.first = (flags & Frames.FIRST) != 0;
    h.last = (flags & Frames.LAST) != 0;
    h.kind = in.get() & 0xFF;
    h.hops = in.get() & 0xFF;
    h.dst = readNode(in);
    h.src = readNode(in);
    h.seq = notNegative("sequence number", in.getLong());
    h.target = in.getLong();
    h.epoch = notNegative("epoch", in.getLong());
    h.origin = readNode(in);
    h.tag = in.getInt();
    h.total = (int) notNegative("total length", in.getInt());
    if (h.total > NodeConfig.MAX_PAYLOAD) {
      throw new BadFrameException(
          "data frame of a message of " + h.total + " bytes > " + NodeConfig.MAX_PAYLOAD);
    }
  }

  private void readAck(ByteBuffer in) throws BadFrameException {
    AckHeader a = ack;
    int flags = in.get();
    checkFlags(flags, Frames.URGENT | Frames.GAP);
    a.lane = flags & Frames.URGENT;
    a.gap = (flags & Frames.GAP) != 0;
    a.hops = in.get() & 0xFF;
    checkFlags(in.get(), 0);
    a.dst = readNode(in);
    a.src = readNode(in);
    a.ackSeq = notNegative("sequence number", in.getLong());
    a.creditBytes = notNegative("credit", in.getLong());
    a.nonce = in.getLong();
  }

  private void readProbe(ByteBuffer in) throws BadFrameException {
    ProbeHeader p = probe;
    int flags = in.get();
    checkFlags(flags, Frames.URGENT);
    p.lane = flags & Frames.URGENT;
    p.hops = in.get() & 0xFF;
    checkFlags(in.get(), 0);
    p.dst = readNode(in);
    p.src = readNode(in);
    p.nonce = in.getLong();
  }

  private static void checkFlags(int flags, int allowed) throws BadFrameException {
    if ((flags & ~allowed) != 0) {
      throw new BadFrameException(
          "frame has flags 0x" + Integer.toHexString(flags & 0xFF) + " that are not known");
    }
  }

  private static long readNode(ByteBuffer in) throws BadFrameException {
    long name = in.getLong();
    if (!ResourceName.isResourceName(name)) {
      throw new BadFrameException("frame goes from or to " + name + ", which is not a node's name");
    }
    return name;
  }

  private static long notNegative(String what, long value) throws BadFrameException {
    if (value < 0) {
      throw new BadFrameException("frame has a negative " + what + ", " + value);
    }
    return value;
  }
}
