package io.phoenix.routing.ssh;

import io.phoenix.routing.world.NodeLoop;
import io.phoenix.routing.world.WireHandler;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.util.concurrent.RejectedExecutionException;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * What comes in through a tunnel. The thread that reads for the whole SSH session brings it; if the
 * node's loop is free, that thread becomes the loop and hands the bytes to their handler, out of
 * the packet they came in. If the loop is busy, they wait here; and when too many do, so does the
 * thread, and with it the server.
 */
final class TunnelInput extends OutputStream {
  /** What may wait for the loop. */
  private static final int MAX_WAITING = 1 << 20;

  private static final int BUFFER_BYTES = 64 * 1024;

  private final NodeLoop loop;
  private final Consumer<RuntimeException> onFailure;
  private final Runnable onClose;
  private final Runnable handOver = this::handOver;
  private final Runnable drain = this::drain;

  // Of the reading thread, and of the loop while that thread is the loop.
  private byte[] packet = new byte[0];
  private int offset;
  private int count;

  // Of both; guarded by this.
  private ByteBuffer waiting = ByteBuffer.allocate(BUFFER_BYTES); // bytes 0 to position
  private boolean isDrainQueued;
  private boolean isShut;

  // Of the loop.
  private ByteBuffer taken = ByteBuffer.allocate(BUFFER_BYTES);
  private ByteBuffer rest = ByteBuffer.allocate(BUFFER_BYTES); // left unread: 0 to position
  private @Nullable WireHandler handler;

  /**
   * @param onFailure called if the handler throws
   * @param onClose called when JSch has closed this: nothing more comes
   */
  TunnelInput(NodeLoop loop, Consumer<RuntimeException> onFailure, Runnable onClose) {
    this.loop = loop;
    this.onFailure = onFailure;
    this.onClose = onClose;
  }

  // ---- On the thread that reads

  @Override
  public void write(int b) throws IOException {
    write(new byte[] {(byte) b}, 0, 1);
  }

  @Override
  public void write(byte[] bytes, int from, int length) throws IOException {
    if (isNoneWaiting()) {
      packet = bytes;
      offset = from;
      count = length;
      if (loop.tryRun(handOver)) {
        return;
      }
    }
    leave(bytes, from, length);
  }

  private synchronized boolean isNoneWaiting() {
    return waiting.position() == 0 && !isDrainQueued;
  }

  private synchronized void leave(byte[] bytes, int from, int length) throws IOException {
    while (waiting.position() > 0 && waiting.position() + length > MAX_WAITING && !isShut) {
      try {
        wait();
      } catch (InterruptedException e) {
        isShut = true; // JSch ends its thread
      }
    }
    if (isShut) {
      return; // goes nowhere
    }
    waiting = withRoom(waiting, length).put(bytes, from, length);
    if (!isDrainQueued) {
      isDrainQueued = true;
      try {
        loop.execute(drain);
      } catch (RejectedExecutionException e) {
        throw new IOException("the node has been closed", e);
      }
    }
  }

  @Override
  public void close() {
    onClose.run();
  }

  // ---- On the loop

  /** From now on the bytes go to {@code handler}; those that have come already, soon. */
  void handler(WireHandler handler) {
    this.handler = handler;
    loop.execute(() -> feed(ByteBuffer.allocate(0)));
  }

  /** What still comes goes nowhere. */
  void shut() {
    handler = null;
    rest.clear();
    synchronized (this) {
      isShut = true;
      waiting.clear();
      notifyAll();
    }
  }

  private void handOver() {
    feed(ByteBuffer.wrap(packet, offset, count));
  }

  private void drain() {
    synchronized (this) {
      isDrainQueued = false;
      ByteBuffer swap = taken;
      taken = waiting;
      waiting = swap.clear();
      notifyAll();
    }
    feed(taken.flip());
  }

  private void feed(ByteBuffer bytes) {
    WireHandler present = handler;
    if (present == null) {
      keep(bytes);
      return;
    }
    try {
      if (rest.position() == 0) {
        present.onBytes(bytes, loop.nowNs());
        keep(bytes);
      } else {
        keep(bytes);
        present.onBytes(rest.flip(), loop.nowNs());
        rest.compact();
      }
    } catch (RuntimeException e) {
      onFailure.accept(e);
    }
  }

  private void keep(ByteBuffer bytes) {
    if (bytes.hasRemaining() && !isShut()) {
      rest = withRoom(rest, bytes.remaining()).put(bytes);
    }
  }

  private synchronized boolean isShut() {
    return isShut;
  }

  private static ByteBuffer withRoom(ByteBuffer buffer, int length) {
    if (buffer.remaining() >= length) {
      return buffer;
    }
    int needed = buffer.position() + length;
    return ByteBuffer.allocate(Math.max(2 * buffer.capacity(), needed)).put(buffer.flip());
  }
}
