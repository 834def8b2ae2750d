package io.phoenix.routing;

import com.google.protobuf.ByteString;
import io.phoenix.api.NodeConfig;
import io.phoenix.api.Port;
import io.phoenix.api.Security;
import io.phoenix.routing.tcp.TcpLoop;
import io.phoenix.routing.tcp.TcpTransport;
import io.phoenix.routing.tls.TlsTransport;
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
import io.phoenix.routing.wire.proto.Ownership;
import io.phoenix.routing.world.NameKey;
import io.phoenix.routing.world.Transport;
import io.phoenix.routing.world.Wire;
import io.phoenix.routing.world.WireHandler;
import java.nio.ByteBuffer;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/** A member with a real certificate, over TLS and TCP, that says what it likes. */
final class RogueMember implements Transport.Dialer, WireHandler, FrameHandler, AutoCloseable {
  private final NodeConfig config;
  private final TcpLoop loop;
  private final TlsTransport transport;
  private final FrameDecoder decoder = new FrameDecoder(Integer.MAX_VALUE);
  private final NameKey key;
  private final Map<Long, ByteString> passports = new ConcurrentHashMap<>();
  private volatile long name;
  private volatile @Nullable Wire wire;
  volatile boolean up;
  volatile @Nullable String ended;

  RogueMember(NodeConfig config) {
    this.config = config;
    loop = TcpLoop.start("rogue", config.busyPoll());
    transport =
        TlsTransport.open(
            new TcpTransport(loop), loop, ((Security.Tls) config.security()).directory());
    key = transport.notary().newName(new SplittableRandom());
    name = key.name();
    passports.put(name, ByteString.copyFrom(key.passport()));
  }

  /** Its own name, unless it pretends to be somebody else. */
  long name() {
    return name;
  }

  void dial(Port port) {
    loop.execute(() -> transport.dial(port, this));
  }

  /** Pretends to be another node, with what that one has shown everybody. */
  void dialAs(long other, Port port) {
    name = other;
    ended = null;
    dial(port);
  }

  void hangUp() {
    loop.execute(
        () -> {
          Wire open = wire;
          if (open != null) {
            open.close("said enough");
          }
        });
  }

  boolean hasHungUp() {
    return wire == null && !up;
  }

  boolean hasPassportOf(long node) {
    return passports.containsKey(node);
  }

  /** As its own node would sign it. */
  Ownership.Record signed(Ownership.Record record) {
    return record.toBuilder()
        .setPassport(ByteString.copyFrom(key.passport()))
        .setSignature(ByteString.copyFrom(key.sign(record.toByteArray())))
        .build();
  }

  void say(Control message) {
    loop.execute(() -> write(message));
  }

  private void write(Control message) {
    Wire to = wire;
    if (to != null) {
      Frames.putControl(to.reserve(Frames.controlBytes(message.getSerializedSize())), message);
      to.flush();
    }
  }

  @Override
  public void close() {
    loop.execute(transport::close);
    loop.shutdown();
  }

  @Override
  public WireHandler onConnected(Wire connected, long nowNs) {
    wire = connected;
    write(
        Control.newBuilder()
            .setHello(
                Hello.newBuilder()
                    .setVersion(Frames.VERSION)
                    .setApplication(config.application())
                    .setSpaceSize(config.spaceSize())
                    .setName(name)
                    .setPassport(passports.getOrDefault(name, ByteString.EMPTY))
                    .setDial(1L << 40)) // the newest of all dials
            .build());
    return this;
  }

  @Override
  public void onFailed(String reason, long nowNs) {
    ended = reason;
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
    up = false;
    wire = null;
    ended = ended == null ? reason : ended;
  }

  @Override
  public void onControl(Control message, long nowNs) {
    if (message.hasPing()) {
      write(Controls.pong(message.getPing().getNonce()));
    } else if (message.hasOwnership()) {
      up = true; // the first that a node says on a link that is up
      for (Ownership.Record record : message.getOwnership().getRecordsList()) {
        passports.put(record.getNode(), record.getPassport());
      }
    } else if (message.hasRefuse()) {
      ended = message.getRefuse().getReason();
    }
  }

  @Override
  public void onData(DataHeader header, ByteBuffer payload, long nowNs) {}

  @Override
  public void onAck(AckHeader header, long nowNs) {}

  @Override
  public void onProbe(ProbeHeader header, long nowNs) {}
}
