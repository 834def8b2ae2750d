package io.phoenix.routing.tls;

import io.phoenix.routing.world.Wire;
import java.nio.ByteBuffer;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.SSLEngineResult;
import javax.net.ssl.SSLException;

/**
 * What goes out: bytes gather here and are encrypted straight into the wire's own buffer, in
 * records of 16 KiB while there is much, and in one record, however many frames it holds, when the
 * owner flushes.
 */
final class Sealer {
  /** The most that TLS puts into a record. */
  static final int RECORD_BYTES = 16 * 1024;

  /** What is left of a record, and a frame of the largest size with its header. */
  private static final int CAPACITY = RECORD_BYTES + 32 * 1024 + 256;

  /**
   * What AES-GCM may encrypt under one key (RFC 8446, section 5.5, allows a little more: 2^24.5
   * full records).
   */
  private static final long MAX_KEY_BYTES = 1L << 38;

  private static final ByteBuffer NOTHING = ByteBuffer.allocateDirect(0);

  private final SSLEngine engine;
  private final Wire wire;
  private DirectBytes plain = new DirectBytes(0); // a handshake needs none
  private final int mostBytes;
  private int gathered;
  private long sealedBytes;

  Sealer(SSLEngine engine, Wire wire) {
    this.engine = engine;
    this.wire = wire;
    mostBytes = engine.getSession().getPacketBufferSize();
  }

  /** Bytes that are not in the wire yet. */
  int gatheredBytes() {
    return gathered;
  }

  /** Whether the key has been used for as much as it should. */
  boolean isKeyWorn() {
    return sealedBytes > MAX_KEY_BYTES;
  }

  ByteBuffer reserve(int bytes) throws SSLException {
    if (gathered >= RECORD_BYTES) {
      seal(gathered - gathered % RECORD_BYTES);
    }
    if (plain.capacity() - gathered < bytes) {
      plain = plain.replaced(Math.max(CAPACITY, gathered + bytes), 0, gathered);
    }
    ByteBuffer room = plain.writer.limit(gathered + bytes).position(gathered);
    gathered += bytes;
    return room;
  }

  void unreserve(int bytes) {
    gathered -= bytes;
  }

  /** Puts everything into the wire, which is not flushed. */
  void sealAll() throws SSLException {
    if (gathered > 0) {
      seal(gathered);
    }
    if (plain.capacity() > CAPACITY) { // an unusual frame has gone through
      plain = plain.replaced(CAPACITY, 0, 0);
    }
  }

  private void seal(int bytes) throws SSLException {
    ByteBuffer source = plain.reader.limit(bytes).position(0);
    while (source.hasRemaining()) {
      SSLEngineResult result = wrap(source);
      if (result.getStatus() != SSLEngineResult.Status.OK || result.bytesProduced() == 0) {
        throw new SSLException("nothing can be encrypted any more: " + result.getStatus());
      }
    }
    plain.move(bytes, gathered);
    gathered -= bytes;
    sealedBytes += bytes;
  }

  /** Puts what TLS itself has to say into the wire, if anything; returns whether there was. */
  boolean sealOwnWords() throws SSLException {
    return wrap(NOTHING).bytesProduced() > 0;
  }

  private SSLEngineResult wrap(ByteBuffer source) throws SSLException {
    int most = mostBytes;
    ByteBuffer room = wire.reserve(most);
    int unused = most;
    try {
      SSLEngineResult result = engine.wrap(source, room);
      unused -= result.bytesProduced();
      return result;
    } finally {
      wire.unreserve(unused);
    }
  }

  void free() {
    plain.free();
  }
}
