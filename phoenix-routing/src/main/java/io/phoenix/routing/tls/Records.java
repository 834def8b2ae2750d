package io.phoenix.routing.tls;

import java.nio.ByteBuffer;

/** The little that one must know of TLS records to tell them from other things. */
final class Records {
  private static final int ALERT = 21;
  private static final int HANDSHAKE = 22;
  private static final int HEADER_BYTES = 5;
  private static final int LENGTH_AT = 3;
  private static final int MAJOR_VERSION = 3;

  /** A fatal alert: protocol_version. Tells who does not speak TLS that it is spoken here. */
  private static final byte[] TLS_ONLY = {ALERT, MAJOR_VERSION, 3, 0, 2, 2, 70};

  private Records() {}

  /** Whether what a peer says first can be the beginning of a TLS handshake. */
  static boolean canBeFirst(ByteBuffer bytes) {
    int at = bytes.position();
    int count = bytes.remaining();
    return (count < 1 || bytes.get(at) == HANDSHAKE || bytes.get(at) == ALERT)
        && (count < 2 || bytes.get(at + 1) == MAJOR_VERSION);
  }

  /** Whether there is all of the next record; to ask the engine would be dearer. */
  static boolean isWhole(ByteBuffer bytes) {
    int count = bytes.remaining();
    return count >= HEADER_BYTES
        && count - HEADER_BYTES >= (bytes.getShort(bytes.position() + LENGTH_AT) & 0xFFFF);
  }

  static byte[] tlsOnly() {
    return TLS_ONLY.clone();
  }
}
