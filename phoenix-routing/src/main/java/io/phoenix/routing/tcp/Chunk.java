package io.phoenix.routing.tcp;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import java.nio.ByteBuffer;
import java.util.ArrayDeque;

/** A piece of direct memory to send from, with one lasting view of it, so that writing is free. */
final class Chunk {
  final ByteBuf bytes;
  private final ByteBuffer view;

  private Chunk(int capacity) {
    bytes = Unpooled.directBuffer(capacity, capacity);
    view = bytes.nioBuffer(0, capacity);
  }

  boolean hasRoom(int length) {
    return bytes.writableBytes() >= length;
  }

  /** The next {@code length} bytes, to be written by the caller. */
  ByteBuffer reserve(int length) {
    int start = bytes.writerIndex();
    bytes.writerIndex(start + length);
    view.limit(start + length);
    view.position(start);
    return view;
  }

  void unreserve(int length) {
    bytes.writerIndex(bytes.writerIndex() - length);
  }

  /** Whether Netty does not have it. */
  boolean isFree() {
    return bytes.refCnt() == 1;
  }

  int length() {
    return bytes.readableBytes();
  }

  /** Chunks in reserve, last in first out: the last one is still in the processor's cache. */
  static final class Pool {
    /** Nine frames of the largest size with their headers: more than is queued at a time. */
    static final int CHUNK_BYTES = 9 * (32 * 1024 + 64);

    private static final int MAX_POOLED = 8;

    private final ArrayDeque<Chunk> free = new ArrayDeque<>();
    private boolean isClosed;

    Chunk take(int atLeast) {
      if (atLeast > CHUNK_BYTES) {
        return new Chunk(atLeast);
      }
      Chunk chunk = free.pollLast();
      return chunk != null ? chunk : new Chunk(CHUNK_BYTES);
    }

    /** Takes back a chunk; one that Netty still has, or of unusual size, is left to be freed. */
    void giveBack(Chunk chunk) {
      if (!isClosed
          && chunk.isFree()
          && chunk.bytes.capacity() == CHUNK_BYTES
          && free.size() < MAX_POOLED) {
        chunk.bytes.clear();
        free.addLast(chunk);
      } else {
        chunk.bytes.release();
      }
    }

    void close() {
      isClosed = true;
      free.forEach(chunk -> chunk.bytes.release());
      free.clear();
    }
  }
}
