package io.phoenix.routing.embedded;

import io.phoenix.routing.world.Wire;
import io.phoenix.routing.world.WireHandler;
import java.nio.ByteBuffer;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;

/**
 * One end of a connection through memory. What does not fit into the pipe waits here; the other end
 * tells when there is room again.
 */
final class MemoryWire implements Wire {
  private static final int HIGH_BYTES = 128 * 1024;
  private static final int LOW_BYTES = 32 * 1024;
  private static final int READ_BYTES = 64 * 1024;

  private final MemoryTransport owner;
  private final String remoteAddress;
  private final BytePipe in;
  private final BytePipe out;
  private final AtomicBoolean isLookQueued = new AtomicBoolean();
  private @Nullable MemoryWire peer;
  private @Nullable WireHandler handler;

  /** What waits to be sent: bytes 0 to position. */
  private ByteBuffer unsent = ByteBuffer.allocate(4 * 1024);

  /** What has come in: bytes 0 to position. */
  private ByteBuffer received = ByteBuffer.allocate(READ_BYTES);

  private ByteBuffer reserved = unsent.duplicate();
  private @Nullable String closeReason;
  private volatile @Nullable String cutReason;
  private boolean wasRefused;
  private boolean isClosed;

  private MemoryWire(MemoryTransport owner, String remoteAddress, BytePipe in, BytePipe out) {
    this.owner = owner;
    this.remoteAddress = remoteAddress;
    this.in = in;
    this.out = out;
  }

  /** Makes both ends; {@code near} sees {@code farAddress} and the other way round. */
  static MemoryWire connect(
      MemoryTransport near, MemoryTransport far, String nearAddress, String farAddress) {
    var there = new BytePipe();
    var back = new BytePipe();
    var nearEnd = new MemoryWire(near, farAddress, back, there);
    var farEnd = new MemoryWire(far, nearAddress, there, back);
    nearEnd.peer = farEnd;
    farEnd.peer = nearEnd;
    near.wires().add(nearEnd);
    far.wires().add(farEnd);
    return nearEnd;
  }

  MemoryWire peer() {
    if (peer == null) {
      throw new IllegalStateException("half a wire");
    }
    return peer;
  }

  MemoryTransport owner() {
    return owner;
  }

  /** Sets who is told of this wire's events. On the loop. */
  void handler(WireHandler handler) {
    this.handler = handler;
    lookSoon();
  }

  @Override
  public ByteBuffer reserve(int bytes) {
    if (closeReason != null) {
      unsent.clear();
    }
    int start = unsent.position();
    if (unsent.remaining() < bytes) {
      unsent = grown(unsent, start + bytes);
      reserved = unsent.duplicate();
    }
    reserved.limit(start + bytes);
    reserved.position(start);
    unsent.position(start + bytes);
    return reserved;
  }

  @Override
  public void unreserve(int bytes) {
    unsent.position(unsent.position() - bytes);
  }

  @Override
  public void flush() {
    if (closeReason != null || unsent.position() == 0) {
      return;
    }
    unsent.flip();
    out.put(unsent);
    unsent.compact();
    peer().lookSoon();
  }

  @Override
  public boolean isWritable() {
    wasRefused |= unsent.position() >= HIGH_BYTES;
    return unsent.position() < HIGH_BYTES;
  }

  @Override
  public long queuedBytes() {
    return closeReason == null ? unsent.position() : 0;
  }

  @Override
  public void close(String reason) {
    if (closeReason == null) {
      closeReason = reason;
      out.end();
      in.cut();
      lookSoon();
      peer().lookSoon();
    }
  }

  /** Breaks the connection, with all that is under way. From any thread. */
  void cut(String reason) {
    for (MemoryWire end : new MemoryWire[] {this, peer()}) {
      end.cutReason = reason;
      end.out.cut();
      end.lookSoon();
    }
  }

  @Override
  public String remoteAddress() {
    return remoteAddress;
  }

  /** Has this end look at its pipes, on its loop. From any thread. */
  private void lookSoon() {
    if (isLookQueued.compareAndSet(false, true)) {
      try {
        owner.loop().execute(this::look);
      } catch (RejectedExecutionException e) {
        out.end(); // this end's node is gone; the other one shall know
        in.cut();
        peer().lookSoon();
      }
    }
  }

  private void look() {
    isLookQueued.set(false);
    if (handler == null || isClosed) {
      return;
    }
    if (closeReason == null) {
      receive(handler);
    }
    if (closeReason == null && cutReason == null) {
      sendMore(handler);
    }
    if (closeReason == null) {
      closeReason = cutReason;
    }
    if (closeReason == null && in.isDone()) {
      closeReason = "connection closed by " + remoteAddress;
    }
    if (closeReason != null) {
      isClosed = true;
      owner.wires().remove(this);
      out.end();
      peer().lookSoon();
      handler.onClosed(closeReason, System.nanoTime());
    }
  }

  private void receive(WireHandler handler) {
    if (in.isEmpty()) {
      return;
    }
    if (received.remaining() < READ_BYTES / 2) {
      received = grown(received, received.position() + READ_BYTES);
    }
    in.take(received);
    peer().lookSoon(); // there is room again
    received.flip();
    handler.onBytes(received, System.nanoTime());
    received.compact();
    if (!in.isEmpty()) {
      lookSoon(); // after others had their turn
    }
  }

  private void sendMore(WireHandler handler) {
    flush();
    if (wasRefused && unsent.position() <= LOW_BYTES) {
      wasRefused = false;
      handler.onWritable(System.nanoTime());
    }
  }

  private static ByteBuffer grown(ByteBuffer old, int atLeast) {
    ByteBuffer grown = ByteBuffer.allocate(Math.max(2 * old.capacity(), atLeast));
    old.flip();
    return grown.put(old);
  }
}
