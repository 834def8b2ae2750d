package io.phoenix.routing.wire;

import io.phoenix.routing.wire.proto.Control;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;

/** Writes down each frame that a decoder reads, in one line of text. */
final class Recorder implements FrameHandler {
  final List<String> frames = new ArrayList<>();
  final List<Control> controls = new ArrayList<>();
  final List<byte[]> payloads = new ArrayList<>();

  static String text(DataHeader h) {
    return "data %d %d %d %d %b %b %d %d %d %d %d %d %d"
        .formatted(
            h.dst, h.src, h.lane, h.kind, h.first, h.last, h.hops, h.seq, h.target, h.epoch,
            h.origin, h.tag, h.total);
  }

  static String text(AckHeader a) {
    return "ack %d %d %d %d %d %d %d %b"
        .formatted(a.dst, a.src, a.lane, a.hops, a.ackSeq, a.creditBytes, a.nonce, a.gap);
  }

  static String text(ProbeHeader p) {
    return "probe %d %d %d %d %d".formatted(p.dst, p.src, p.lane, p.hops, p.nonce);
  }

  @Override
  public void onControl(Control message, long nowNs) {
    controls.add(message);
    frames.add("control " + message.getKindCase());
  }

  @Override
  public void onData(DataHeader header, ByteBuffer payload, long nowNs) {
    byte[] bytes = new byte[payload.remaining()];
    payload.get(bytes);
    payloads.add(bytes);
    frames.add(text(header));
  }

  @Override
  public void onAck(AckHeader header, long nowNs) {
    frames.add(text(header));
  }

  @Override
  public void onProbe(ProbeHeader header, long nowNs) {
    frames.add(text(header));
  }
}
