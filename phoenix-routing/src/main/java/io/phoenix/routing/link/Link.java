package io.phoenix.routing.link;

import io.phoenix.api.Port;
import io.phoenix.api.ResourceName;
import io.phoenix.routing.wire.AckHeader;
import io.phoenix.routing.wire.DataHeader;
import io.phoenix.routing.wire.ProbeHeader;
import io.phoenix.routing.wire.proto.Control;
import io.phoenix.routing.world.Wire;
import org.jspecify.annotations.Nullable;

/**
 * A link to a neighbour whose handshake is done. There is at most one per neighbour, and it never
 * comes back once it is down: the next one is another object.
 *
 * <p>Control messages and acknowledgements go into the wire when they are made. Data waits with its
 * {@link FrameSource} and is pulled, one frame of each source in turn, only while the wire takes
 * more: so a control message passes all data but the little that the wire holds already.
 *
 * <p>Calls on a link that is down have no effect.
 */
public final class Link {
  // Far more than any queue of frames that are dropped instead of written.
  private static final int MAX_IDLE_PULLS = 1_000_000;

  private final Session session;
  private final Wire wire;
  private final Outlet out;
  private final KeepAlive keepAlive;
  private final SourceRing urgent = new SourceRing();
  private final SourceRing bulk = new SourceRing();

  Link(Session session, Wire wire, Outlet out, KeepAlive keepAlive) {
    this.session = session;
    this.wire = wire;
    this.out = out;
    this.keepAlive = keepAlive;
  }

  /** The neighbour's resource name. */
  public long peer() {
    return session.peer();
  }

  /** The neighbour's address, for messages to people. */
  public String remoteAddress() {
    return wire.remoteAddress();
  }

  /** Whether it was made for the sake of the mesh. */
  public boolean isSpare() {
    return session.isSpare();
  }

  /** Whether this node has dialled, and not the neighbour. */
  public boolean isDialledHere() {
    return session.isDialledHere();
  }

  /** What this node has dialled; {@code null} if the neighbour has. */
  public @Nullable Port dialledAs() {
    return session.dialledAs();
  }

  /** The smoothed round-trip time. */
  public long rttNs() {
    return keepAlive.rttNs();
  }

  /** Whether frames can be sent. */
  public boolean isUp() {
    return session.isUp();
  }

  /** Sends a control message, ahead of all data that is not in the wire yet. */
  public void sendControl(Control message) {
    out.control(message);
    session.markDirty();
  }

  /** Sends an acknowledgement, ahead of all data that is not in the wire yet. */
  public void writeAck(AckHeader header) {
    out.ack(header);
    session.markDirty();
  }

  /** Says that a source has frames for this link; it is pulled until it has none. */
  public void ready(FrameSource source) {
    if (isUp()) {
      (source.urgent() ? urgent : bulk).add(source);
      session.markDirty();
    }
  }

  /** Writes a data frame; to be called by {@link FrameSource#emit} only. */
  public void writeData(DataHeader header, byte[] payload, int offset, int length) {
    out.data(header, payload, offset, length);
  }

  /** Writes a probe; to be called by {@link FrameSource#emit} only. */
  public void writeProbe(ProbeHeader header) {
    out.probe(header);
  }

  /** Tells the neighbour why, and ends the link. */
  public void close(String reason, long nowNs) {
    session.sayBye(reason, nowNs);
  }

  /** Whether pulling would do anything if the wire took it. */
  boolean hasSources() {
    return !urgent.isEmpty() || !bulk.isEmpty();
  }

  /** Pulls sources in turn until none has more or the wire is full. They may do anything. */
  void pull(long nowNs) {
    int idle = 0; // pulls since something was written
    while (hasSources() && wire.isWritable()) { // a link that is down has none
      SourceRing ring = urgent.isEmpty() ? bulk : urgent;
      FrameSource source = ring.remove();
      boolean more;
      do { // a source that has no rival need not queue up again for each frame
        long before = out.frames();
        more = source.emit(this, nowNs);
        idle = out.frames() == before ? idle + 1 : 0;
        if (idle > MAX_IDLE_PULLS) {
          throw new IllegalStateException(
              source + " says it has more for " + this + ", and writes nothing");
        }
      } while (more && !hasSources() && isUp() && wire.isWritable());
      if (more && isUp()) {
        ring.add(source);
      }
    }
  }

  void dropSources() {
    urgent.clear();
    bulk.clear();
  }

  @Override
  public String toString() {
    return "link to " + ResourceName.format(peer()) + " at " + remoteAddress();
  }
}
