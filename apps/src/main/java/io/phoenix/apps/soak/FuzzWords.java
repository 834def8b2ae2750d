package io.phoenix.apps.soak;

import com.google.protobuf.ByteString;
import com.google.protobuf.MessageLite;
import io.phoenix.routing.flow.Kind;
import io.phoenix.routing.wire.AckHeader;
import io.phoenix.routing.wire.Controls;
import io.phoenix.routing.wire.DataHeader;
import io.phoenix.routing.wire.Frames;
import io.phoenix.routing.wire.ProbeHeader;
import io.phoenix.routing.wire.proto.Close;
import io.phoenix.routing.wire.proto.Control;
import io.phoenix.routing.wire.proto.FlowPositions;
import io.phoenix.routing.wire.proto.Notice;
import io.phoenix.routing.wire.proto.Ownership;
import io.phoenix.routing.wire.proto.SettleAsk;
import io.phoenix.routing.wire.proto.SettleReply;
import io.phoenix.routing.world.NameKey;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.List;
import java.util.random.RandomGenerator;

/**
 * Frames that a member may send and no honest one does. Two things are left out, because a member
 * is trusted with them: it claims no virtual nodes of the space under its own signature, and it
 * does not offer a way to nodes that exist.
 */
final class FuzzWords {
  private static final long[] EDGES = {Long.MIN_VALUE, -1, 0, 1, 2, 63, 64, Long.MAX_VALUE};
  private static final int KINDS = Kind.WAY + 2; // one more than there are

  private final NameKey key;
  private final long victim;
  private final RandomGenerator random;
  private final long[] nextSeq = {1, 1};

  FuzzWords(NameKey key, long victim, RandomGenerator random) {
    this.key = key;
    this.victim = victim;
    this.random = random;
  }

  /** The bytes of one frame. */
  byte[] next() {
    return switch (random.nextInt(24)) {
      case 0, 1, 2 -> ack();
      case 3, 4, 5 -> probe();
      case 6, 7 -> control(nonsense());
      case 8 -> spoilt();
      default -> data();
    };
  }

  static byte[] control(Control message) {
    ByteBuffer frame = ByteBuffer.allocate(Frames.controlBytes(message.getSerializedSize()));
    Frames.putControl(frame, message);
    return frame.array();
  }

  /** A frame with a few bytes changed; the length in front mostly stays. */
  private byte[] spoilt() {
    byte[] frame = random.nextBoolean() ? data() : control(nonsense());
    for (int i = random.nextInt(1, 4); i > 0; i--) {
      int from = random.nextInt(20) == 0 ? 0 : Math.min(4, frame.length - 1);
      frame[random.nextInt(from, frame.length)] = (byte) random.nextInt();
    }
    return frame;
  }

  private byte[] data() {
    var h = new DataHeader();
    h.dst = victim;
    h.src = source();
    h.hops = hops(h.src);
    h.lane = random.nextInt(2);
    h.kind = random.nextInt(KINDS);
    h.seq = h.src == key.name() ? nextSeq[h.lane]++ : random.nextInt(1, 3);
    h.first = random.nextInt(8) != 0;
    h.last = random.nextInt(8) != 0;
    h.target = number();
    h.origin = source();
    h.epoch = random.nextBoolean() ? random.nextInt(4) : number() & Long.MAX_VALUE;
    h.tag = random.nextBoolean() ? random.nextInt() : random.nextInt(-3, 3);
    byte[] payload = payload();
    h.total = random.nextInt(8) == 0 ? random.nextInt(1 << 20) : payload.length;
    ByteBuffer frame = ByteBuffer.allocate(Frames.DATA_BYTES + payload.length);
    Frames.putData(frame, h, payload, 0, payload.length);
    return frame.array();
  }

  /** Its own name, or an invented one. */
  private long source() {
    return random.nextInt(4) == 0 ? random.nextLong() | Long.MIN_VALUE : key.name();
  }

  /** What is not its own frame has come to it from elsewhere, or it is caught at once. */
  private int hops(long source) {
    return source == key.name() || random.nextInt(16) == 0 ? 0 : random.nextInt(1, 4);
  }

