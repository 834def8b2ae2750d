package io.phoenix.routing.link;

import io.phoenix.routing.wire.AckHeader;
import io.phoenix.routing.wire.BadFrameException;
import io.phoenix.routing.wire.Controls;
import io.phoenix.routing.wire.DataHeader;
import io.phoenix.routing.wire.FrameDecoder;
import io.phoenix.routing.wire.FrameHandler;
import io.phoenix.routing.wire.Frames;
import io.phoenix.routing.wire.ProbeHeader;
import io.phoenix.routing.wire.proto.Control;
import io.phoenix.routing.wire.proto.Hello;
import io.phoenix.routing.world.WireHandler;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;

/** A peer that says what the test wants, and notes down what it hears. */
final class RawPeer implements WireHandler, FrameHandler {
  private final FrameDecoder decoder = new FrameDecoder(Integer.MAX_VALUE);
  HandWire wire;
  String closed;
  final List<Control> heard = new ArrayList<>();
  final List<Integer> tags = new ArrayList<>(); // of data frames; -1 for anything else

  static Hello.Builder hello(long name) {
    return Hello.newBuilder()
        .setVersion(Frames.VERSION)
        .setApplication("app")
        .setSpaceSize(1000)
        .setName(name);
  }

  void send(Control message) {
    Frames.putControl(wire.reserve(Frames.controlBytes(message.getSerializedSize())), message);
    wire.flush();
  }

  void send(Hello.Builder hello) {
    send(Control.newBuilder().setHello(hello).build());
  }

  void send(byte[] bytes) {
    wire.reserve(bytes.length).put(bytes);
    wire.flush();
  }

  Control lastHeard() {
    return heard.get(heard.size() - 1);
  }

  @Override
  public void onBytes(ByteBuffer bytes, long nowNs) {
    try {
      decoder.decode(bytes, this, nowNs);
    } catch (BadFrameException e) {
      throw new AssertionError(e);
    }
  }

  @Override
  public void onWritable(long nowNs) {}

  @Override
  public void onClosed(String reason, long nowNs) {
    closed = reason;
  }

  @Override
  public void onControl(Control message, long nowNs) {
    heard.add(message);
    tags.add(-1);
    if (message.hasPing()) {
      send(Controls.pong(message.getPing().getNonce()));
    }
  }

  @Override
  public void onData(DataHeader header, ByteBuffer payload, long nowNs) {
    tags.add(header.tag);
  }

  @Override
  public void onAck(AckHeader header, long nowNs) {
    tags.add(-1);
  }

  @Override
  public void onProbe(ProbeHeader header, long nowNs) {
    tags.add(-1);
  }
}
