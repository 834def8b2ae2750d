package io.phoenix.routing.tls;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/**
 * The first that a TLS client says (RFC 8446, sections 4.1.2 and 5.1). Members say it in one
 * record.
 */
enum ClientHello {
  /** What there is can be the beginning of one. */
  PART,
  /** There is all of it. */
  WHOLE,
  /** What there is begins something else. */
  NONE;

  private static final int HANDSHAKE = 22;
  private static final int MAJOR_VERSION = 3;
  private static final int CLIENT_HELLO = 1;
  private static final int RECORD_HEADER = 5;
  private static final int MESSAGE_HEADER = 4;
  private static final int MAX_RECORD = 1 << 14;

  /** Looks, and moves nothing. */
  static ClientHello in(ByteBuffer bytes) {
    ByteBuffer in = bytes.slice().order(ByteOrder.BIG_ENDIAN);
    int count = in.remaining();
    if ((count > 0 && in.get(0) != HANDSHAKE) || (count > 1 && in.get(1) != MAJOR_VERSION)) {
      return NONE;
    }
    if (count < RECORD_HEADER) {
      return PART;
    }
    int record = in.getShort(3) & 0xFFFF;
    if (record <= MESSAGE_HEADER || record > MAX_RECORD) {
      return NONE;
    }
    if (count > RECORD_HEADER && in.get(RECORD_HEADER) != CLIENT_HELLO) {
      return NONE;
    }
    if (count < RECORD_HEADER + MESSAGE_HEADER) {
      return PART;
    }
    int message = in.getInt(RECORD_HEADER) & 0xFFFFFF;
    if (message + MESSAGE_HEADER > record) {
      return NONE; // it goes on in another record, which members' never do
    }
    return count < RECORD_HEADER + record ? PART : WHOLE;
  }
}
