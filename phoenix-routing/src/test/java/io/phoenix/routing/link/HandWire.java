package io.phoenix.routing.link;

import static org.assertj.core.api.Assertions.assertThat;

import io.phoenix.routing.world.Wire;
import io.phoenix.routing.world.WireHandler;
import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** One end of a wire in a {@link HandWorld}. It insists on its contract. */
final class HandWire implements Wire {
  private final HandWorld world;
  private final String remoteAddress;
  private final HandWorld.Lane out;
  HandWire other;
  WireHandler handler;
  boolean closed;
  boolean told;

  /** Whether the operating system takes nothing: what is flushed waits. */
  boolean stuck;

  /** Whether what is sent vanishes: the network is cut. */
  boolean cut;

  /** Hands each byte over on its own. */
  boolean byteByByte;

  int highWater = 64 << 10;
  int flushes;
  private boolean wasFull;
  private long unflushedBytes;
  private final List<byte[]> unflushed = new ArrayList<>();
  private ByteBuffer reserved = ByteBuffer.allocate(0);
  private final ByteArrayOutputStream waiting = new ByteArrayOutputStream();
  private byte[] unread = new byte[0];

  HandWire(HandWorld world, String remoteAddress, HandWorld.Lane out) {
    this.world = world;
    this.remoteAddress = remoteAddress;
    this.out = out;
  }

  @Override
  public ByteBuffer reserve(int bytes) {
    assertThat(closed).as("reserve after close").isFalse();
    checkFilled();
    byte[] room = new byte[bytes];
    unflushed.add(room);
    unflushedBytes += bytes;
    reserved = ByteBuffer.wrap(room);
    return reserved;
  }

  @Override
  public void unreserve(int bytes) {
    int last = unflushed.size() - 1;
    byte[] room = unflushed.get(last);
    unflushed.set(last, Arrays.copyOf(room, room.length - bytes));
    unflushedBytes -= bytes;
    reserved.limit(room.length - bytes);
  }

  private void checkFilled() {
    assertThat(reserved.hasRemaining()).as("what was reserved is not filled").isFalse();
  }

  @Override
  public void flush() {
    flushes++;
    checkFilled();
    unflushed.forEach(waiting::writeBytes);
    unflushed.clear();
    unflushedBytes = 0;
    if (!stuck && !closed) {
      transmit();
    }
  }

  private void transmit() {
    byte[] bytes = waiting.toByteArray();
    waiting.reset();
    if (bytes.length > 0 && !cut) {
      if (byteByByte) {
        for (byte b : bytes) {
          world.later(out, () -> other.receive(new byte[] {b}));
        }
      } else {
        world.later(out, () -> other.receive(bytes));
      }
    }
  }

  void unstick() {
    stuck = false;
    transmit();
    if (wasFull) {
      wasFull = false;
      handler.onWritable(world.nowNs);
    }
  }

  private void receive(byte[] bytes) {
    if (closed) {
      return;
    }
    ByteBuffer all =
        ByteBuffer.allocate(unread.length + bytes.length).put(unread).put(bytes).flip();
    handler.onBytes(all, world.nowNs);
    unread = Arrays.copyOfRange(all.array(), all.position(), all.limit());
  }

  @Override
  public boolean isWritable() {
    boolean writable = queuedBytes() < highWater;
    wasFull |= !writable;
    return writable;
  }

  @Override
  public long queuedBytes() {
    return waiting.size() + unflushedBytes;
  }

  @Override
  public void close(String reason) {
    if (!closed) {
      closed = true;
      tell("closed here: " + reason);
      if (!cut) {
        world.later(out, () -> other.onOtherClosed());
      }
    }
  }

  private void onOtherClosed() {
    if (!closed) {
      closed = true;
      tell("closed by " + remoteAddress);
    }
  }

  /** Both ends find the wire broken, each in its time; what is on the way is lost. */
  void breakDown() {
    for (HandWire end : List.of(this, other)) {
      end.out.items.clear();
      world.later(end.out, () -> end.onOtherClosed());
    }
  }

  private void tell(String reason) {
    assertThat(told).as("onClosed comes once").isFalse();
    told = true;
    handler.onClosed(reason, world.nowNs);
  }

  @Override
  public String remoteAddress() {
    return remoteAddress;
  }
}