  private byte[] payload() {
    MessageLite message =
        switch (random.nextInt(4)) {
          case 0 ->
              Close.newBuilder()
                  .setAccepted(positions())
                  .setDrained(random.nextBoolean())
                  .setRecord(record())
                  .build();
          case 1 -> SettleAsk.newBuilder().setSource(number()).setDestination(number()).build();
          case 2 ->
              SettleReply.newBuilder()
                  .setSource(number())
                  .setDestination(number())
                  .setAccepted(positions())
                  .build();
          default -> Notice.newBuilder().setEdition(ByteString.copyFrom(bytes(100))).build();
        };
    byte[] whole = message.toByteArray();
    return switch (random.nextInt(3)) {
      case 0 -> whole;
      case 1 -> Arrays.copyOf(whole, random.nextInt(whole.length + 1));
      default -> bytes(random.nextInt(64));
    };
  }

  private FlowPositions positions() {
    return FlowPositions.newBuilder().setBulk(number()).setUrgent(number()).build();
  }

  private Ownership.Record record() {
    boolean isOwn = random.nextBoolean();
    var record =
        Ownership.Record.newBuilder()
            .setNode(isOwn ? key.name() : number())
            .setVersion(random.nextInt(8) == 0 ? number() : random.nextLong(1L << 40))
            .setLeft(random.nextBoolean())
            .setTold(random.nextBoolean());
    for (int i = random.nextInt(3); i > 0; i--) {
      record.addFormer(number());
    }
    for (int i = random.nextInt(3); i > 0; i--) {
      record.addClaims(
          Ownership.Record.Claim.newBuilder()
              .setFirst(isOwn ? SoakSettings.SPACE + random.nextInt(9) : number())
              .setEnd(number())
              .setEpoch(number())
              .setReleased(random.nextBoolean()));
    }
    Ownership.Record said = record.build();
    return isOwn && random.nextInt(4) != 0
        ? said.toBuilder()
            .setPassport(ByteString.copyFrom(key.passport()))
            .setSignature(ByteString.copyFrom(key.sign(said.toByteArray())))
            .build()
        : said;
  }

  private Control nonsense() {
    return switch (random.nextInt(6)) {
      case 0 -> Controls.pong(number());
      case 1 -> Controls.seqnoRequest(number(), number(), random.nextInt());
      case 2 ->
          Controls.routes(List.of(Controls.route(source(), number(), random.nextInt()))).get(0);
      case 3 ->
          Control.newBuilder()
              .setNotice(Notice.newBuilder().setEdition(ByteString.copyFrom(bytes(50))))
              .build();
      default ->
          Control.newBuilder().setOwnership(Ownership.newBuilder().addRecords(record())).build();
    };
  }

  private byte[] ack() {
    var a = new AckHeader();
    a.dst = victim;
    a.src = source();
    a.hops = hops(a.src);
    a.lane = random.nextInt(2);
    a.ackSeq = number() & Long.MAX_VALUE;
    a.creditBytes = number() & Long.MAX_VALUE;
    a.nonce = number();
    a.gap = random.nextBoolean();
    ByteBuffer frame = ByteBuffer.allocate(Frames.ACK_BYTES);
    Frames.putAck(frame, a);
    return frame.array();
  }

  private byte[] probe() {
    var p = new ProbeHeader();
    p.dst = victim;
    p.src = source();
    p.hops = hops(p.src);
    p.lane = random.nextInt(2);
    p.nonce = number();
    ByteBuffer frame = ByteBuffer.allocate(Frames.PROBE_BYTES);
    Frames.putProbe(frame, p);
    return frame.array();
  }

  private long number() {
    return switch (random.nextInt(4)) {
      case 0 -> random.nextLong();
      case 1 -> random.nextBoolean() ? key.name() : victim;
      case 2 -> random.nextLong(100);
      default -> EDGES[random.nextInt(EDGES.length)];
    };
  }

  private byte[] bytes(int count) {
    byte[] bytes = new byte[count];
    random.nextBytes(bytes);
    return bytes;
  }
}
