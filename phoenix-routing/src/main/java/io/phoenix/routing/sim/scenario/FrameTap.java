package io.phoenix.routing.sim.scenario;

import io.phoenix.api.ResourceName;
import io.phoenix.routing.sim.SimHost;
import io.phoenix.routing.sim.SimNetwork;
import io.phoenix.routing.wire.AckHeader;
import io.phoenix.routing.wire.BadFrameException;
import io.phoenix.routing.wire.DataHeader;
import io.phoenix.routing.wire.FrameDecoder;
import io.phoenix.routing.wire.FrameHandler;
import io.phoenix.routing.wire.ProbeHeader;
import io.phoenix.routing.wire.proto.Control;
import java.nio.ByteBuffer;
import java.util.function.BiConsumer;

/**
 * Reads the frames that nodes send and puts each into words, keep-alives excepted. A node flushes
 * whole frames, so what is sent at a time can be read by itself.
 */
final class FrameTap implements SimNetwork.Tap, FrameHandler {
  private final FrameDecoder decoder = new FrameDecoder(Integer.MAX_VALUE);
  private final BiConsumer<String, String> reader;
  private String way = "";

  /**
   * A tap.
   *
   * @param reader is told from where to where, and what
   */
  FrameTap(BiConsumer<String, String> reader) {
    this.reader = reader;
  }

  @Override
  public void onSent(SimHost from, SimHost to, byte[] bytes) {
    way = from.address() + " -> " + to.address();
    ByteBuffer buffer = ByteBuffer.wrap(bytes);
    try {
      decoder.decode(buffer, this, 0);
    } catch (BadFrameException e) {
      throw new IllegalStateException(way + " carries no frame: " + e.getMessage(), e);
    }
    if (buffer.hasRemaining()) {
      throw new IllegalStateException(way + " was flushed in the middle of a frame");
    }
  }

  @Override
  public void onControl(Control message, long nowNs) {
    switch (message.getKindCase()) {
      case PING, PONG -> {}
      default -> reader.accept(way, message.toString().replaceAll("\\s+", " "));
    }
  }

  @Override
  public void onData(DataHeader h, ByteBuffer payload, long nowNs) {
    reader.accept(
        way,
        "data %s>%s lane %d #%d kind %d to %s epoch %d origin %s tag %d, %d of %d bytes%s%s"
            .formatted(
                ResourceName.format(h.src),
                ResourceName.format(h.dst),
                h.lane,
                h.seq,
                h.kind,
                ResourceName.format(h.target),
                h.epoch,
                ResourceName.format(h.origin),
                h.tag,
                payload.remaining(),
                h.total,
                h.first ? " first" : "",
                h.last ? " last" : ""));
  }

  @Override
  public void onAck(AckHeader a, long nowNs) {
    reader.accept(
        way,
        "ack %s>%s lane %d up to #%d credit %d nonce %x%s"
            .formatted(
                ResourceName.format(a.src),
                ResourceName.format(a.dst),
                a.lane,
                a.ackSeq,
                a.creditBytes,
                a.nonce,
                a.gap ? " gap" : ""));
  }

  @Override
  public void onProbe(ProbeHeader p, long nowNs) {
    reader.accept(
        way,
        "probe %s>%s lane %d nonce %x"
            .formatted(ResourceName.format(p.src), ResourceName.format(p.dst), p.lane, p.nonce));
  }
}
