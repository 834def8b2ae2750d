package io.phoenix.apps.fuzz;

import com.google.protobuf.ByteString;
import com.google.protobuf.MessageLite;
import io.phoenix.routing.wire.AckHeader;
import io.phoenix.routing.wire.Controls;
import io.phoenix.routing.wire.DataHeader;
import io.phoenix.routing.wire.Frames;
import io.phoenix.routing.wire.ProbeHeader;
import io.phoenix.routing.wire.proto.Close;
import io.phoenix.routing.wire.proto.Control;
import io.phoenix.routing.wire.proto.FlowPositions;
import io.phoenix.routing.wire.proto.Notice;
import io.phoenix.routing.wire.proto.SettleAsk;
import io.phoenix.routing.wire.proto.SettleReply;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.random.RandomGenerator;

/** Makes frames that a link takes, of an intruder and about anything. */
final class FrameMaker {
  private static final long[] EDGES = {Long.MIN_VALUE, -1, 0, 1, 2, 999, 1000, Long.MAX_VALUE};
  private static final int KINDS = 9; // more than there are

  private final Intruder intruder;
  private final List<Long> names;
  private final RandomGenerator random;

  FrameMaker(Intruder intruder, List<Long> names, RandomGenerator random) {
    this.intruder = intruder;
    this.names = names;
    this.random = random;
  }

  byte[] any() {
    return switch (random.nextInt(8)) {
      case 0 -> ack();
      case 1 -> probe();
      case 2, 3 -> control(control());
      default -> data();
    };
  }

  static byte[] control(Control message) {
    ByteBuffer out = ByteBuffer.allocate(Frames.controlBytes(message.getSerializedSize()));
    Frames.putControl(out, message);
    return out.array();
  }

  private Control control() {
    return switch (random.nextInt(7)) {
      case 0 -> Controls.pong(number());
      case 1 -> Controls.ping(number());
      case 2 -> Controls.seqnoRequest(number(), number(), random.nextInt());
      case 3 -> Controls.routes(List.of(Controls.route(name(), number(), random.nextInt()))).get(0);
      case 4 -> Controls.bye("", random.nextBoolean());
      case 5 -> Controls.refuse("x".repeat(random.nextInt(700)));
      default ->
          Control.newBuilder()
              .setNotice(Notice.newBuilder().setEdition(ByteString.copyFrom(bytes(50))))
              .build();
    };
  }

  private byte[] data() {
    var h = new DataHeader();
    h.dst = victimOrAny();
    h.src = random.nextInt(4) == 0 ? number() | Long.MIN_VALUE : intruder.name();
    h.hops = h.src == intruder.name() ? 0 : random.nextInt(70);
    h.lane = random.nextInt(2);
    h.kind = random.nextInt(KINDS);
    h.seq = intruder.accepted(h.lane) + random.nextInt(1, 3);
    h.first = random.nextInt(8) != 0;
    h.last = random.nextInt(8) != 0;
    h.target = number();
    h.origin = name();
    h.epoch = random.nextBoolean() ? random.nextInt(4) : number() & Long.MAX_VALUE;
    h.tag = random.nextBoolean() ? random.nextInt() : random.nextInt(-3, 3);
    byte[] payload = payload();
    h.total = random.nextInt(8) == 0 ? random.nextInt(1 << 20) : payload.length;
    ByteBuffer out = ByteBuffer.allocate(Frames.DATA_BYTES + payload.length);
    Frames.putData(out, h, payload, 0, payload.length);
    return out.array();
  }

  private byte[] payload() {
    MessageLite message =
        switch (random.nextInt(4)) {
          case 0 -> Close.newBuilder().setAccepted(positions()).setDrained(true).build();
          case 1 -> SettleAsk.newBuilder().setSource(name()).setDestination(name()).build();
          case 2 ->
              SettleReply.newBuilder()
                  .setSource(name())
                  .setDestination(name())
                  .setAccepted(positions())
                  .build();
          default -> null;
        };
    if (message != null) {
      return message.toByteArray();
    }
    if (random.nextBoolean()) { // as fences and marks of ways are
      return ByteBuffer.allocate(25 + random.nextInt(3))
          .putLong(number())
          .putLong(number())
          .putLong(number())
          .array();
    }
    return bytes(random.nextInt(random.nextInt(30) == 0 ? 32 << 10 : 64));
  }

  private FlowPositions positions() {
    return FlowPositions.newBuilder().setBulk(number()).setUrgent(number()).build();
  }

  private byte[] ack() {
    var a = new AckHeader();
    a.dst = victimOrAny();
    a.src = random.nextBoolean() ? intruder.name() : number() | Long.MIN_VALUE;
    a.hops = a.src == intruder.name() ? 0 : random.nextInt(70);
    a.lane = random.nextInt(2);
    a.ackSeq = number() & Long.MAX_VALUE;
    a.creditBytes = number() & Long.MAX_VALUE;
    a.nonce = number();
    a.gap = random.nextBoolean();
    ByteBuffer out = ByteBuffer.allocate(Frames.ACK_BYTES);
    Frames.putAck(out, a);
    return out.array();
  }

  private byte[] probe() {
    var p = new ProbeHeader();
    p.dst = victimOrAny();
    p.src = random.nextBoolean() ? intruder.name() : number() | Long.MIN_VALUE;
    p.hops = p.src == intruder.name() ? 0 : random.nextInt(70);
    p.lane = random.nextInt(2);
    p.nonce = number();
    ByteBuffer out = ByteBuffer.allocate(Frames.PROBE_BYTES);
    Frames.putProbe(out, p);
    return out.array();
  }

  private long victimOrAny() {
    return random.nextInt(3) == 0 ? name() : names.get(0);
  }

  private long name() {
    int at = random.nextInt(names.size() + 2);
    return at < names.size()
        ? names.get(at)
        : at == names.size() ? intruder.name() : random.nextLong() | Long.MIN_VALUE;
  }

  private long number() {
    return switch (random.nextInt(4)) {
      case 0 -> random.nextLong();
      case 1 -> name();
      case 2 -> random.nextLong(1100);
      default -> EDGES[random.nextInt(EDGES.length)];
    };
  }

  private byte[] bytes(int count) {
    byte[] bytes = new byte[count];
    random.nextBytes(bytes);
    return bytes;
  }
}
