package io.phoenix.routing.tls;

import java.nio.ByteBuffer;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.SSLEngineResult;
import javax.net.ssl.SSLException;

/**
 * What comes in, decrypted from the wire's own buffer. What the reader leaves (the beginning of a
 * frame) stays where it is; only when room gets short is it moved to the front.
 */
final class Opener {
  private static final int CAPACITY = 128 * 1024;

  /** Room for a record, whichever library fills it: all that a handshake needs. */
  private static final int MIN_ROOM = 2 * Sealer.RECORD_BYTES;

  /** How much a reader may leave: more than the largest frame that a peer may send. */
  private static final int MAX_CAPACITY = 4 << 20;

  private final SSLEngine engine;
  private DirectBytes plain = new DirectBytes(MIN_ROOM);
  private int usualCapacity = MIN_ROOM;
  private int start;
  private int end;

  Opener(SSLEngine engine) {
    this.engine = engine;
  }

  /** The peer has proved who it is, and will have much to say: takes effect when room is made. */
  void grow() {
    usualCapacity = CAPACITY;
  }

  /** Decrypts one record, if there is room. */
  SSLEngineResult open(ByteBuffer bytes) throws SSLException {
    ByteBuffer room = plain.writer.limit(plain.capacity()).position(end);
    SSLEngineResult result = engine.unwrap(bytes, room);
    end += result.bytesProduced();
    return result;
  }

  /** Whether the reader should have what is here before more is decrypted. */
  boolean isFull() {
    return plain.capacity() - end < MIN_ROOM;
  }

  boolean isEmpty() {
    return start == end;
  }

  /** What has come in and was not consumed. */
  ByteBuffer unread() {
    return plain.reader.limit(end).position(start);
  }

  /** Takes note of how far {@link #unread} was consumed, and makes room. */
  void consumed() {
    start = plain.reader.position();
    if (start == end) {
      start = 0;
      end = 0;
      if (plain.capacity() != usualCapacity) {
        plain = plain.replaced(usualCapacity, 0, 0);
      }
    } else if (isFull()) {
      makeRoom();
    }
  }

  private void makeRoom() {
    int length = end - start;
    if (plain.capacity() >= usualCapacity && length <= plain.capacity() / 2) {
      plain.move(start, end);
    } else {
      int capacity = Math.max(usualCapacity, 2 * plain.capacity());
      if (capacity > MAX_CAPACITY) {
        throw new IllegalStateException(
            length + " bytes were left unread, expected a frame to be shorter");
      }
      plain = plain.replaced(capacity, start, end);
    }
    start = 0;
    end = length;
  }

  void free() {
    plain.free();
  }
}
