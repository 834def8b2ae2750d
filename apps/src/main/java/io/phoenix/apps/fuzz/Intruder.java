package io.phoenix.apps.fuzz;

import com.google.protobuf.ByteString;
import io.phoenix.api.NodeConfig;
import io.phoenix.api.Port;
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
import io.phoenix.routing.world.NameKey;
import io.phoenix.routing.world.Transport;
import io.phoenix.routing.world.Wire;
import io.phoenix.routing.world.WireHandler;
import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;

/**
 * Somebody who connects, makes as much of a proper handshake as it is told to, and writes bytes.
 */
final class Intruder implements Transport.Dialer, FrameHandler {

  /** How far it goes in due form. */
  enum Stage {
    /** It says nothing of the protocol. */
    SILENT(0),
    /** It says Hello, and does not wait for more. */
    HELLO(1),
    /** It has a link. */
    UP(2);

    private final byte number; // as it begins an input

    Stage(int number) {
      this.number = (byte) number;
    }

    byte number() {
      return number;
    }

    /** That of any byte. */
    static Stage numbered(byte first) {
      return switch ((first & 0xFF) % 3) {
        case 0 -> SILENT;
        case 1 -> HELLO;
        default -> UP;
      };
    }
  }

  private final NodeConfig config;
  private final Transport transport;
  private final NameKey key;
  private FrameDecoder decoder = new FrameDecoder(Integer.MAX_VALUE);
  private final long[] accepted = {0, 0};
  private Stage wanted = Stage.SILENT;
  private long dials;
  private @Nullable Wire wire;
  private boolean up;
  private boolean failed;
  private long closed;

  Intruder(NodeConfig config, Transport transport, NameKey key) {
    this.config = config;
    this.transport = transport;
    this.key = key;
  }

  NameKey key() {
    return key;
  }

  long name() {
    return key.name();
  }

  /** How many of its wires were closed by the other side. */
  long closed() {
    return closed;
  }

  boolean isConnected() {
    return wire != null;
  }

  /** Whether it is where it wanted to be, or will never be. */
  boolean isSettled() {
    return failed || (wire != null && (wanted != Stage.UP || up));
  }

  boolean isUp() {
    return up;
  }

  /** The number of the last frame of a lane that the victim has accepted, as far as is known. */
  long accepted(int lane) {
    return accepted[lane];
  }

  void dial(Port port, Stage stage) {
    wanted = stage;
    failed = false;
    decoder = new FrameDecoder(Integer.MAX_VALUE);
    transport.dial(port, this);
  }

  void hangUp() {
    if (wire != null) {
      wire.close("said enough");
      wire = null;
      up = false;
    }
  }

  void write(byte[] bytes) {
    if (wire != null && bytes.length > 0) {
      wire.reserve(bytes.length).put(bytes);
      wire.flush();
    }
  }

  private void write(Control message) {
    ByteBuffer out = ByteBuffer.allocate(Frames.controlBytes(message.getSerializedSize()));
    Frames.putControl(out, message);
    write(out.array());
  }

  /** A Hello as a node would say it. */
  Control hello() {
    return Control.newBuilder()
        .setHello(
            Hello.newBuilder()
                .setVersion(Frames.VERSION)
                .setApplication(config.application())
                .setSpaceSize(config.spaceSize())
                .setName(key.name())
                .setPassport(ByteString.copyFrom(key.passport()))
                .setDial(++dials))
        .build();
  }

  @Override
  public WireHandler onConnected(Wire connected, long nowNs) {
    wire = connected;
    if (wanted != Stage.SILENT) {
      write(hello());
    }
    return new Heard(connected);
  }

  @Override
  public void onFailed(String reason, long nowNs) {
    failed = true;
  }

  @Override
  public void onControl(Control message, long nowNs) {
    if (message.hasPing()) {
      write(Controls.pong(message.getPing().getNonce()));
    } else if (message.hasOwnership()) {
      up = true; // the first that a node says on a link that is up
    }
  }

  @Override
  public void onData(DataHeader header, ByteBuffer payload, long nowNs) {}

  @Override
  public void onAck(AckHeader header, long nowNs) {
    if (header.dst == key.name()) {
      accepted[header.lane] = Math.max(accepted[header.lane], header.ackSeq);
    }
  }

  @Override
  public void onProbe(ProbeHeader header, long nowNs) {}

  /** Hears of one wire. The end of one that was given up is no matter to the next. */
  private final class Heard implements WireHandler {
    private final Wire of;

    Heard(Wire of) {
      this.of = of;
    }

    @Override
    public void onBytes(ByteBuffer bytes, long nowNs) {
      if (wire != of) {
        bytes.position(bytes.limit());
        return;
      }
      try {
        decoder.decode(bytes, Intruder.this, nowNs);
      } catch (BadFrameException e) {
        bytes.position(bytes.limit()); // the answer to something that is no Phoenix
      }
    }

    @Override
    public void onWritable(long nowNs) {}

    @Override
    public void onClosed(String reason, long nowNs) {
      if (wire == of) {
        closed++;
        wire = null;
        up = false;
        failed = true;
      }
    }
  }
}
