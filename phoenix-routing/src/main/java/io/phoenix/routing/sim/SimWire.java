package io.phoenix.routing.sim;

import io.phoenix.routing.world.Wire;
import io.phoenix.routing.world.WireHandler;
import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;

/** One end of a {@link SimConnection}, as the node on its host sees it. */
final class SimWire implements Wire {
  /** More than this waiting to be sent, and the wire is not writable … */
  static final int HIGH_WATER_BYTES = 64 * 1024;

  /** … until so little is left. */
  static final int LOW_WATER_BYTES = 16 * 1024;

  private static final byte[] NOTHING = {};

  private final SimHost host;
  private final SimHost peer;
  private @Nullable SimStream out;
  private @Nullable WireHandler handler;

  /** What was reserved since the last flush. */
  private ByteBuffer staged = ByteBuffer.wrap(NOTHING);

  private int stagedBytes;

  /** The beginning of a frame that the handler has left for later. */
  private byte[] left = NOTHING;

  private boolean open = true;
  private boolean wantsWritable;

  SimWire(SimHost host, SimHost peer) {
    this.host = host;
    this.peer = peer;
    host.wires.add(this);
  }

  SimHost host() {
    return host;
  }

  SimHost peer() {
    return peer;
  }

  /** What this end sends into. */
  SimStream out() {
    if (out == null) {
      throw new IllegalStateException("wire to " + peer + " is not connected yet");
    }
    return out;
  }

  void connect(SimStream out) {
    this.out = out;
  }

  void handledBy(WireHandler handler) {
    this.handler = handler;
  }

  boolean isOpen() {
    return open;
  }

  @Override
  public @Nullable String refusal(long name, byte[] passport) {
    return SimNotary.isPassport(name, peer, passport) ? null : "that is the name of another host's";
  }

  @Override
  public ByteBuffer reserve(int bytes) {
    int end = stagedBytes + bytes;
    if (end > staged.capacity()) {
      byte[] larger = new byte[Math.max(end, Math.max(256, staged.capacity() * 2))];
      System.arraycopy(staged.array(), 0, larger, 0, stagedBytes);
      staged = ByteBuffer.wrap(larger);
    }
    staged.limit(end).position(stagedBytes);
    stagedBytes = end;
    return staged;
  }

  @Override
  public void unreserve(int bytes) {
    stagedBytes -= bytes;
  }

  @Override
  public void flush() {
    if (stagedBytes == 0) {
      return;
    }
    byte[] bytes = new byte[stagedBytes];
    System.arraycopy(staged.array(), 0, bytes, 0, stagedBytes);
    stagedBytes = 0;
    if (open) {
      host.onSent(peer, bytes);
      out().send(bytes);
    }
  }

  @Override
  public boolean isWritable() {
    boolean writable = open && queuedBytes() <= HIGH_WATER_BYTES;
    if (!writable && open && !wantsWritable) {
      wantsWritable = true;
      awaitWritable();
    }
    return writable;
  }

  /** Looks again when enough has gone out; while nothing can go out, there is no such time. */
  void awaitWritable() {
    if (wantsWritable && !out().isStuck()) {
      out().whenDownTo(LOW_WATER_BYTES, this::onMaybeWritable);
    }
  }

  private void onMaybeWritable() {
    if (!open || !wantsWritable) {
      return;
    }
    if (queuedBytes() > LOW_WATER_BYTES) {
      awaitWritable();
      return;
    }
    wantsWritable = false;
    handler().onWritable(host.loop().nowNs());
  }

  @Override
  public long queuedBytes() {
    return stagedBytes + out().waitingBytes();
  }

  @Override
  public void close(String reason) {
    if (open) {
      out().close();
      closeHere(reason);
    }
  }

  /** Ends in order: the other end gets all that was sent, unless the connection breaks. */
  void finish(String reason) {
    if (open) {
      flush();
      out().finish();
      closeHere(reason);
    }
  }

  @Override
  public String remoteAddress() {
    return peer.address();
  }

  /** Bytes have arrived. */
  void receive(byte[] bytes) {
    if (!open) {
      return;
    }
    byte[] all = bytes;
    if (left.length > 0) {
      all = new byte[left.length + bytes.length];
      System.arraycopy(left, 0, all, 0, left.length);
      System.arraycopy(bytes, 0, all, left.length, bytes.length);
    }
    ByteBuffer buffer = ByteBuffer.wrap(all);
    handler().onBytes(buffer, host.loop().nowNs());
    left = NOTHING;
    if (buffer.hasRemaining()) {
      left = new byte[buffer.remaining()];
      buffer.get(left);
    }
  }

  /** This end learns that the connection is gone; the handler is told, after what runs now. */
  void closeHere(String reason) {
    if (open) {
      open = false;
      host.wires.remove(this);
      host.loop().execute(() -> tellClosed(reason));
    }
  }

  private void tellClosed(String reason) {
    if (handler != null) { // null if it closed before anybody was told that it is there
      handler.onClosed(reason, host.loop().nowNs());
    }
  }

  /** This end's host has crashed: nobody is left to be told. */
  void vanish() {
    open = false;
  }

  private WireHandler handler() {
    if (handler == null) {
      throw new IllegalStateException("wire from " + host + " to " + peer + " has no handler");
    }
    return handler;
  }
}
