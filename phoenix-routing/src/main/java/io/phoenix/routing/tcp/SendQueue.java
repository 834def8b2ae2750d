package io.phoenix.routing.tcp;

import io.netty.channel.Channel;
import java.nio.ByteBuffer;
import java.util.ArrayDeque;
import org.jspecify.annotations.Nullable;

/**
 * What waits to be sent on one wire. Netty has one chunk at a time, and says through the channel's
 * writability (its high-water mark is one byte) when the operating system has taken all of it; what
 * is put in meanwhile gathers in the following chunks. While the other end keeps up, one chunk is
 * used over and over.
 */
final class SendQueue {
  /** Bulk data is asked for while less than this is queued. */
  private static final int HIGH_BYTES = Integer.getInteger("phoenix.high", 192 * 1024);

  /** After it was refused, it is asked for again when no more than this is queued. */
  private static final int LOW_BYTES = Integer.getInteger("phoenix.low", 64 * 1024);

  private final Channel channel;
  private final Chunk.Pool pool;
  private final ArrayDeque<Chunk> full = new ArrayDeque<>();
  private @Nullable Chunk open;
  private @Nullable Chunk sending;

  /** Bytes in {@link #full} and {@link #open}. */
  private long gatheredBytes;

  private boolean isFlushing;
  private boolean isClosed;
  private boolean wasRefused;

  SendQueue(Channel channel, Chunk.Pool pool) {
    this.channel = channel;
    this.pool = pool;
  }

  ByteBuffer reserve(int length) {
    Chunk chunk = open;
    if (isClosed && chunk != null) {
      chunk.bytes.clear();
    }
    if (chunk == null || !chunk.hasRoom(length)) {
      if (chunk != null) {
        full.add(chunk);
      }
      chunk = pool.take(length);
      open = chunk;
    }
    gatheredBytes += length;
    return chunk.reserve(length);
  }

  @SuppressWarnings("FutureReturnValueIgnored") // the pipeline is told of failures
  void flush() {
    if (isFlushing || isClosed) {
      return;
    }
    isFlushing = true;
    while (sending == null && !isClosed) {
      Chunk next = full.poll();
      if (next == null) {
        next = open;
        if (next == null || next.length() == 0) {
          break;
        }
        open = null;
      }
      gatheredBytes -= next.length();
      sending = next;
      channel.writeAndFlush(next.bytes.retain(), channel.voidPromise());
    }
    isFlushing = false;
  }

  /**
   * The operating system has taken all that Netty had.
   *
   * @return whether bulk data that was refused may be added now
   */
  boolean onTaken() {
    Chunk taken = sending;
    if (taken != null && !isClosed) {
      sending = null;
      if (open == null && full.isEmpty() && taken.bytes.refCnt() == 1) {
        taken.bytes.clear();
        open = taken;
      } else {
        pool.giveBack(taken);
      }
      flush();
    }
    if (wasRefused && queuedBytes() <= LOW_BYTES) {
      wasRefused = false;
      return true;
    }
    return false;
  }

  boolean isWritable() {
    if (queuedBytes() < HIGH_BYTES) {
      return true;
    }
    wasRefused = true;
    return false;
  }

  long queuedBytes() {
    return isClosed ? 0 : gatheredBytes + (sending == null ? 0 : sending.length());
  }

  /** Drops everything; what is put in from now on goes nowhere. */
  void close() {
    isClosed = true;
    if (sending != null) {
      sending.bytes.release();
      sending = null;
    }
    full.forEach(pool::giveBack);
    full.clear();
  }

  /** After {@link #close}, when nobody uses the wire any more. */
  void free() {
    if (open != null) {
      pool.giveBack(open);
      open = null;
    }
  }
}
