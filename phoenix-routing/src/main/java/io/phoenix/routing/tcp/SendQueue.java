package io.phoenix.routing.tcp;

import io.netty.buffer.ByteBuf;
import io.netty.channel.Channel;
import io.netty.channel.unix.FileDescriptor;
import io.netty.channel.unix.UnixChannel;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayDeque;
import org.jspecify.annotations.Nullable;

/**
 * What waits to be sent on one wire. While nothing waits, bytes go straight to the socket. What the
 * operating system does not take at once is left to Netty, which has the socket watched: it has one
 * chunk at a time, and says through the channel's writability (its high-water mark is one byte)
 * when the operating system has taken all of it; what is put in meanwhile gathers in the following
 * chunks. While the other end keeps up, one chunk is used over and over by all wires, and nothing
 * is allocated.
 */
final class SendQueue {
  /** Bulk data is always asked for while less than this is queued: two frames. */
  private static final int MIN_LIMIT = 64 * 1024;

  private static final int MAX_LIMIT = 256 * 1024;

  /** If the system takes longer than this for what is queued, less shall be queued. */
  private static final long SLOW_NS = 1_000_000;

  private final Channel channel;
  private final @Nullable FileDescriptor socket;
  private final Chunk.Pool pool;
  private final Runnable onWritable;
  private final ArrayDeque<Chunk> full = new ArrayDeque<>();
  private @Nullable Chunk open;
  private @Nullable Chunk sending;

  /** Bytes in {@link #full} and {@link #open}. */
  private long gatheredBytes;

  /** Bulk data is asked for while less than this is queued. */
  private int limitBytes = MIN_LIMIT;

  private long sendingSinceNs;
  private boolean isFlushing;
  private boolean isClosed;
  private boolean wasRefused;
  private @Nullable Runnable onEnd;
  private boolean hasEnded;

  /**
   * @param onWritable called when bulk data that was refused may be added, maybe within {@link
   *     #flush}
   */
  SendQueue(Channel channel, Chunk.Pool pool, Runnable onWritable) {
    this.onWritable = onWritable;
    this.channel = channel;
    this.socket = channel instanceof UnixChannel unix ? unix.fd() : null;
    this.pool = pool;
  }

  ByteBuffer reserve(int length) {
    if (isClosed || onEnd != null) {
      return ByteBuffer.allocate(length); // goes nowhere
    }
    Chunk chunk = open;
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

  /** Takes back the end of what was reserved last. */
  void unreserve(int length) {
    if (open != null && !isClosed && onEnd == null) {
      gatheredBytes -= length;
      open.unreserve(length);
    }
  }

  /** Sends what it can. Failures are reported to the channel's pipeline. */
  void flush() {
    if (isFlushing || isClosed) {
      return;
    }
    isFlushing = true;
    for (Chunk next = next(); next != null; next = next()) {
      gatheredBytes -= next.length();
      sending = next;
      sendingSinceNs = System.nanoTime();
      if (writeToSocket(next.bytes)) {
        sent(next);
      } else {
        leaveToNetty(next.bytes);
        if (!isClosed && next.isFree()) {
          sent(next); // it was taken after all
        }
      }
    }
    isFlushing = false;
    if (onEnd != null && !hasEnded && queuedBytes() == 0) {
      hasEnded = true;
      onEnd.run();
    }
    if (wasRefused && queuedBytes() <= limitBytes / 4) {
      wasRefused = false;
      onWritable.run();
    }
  }

  /** The chunk to send now, if it is time to. */
  private @Nullable Chunk next() {
    if (sending != null || isClosed) {
      return null;
    }
    Chunk next = full.poll();
    if (next == null && open != null && open.length() > 0) {
      next = open;
      open = null;
    }
    return next;
  }

  /** Returns whether the operating system has taken all of it. */
  private boolean writeToSocket(ByteBuf bytes) {
    // A closed descriptor's number may be another connection's by now.
    if (socket == null || !socket.isOpen()) {
      return false;
    }
    try {
      int written =
          socket.writeAddress(bytes.memoryAddress(), bytes.readerIndex(), bytes.writerIndex());
      bytes.skipBytes(written);
      return !bytes.isReadable();
    } catch (IOException e) {
      return false; // Netty will find the same, and close the channel
    }
  }

  @SuppressWarnings("FutureReturnValueIgnored") // the pipeline is told of failures
  private void leaveToNetty(ByteBuf bytes) {
    channel.writeAndFlush(bytes.retain(), channel.voidPromise());
  }

  /** The operating system has taken all that Netty had. */
  void onTaken() {
    Chunk taken = sending;
    if (taken != null && !isFlushing && !isClosed) {
      sent(taken);
      flush();
    }
  }

  private void sent(Chunk chunk) {
    sending = null;
    adaptLimit(chunk.bytes.writerIndex(), System.nanoTime() - sendingSinceNs);
    pool.giveBack(chunk);
  }

  /**
   * What is queued is in front of every control frame. On a fast link much of it is gone in no
   * time, and saves system calls; on a slow one only two frames may be in the way.
   */
  private void adaptLimit(int sentBytes, long tookNs) {
    if (tookNs > SLOW_NS) {
      limitBytes = Math.max(limitBytes / 2, MIN_LIMIT);
    } else if (sentBytes >= limitBytes / 2) {
      limitBytes = Math.min(limitBytes * 2, MAX_LIMIT);
    }
  }

  boolean isWritable() {
    if (queuedBytes() < limitBytes) {
      return true;
    }
    wasRefused = true;
    return false;
  }

  long queuedBytes() {
    return isClosed ? 0 : gatheredBytes + (sending == null ? 0 : sending.length());
  }

  /**
   * Sends what is there; what is put in from now on goes nowhere.
   *
   * @param onEnd called when the operating system has taken all of it
   */
  void end(Runnable onEnd) {
    this.onEnd = onEnd;
    flush();
  }

  /** Drops everything; what is put in from now on goes nowhere. */
  void close() {
    isClosed = true;
    if (sending != null) {
      sending.bytes.release();
      sending = null;
    }
    if (open != null) {
      full.add(open);
      open = null;
    }
    full.forEach(pool::giveBack);
    full.clear();
  }
}
