package io.phoenix.routing.ssh;

import java.io.InputStream;
import java.nio.ByteBuffer;
import java.util.ArrayDeque;
import org.jspecify.annotations.Nullable;

/**
 * What waits to be sent through a tunnel. The node's loop puts it in and never waits; JSch's thread
 * for the channel takes it out, straight into its packet, and waits here while there is nothing.
 */
final class TunnelOutput extends InputStream {
  /** Bulk data is asked for while less than this is queued. */
  static final int HIGH_BYTES = 128 * 1024;

  /** Having been refused, it is asked for again when no more than this is. */
  static final int LOW_BYTES = 64 * 1024;

  private static final int CHUNK_BYTES = 4 * (32 * 1024 + 64); // frames with their headers

  private final Runnable onOpen;
  private final Runnable onLow;
  private final Runnable onClose;

  // Of the loop.
  private final ArrayDeque<Chunk> gathered = new ArrayDeque<>(); // full, and not flushed
  private Chunk open = new Chunk(CHUNK_BYTES);

  // Of both; guarded by this.
  private final ArrayDeque<Chunk> ready = new ArrayDeque<>();
  private @Nullable Chunk spare;
  private long queuedBytes;
  private boolean isReading;
  private boolean wasRefused;
  private boolean isEnded;
  private boolean isClosed;

  /**
   * @param onOpen called when the thread comes to fetch for the first time: the tunnel is open
   * @param onLow called when data that was refused may be added
   * @param onClose called when JSch has closed this
   */
  TunnelOutput(Runnable onOpen, Runnable onLow, Runnable onClose) {
    this.onOpen = onOpen;
    this.onLow = onLow;
    this.onClose = onClose;
  }

  private static final class Chunk {
    final byte[] bytes;
    final ByteBuffer view;
    int written; // by the loop
    int flushed; // and may be taken
    int taken;
    boolean isFull; // the loop puts nothing more in

    Chunk(int capacity) {
      bytes = new byte[capacity];
      view = ByteBuffer.wrap(bytes);
    }
  }

  // ---- On the loop

  ByteBuffer reserve(int length) {
    if (open.written == open.flushed) {
      rewindIfTaken();
    }
    if (open.bytes.length - open.written < length) {
      gathered.add(open);
      open = nextChunk(length);
    }
    int start = open.written;
    open.written += length;
    return open.view.limit(open.written).position(start);
  }

  /** While the other side keeps up, one chunk is used over and over. */
  private synchronized void rewindIfTaken() {
    if (open.taken == open.flushed) {
      open.written = 0;
      open.flushed = 0;
      open.taken = 0;
    }
  }

  void unreserve(int length) {
    open.written -= length;
  }

  private Chunk nextChunk(int atLeast) {
    if (atLeast > CHUNK_BYTES) {
      return new Chunk(atLeast);
    }
    synchronized (this) {
      Chunk next = spare == null ? new Chunk(CHUNK_BYTES) : spare;
      spare = null;
      next.written = 0;
      next.flushed = 0;
      next.taken = 0;
      next.isFull = false;
      return next;
    }
  }

  synchronized void flush() {
    for (Chunk full = gathered.poll(); full != null; full = gathered.poll()) {
      full.isFull = true;
      publish(full);
    }
    publish(open);
    if (queuedBytes > 0) {
      notifyAll();
    }
  }

  private void publish(Chunk chunk) {
    if (chunk.flushed == chunk.written) {
      return;
    }
    if (isEnded) {
      chunk.written = chunk.flushed; // goes nowhere
      return;
    }
    queuedBytes += chunk.written - chunk.flushed;
    chunk.flushed = chunk.written;
    if (ready.peekLast() != chunk) {
      ready.add(chunk);
    }
  }

  boolean isWritable() {
    long unflushed = unflushedBytes();
    synchronized (this) {
      boolean isWritable = isEnded || queuedBytes + unflushed < HIGH_BYTES;
      wasRefused |= !isWritable;
      return isWritable;
    }
  }

  long queuedBytes() {
    long unflushed = unflushedBytes();
    synchronized (this) {
      return isEnded ? 0 : queuedBytes + unflushed;
    }
  }

  private long unflushedBytes() {
    long bytes = (long) open.written - open.flushed;
    for (Chunk chunk : gathered) {
      bytes += chunk.written - chunk.flushed;
    }
    return bytes;
  }

  /** Nothing more is accepted; what has been flushed is still sent. */
  synchronized void end() {
    isEnded = true;
    notifyAll();
  }

  // ---- On the channel's thread

  @Override
  public int read() {
    throw new UnsupportedOperationException("JSch reads packets");
  }

  @Override
  public int read(byte[] packet, int offset, int length) {
    boolean isLow = false;
    int total = 0;
    if (!isReading) {
      isReading = true;
      onOpen.run();
    }
    synchronized (this) {
      while (ready.isEmpty() && !isEnded && !isClosed) {
        try {
          wait();
        } catch (InterruptedException e) {
          // JSch's way to end the thread; having closed this.
        }
      }
      if (isClosed || ready.isEmpty()) {
        return -1;
      }
      for (Chunk first = ready.peek(); first != null && total < length; first = ready.peek()) {
        int run = Math.min(length - total, first.flushed - first.taken);
        System.arraycopy(first.bytes, first.taken, packet, offset + total, run);
        first.taken += run;
        total += run;
        if (first.taken == first.flushed) {
          ready.remove();
          if (first.isFull && first.bytes.length == CHUNK_BYTES) {
            spare = first;
          }
        }
      }
      queuedBytes -= total;
      if (wasRefused && queuedBytes <= LOW_BYTES) {
        wasRefused = false;
        isLow = true;
      }
    }
    if (isLow) {
      onLow.run();
    }
    return total;
  }

  /** By JSch, when the channel has ended. */
  @Override
  public void close() {
    synchronized (this) {
      isClosed = true;
      isEnded = true;
      notifyAll();
    }
    onClose.run();
  }
}
