package io.phoenix.routing.wire;

import com.google.protobuf.CodedOutputStream;
import io.phoenix.routing.wire.proto.Control;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;

/**
 * The layout of frames, and how they are written. Every number is big-endian.
 *
 * <pre>
 *           0       4    5     6    7    8    16   24    32      40     48      56   60     64
 *   CONTROL length  1    protobuf…
 *   DATA    length  2    flags kind hops dst  src  seq   target  epoch  origin  tag  total  payload…
 *   ACK     length  3    flags hops 0    dst  src  ack   credit  nonce
 *   PROBE   length  4    flags hops 0    dst  src  nonce
 *
 *   length: bytes after the length itself      flags: 1 urgent, 2 first, 4 last; of ACK: 2 gap
 * </pre>
 */
public final class Frames {
  /** The version of the protocol; peers of another one are refused. */
  public static final int VERSION = 1;

  /** The most payload that one data frame carries. */
  public static final int MAX_FRAGMENT = 32 << 10;

  /** The longest control message, as protobuf. */
  public static final int MAX_CONTROL = 1 << 20;

  /** A frame that has passed more relays than this is dropped. */
  public static final int MAX_HOPS = 64;

  /** Length and type, which begin every frame. */
  public static final int PREFIX_BYTES = 5;

  /** A data frame without its payload. */
  public static final int DATA_BYTES = 64;

  /** An acknowledgement. */
  public static final int ACK_BYTES = 48;

  /** A probe. */
  public static final int PROBE_BYTES = 32;

  static final byte CONTROL = 1;
  static final byte DATA = 2;
  static final byte ACK = 3;
  static final byte PROBE = 4;

  static final int URGENT = 1;
  static final int FIRST = 2;
  static final int LAST = 4;
  static final int GAP = 2;

  private static final int LENGTH_BYTES = 4;

  private Frames() {}

  /** Bytes of the whole frame that carries a control message of {@code serializedSize} bytes. */
  public static int controlBytes(int serializedSize) {
    if (serializedSize > MAX_CONTROL) {
      throw new IllegalArgumentException(
          "control message of " + serializedSize + " bytes > " + MAX_CONTROL);
    }
    return PREFIX_BYTES + serializedSize;
  }

  /** Writes a control message into a buffer with room for {@link #controlBytes}. */
  public static void putControl(ByteBuffer out, Control message) {
    int size = message.getSerializedSize();
    out.putInt(size + 1).put(CONTROL);
    int start = out.position();
    var coded = CodedOutputStream.newInstance(out);
    try {
      message.writeTo(coded);
      coded.flush();
    } catch (IOException e) {
      throw new UncheckedIOException("no room for the " + size + " bytes promised", e);
    }
    out.position(start + size);
  }

  /** Writes a data frame into a buffer with room for {@link #DATA_BYTES} and the payload. */
  public static void putData(
      ByteBuffer out, DataHeader h, byte[] payload, int offset, int payloadBytes) {
    if (payloadBytes > MAX_FRAGMENT) {
      throw new IllegalArgumentException(
          "payloadBytes=" + payloadBytes + " > MAX_FRAGMENT=" + MAX_FRAGMENT);
    }
    int flags = h.lane | (h.first ? FIRST : 0) | (h.last ? LAST : 0);
    out.putInt(DATA_BYTES - LENGTH_BYTES + payloadBytes);
    out.put(DATA).put((byte) flags).put((byte) h.kind).put((byte) h.hops);
    out.putLong(h.dst).putLong(h.src).putLong(h.seq);
    out.putLong(h.target).putLong(h.epoch).putLong(h.origin);
    out.putInt(h.tag).putInt(h.total);
    out.put(payload, offset, payloadBytes);
  }

  /** Writes an acknowledgement into a buffer with room for {@link #ACK_BYTES}. */
  public static void putAck(ByteBuffer out, AckHeader a) {
    int flags = a.lane | (a.gap ? GAP : 0);
    out.putInt(ACK_BYTES - LENGTH_BYTES);
    out.put(ACK).put((byte) flags).put((byte) a.hops).put((byte) 0);
    out.putLong(a.dst).putLong(a.src).putLong(a.ackSeq);
    out.putLong(a.creditBytes).putLong(a.nonce);
  }

  /** Writes a probe into a buffer with room for {@link #PROBE_BYTES}. */
  public static void putProbe(ByteBuffer out, ProbeHeader p) {
    out.putInt(PROBE_BYTES - LENGTH_BYTES);
    out.put(PROBE).put((byte) p.lane).put((byte) p.hops).put((byte) 0);
    out.putLong(p.dst).putLong(p.src).putLong(p.nonce);
  }
}
