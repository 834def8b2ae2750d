package io.phoenix.routing.link;

import io.phoenix.routing.wire.AckHeader;
import io.phoenix.routing.wire.DataHeader;
import io.phoenix.routing.wire.Frames;
import io.phoenix.routing.wire.ProbeHeader;
import io.phoenix.routing.wire.proto.Control;
import io.phoenix.routing.world.Wire;

/** Writes frames into a wire and counts them. Once shut, it swallows what it is given. */
final class Outlet {
  private final Wire wire;
  private final LinkCounters counters;
  private long frames;
  private boolean shut;

  Outlet(Wire wire, LinkCounters counters) {
    this.wire = wire;
    this.counters = counters;
  }

  void shut() {
    shut = true;
  }

  boolean isOpen() {
    return !shut;
  }

  /** How many frames were written. */
  long frames() {
    return frames;
  }

  void control(Control message) {
    int bytes = Frames.controlBytes(message.getSerializedSize());
    if (!shut) {
      Frames.putControl(wire.reserve(bytes), message);
      count(bytes);
    }
  }

  void ack(AckHeader header) {
    if (!shut) {
      Frames.putAck(wire.reserve(Frames.ACK_BYTES), header);
      count(Frames.ACK_BYTES);
    }
  }

  void probe(ProbeHeader header) {
    if (!shut) {
      Frames.putProbe(wire.reserve(Frames.PROBE_BYTES), header);
      count(Frames.PROBE_BYTES);
    }
  }

  void data(DataHeader header, byte[] payload, int offset, int length) {
    if (!shut) {
      int bytes = Frames.DATA_BYTES + length;
      Frames.putData(wire.reserve(bytes), header, payload, offset, length);
      counters.dataBytesOut += bytes;
      count(bytes);
    }
  }

  private void count(int bytes) {
    counters.bytesOut += bytes;
    counters.framesOut++;
    frames++;
  }
}
