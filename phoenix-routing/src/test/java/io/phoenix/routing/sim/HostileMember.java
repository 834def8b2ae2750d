package io.phoenix.routing.sim;

import com.google.protobuf.ByteString;
import com.google.protobuf.MessageLite;
import io.phoenix.api.NodeConfig;
import io.phoenix.api.Port;
import io.phoenix.routing.flow.Kind;
import io.phoenix.routing.flow.Lane;
import io.phoenix.routing.wire.AckHeader;
import io.phoenix.routing.wire.BadFrameException;
import io.phoenix.routing.wire.Controls;
import io.phoenix.routing.wire.DataHeader;
import io.phoenix.routing.wire.FrameDecoder;
import io.phoenix.routing.wire.FrameHandler;
import io.phoenix.routing.wire.Frames;
import io.phoenix.routing.wire.ProbeHeader;
import io.phoenix.routing.wire.proto.Close;
import io.phoenix.routing.wire.proto.Control;
import io.phoenix.routing.wire.proto.FlowPositions;
import io.phoenix.routing.wire.proto.Hello;
import io.phoenix.routing.wire.proto.Notice;
import io.phoenix.routing.wire.proto.Ownership;
import io.phoenix.routing.wire.proto.SettleAsk;
import io.phoenix.routing.wire.proto.SettleReply;
import io.phoenix.routing.world.Transport;
import io.phoenix.routing.world.Wire;
import io.phoenix.routing.world.WireHandler;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/** A peer that makes a proper handshake and then says anything at all in well-formed frames. */
final class HostileMember implements Transport.Dialer, WireHandler, FrameHandler {
  private static final long[] EDGES = {Long.MIN_VALUE, -1, 0, 1, 2, 99, 100, Long.MAX_VALUE};
  private static final ByteString NO_PROOF = ByteString.copyFrom(new byte[8]);
  private static final int KINDS = 7; // one more than there are

  private final SimHost host;
  private final NodeConfig config;
  private final long victim;
  private final long name;
  private final SimNotary.Key key;
  private final RandomGenerator random;
  private final FrameDecoder decoder = new FrameDecoder(Integer.MAX_VALUE);
  private final long[] nextSeq = {1, 1};
  private final Map<Long, Ownership.Record> seen = new HashMap<>();
  private long other;
  @Nullable Wire wire;
  boolean up;
  boolean wasUp;
  int said;

  HostileMember(SimHost host, NodeConfig config, long victim, long name, RandomGenerator random) {
    this(host, config, victim, new SimNotary.Key(name, host), random);
  }

  /** One that shows the passport of {@code key}, which may be another's. */
  HostileMember(
      SimHost host, NodeConfig config, long victim, SimNotary.Key key, RandomGenerator random) {
    this.host = host;
    this.config = config;
    this.victim = victim;
    this.key = key;
    name = key.name();
    this.random = random;
  }

  /** Whom {@link #forge} speaks for. */
  void impersonate(long node) {
    other = node;
  }

  void dial(Port port) {
    host.transport().dial(port, this);
  }

  /** Says something; whether it can. */
  boolean say() {
    if (!up || wire == null) {
      return false;
    }
    said++;
    switch (random.nextInt(8)) {
      case 0 -> ack();
      case 1 -> probe();
      case 2, 3 -> control(nonsense());
      default -> data();
    }
    return true;
  }

  void hangUp() {
    if (wire != null) {
      wire.close("said enough");
      up = false;
    }
  }

  private void data() {
    var h = new DataHeader();
    h.dst = victim;
    h.src = random.nextInt(4) == 0 ? number() | Long.MIN_VALUE : name;
    h.hops = h.src == name ? 0 : random.nextInt(2);
    h.lane = random.nextInt(2);
    h.kind = random.nextInt(KINDS);
    h.seq = h.src == name ? nextSeq[h.lane] : random.nextInt(1, 3);
    if (h.src == name) {
      nextSeq[h.lane]++;
    }
    h.first = random.nextInt(8) != 0;
    h.last = random.nextInt(8) != 0;
    h.target = number();
    h.origin = number();
    h.epoch = random.nextBoolean() ? random.nextInt(4) : number() & Long.MAX_VALUE;
    h.tag = random.nextBoolean() ? random.nextInt() : random.nextInt(-3, 3);
    byte[] payload = payload();
    h.total = random.nextInt(8) == 0 ? random.nextInt(1 << 20) : payload.length;
    Frames.putData(reserve(Frames.DATA_BYTES + payload.length), h, payload, 0, payload.length);
    flush();
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
            .setNode(isOwn ? name : number())
            .setVersion(number())
            .setLeft(random.nextBoolean())
            .setTold(random.nextBoolean());
    for (int i = random.nextInt(3); i > 0; i--) {
      record.addFormer(number());
    }
    for (int i = random.nextInt(3); i > 0; i--) {
      record.addClaims(
          Ownership.Record.Claim.newBuilder()
              .setFirst(number())
              .setEnd(number())
              .setEpoch(number())
              .setReleased(random.nextBoolean()));
    }
    return isOwn ? signed(record.build()) : record.build();
  }

  private Ownership.Record signed(Ownership.Record record) {
    return record.toBuilder()
        .setPassport(ByteString.copyFrom(key.passport()))
        .setSignature(ByteString.copyFrom(key.sign(record.toByteArray())))
        .build();
  }

  /** Says of another node what that has not said; whether it can. */
  boolean forge() {
    Ownership.Record real = seen.get(other);
    if (!up || wire == null || real == null) {
      return false;
    }
    said++;
    var forged = real.toBuilder().setVersion(real.getVersion() + random.nextInt(1, 100));
    switch (random.nextInt(6)) {
      case 0 -> forged.setLeft(true).clearClaims();
      case 1 -> forged.clearClaims();
      case 2 -> forged.setSeqno(random.nextLong(Long.MAX_VALUE));
      case 3 -> forged.clearPassport().clearSignature();
      case 4 -> forged.addAllClaims(claim(name).getClaimsList());
      default -> {
        // Its own record, and quite in order, but that it says to have been the other one.
        var successor = claim(name).toBuilder().addFormer(other);
        forged = signed(successor.build()).toBuilder().addAllSuccessions(List.of(NO_PROOF));
      }
    }
    control(Controls.ownership(List.of(forged.build())).get(0));
    return true;
  }

  /** Says to the victim, as if from another node, that that one leaves; whether it can. */
  boolean forgeClose() {
    Ownership.Record real = seen.get(other);
    if (!up || wire == null || real == null) {
      return false;
    }
    byte[] payload =
        Close.newBuilder()
            .setAccepted(FlowPositions.getDefaultInstance())
            .setDrained(true)
            .setRecord(real)
            .setSignature(real.getSignature())
            .build()
            .toByteArray();
    sayUrgently(other, Kind.CLOSE, payload);
    return true;
  }

  /** Asks the victim, in its own name, to settle the flow of another node; whether it can. */
  boolean askAboutAnother() {
    if (!up || wire == null) {
      return false;
    }
    Ownership.Record own = Ownership.Record.newBuilder().setNode(name).setVersion(1).build();
    control(Controls.ownership(List.of(signed(own))).get(0));
    byte[] payload =
        SettleAsk.newBuilder().setSource(other).setDestination(victim).build().toByteArray();
    sayUrgently(name, Kind.SETTLE_ASK, payload);
    return true;
  }

  /** Tells the victim what another node had accepted of a flow, of which it was asked nothing. */
  boolean replyForAnother(long source) {
    if (!up || wire == null) {
      return false;
    }
    Ownership.Record own = Ownership.Record.newBuilder().setNode(name).setVersion(1).build();
    control(Controls.ownership(List.of(signed(own))).get(0));
    byte[] payload =
        SettleReply.newBuilder()
            .setSource(source)
            .setDestination(other)
            .setAccepted(FlowPositions.getDefaultInstance())
            .build()
            .toByteArray();
    sayUrgently(name, Kind.SETTLE_REPLY, payload);
    return true;
  }

  private void sayUrgently(long source, int kind, byte[] payload) {
    var h = new DataHeader();
    h.dst = victim;
    h.src = source;
    h.lane = Lane.URGENT;
    h.kind = kind;
    h.seq = 1;
    h.first = true;
    h.last = true;
    h.target = victim;
    h.origin = source;
    h.total = payload.length;
    Frames.putData(reserve(Frames.DATA_BYTES + payload.length), h, payload, 0, payload.length);
    flush();
  }

  private static Ownership.Record claim(long node) {
    return Ownership.Record.newBuilder()
        .setNode(node)
        .setVersion(1)
        .addClaims(Ownership.Record.Claim.newBuilder().setFirst(0).setEnd(100).setEpoch(99))
        .build();
  }

  private Control nonsense() {
    return switch (random.nextInt(6)) {
      case 0 -> Controls.pong(number());
      case 1 -> Controls.seqnoRequest(number(), number(), random.nextInt());
      case 2 ->
          Controls.routes(List.of(Controls.route(number(), number(), random.nextInt()))).get(0);
      case 3 ->
          Control.newBuilder()
              .setNotice(Notice.newBuilder().setEdition(ByteString.copyFrom(bytes(50))))
              .build();
      default ->
          Control.newBuilder().setOwnership(Ownership.newBuilder().addRecords(record())).build();
    };
  }

  private void ack() {
    var a = new AckHeader();
    a.dst = victim;
    a.src = random.nextBoolean() ? name : number() | Long.MIN_VALUE;
    a.hops = a.src == name ? 0 : random.nextInt(2);
    a.lane = random.nextInt(2);
    a.ackSeq = number() & Long.MAX_VALUE;
    a.creditBytes = number() & Long.MAX_VALUE;
    a.nonce = number();
    a.gap = random.nextBoolean();
    Frames.putAck(reserve(Frames.ACK_BYTES), a);
    flush();
  }

  private void probe() {
    var p = new ProbeHeader();
    p.dst = victim;
    p.src = random.nextBoolean() ? name : number() | Long.MIN_VALUE;
    p.hops = p.src == name ? 0 : random.nextInt(2);
    p.lane = random.nextInt(2);
    p.nonce = number();
    Frames.putProbe(reserve(Frames.PROBE_BYTES), p);
    flush();
  }

  private long number() {
    return switch (random.nextInt(4)) {
      case 0 -> random.nextLong();
      case 1 -> random.nextBoolean() ? name : victim;
      case 2 -> random.nextLong(100);
      default -> EDGES[random.nextInt(EDGES.length)];
    };
  }

  private byte[] bytes(int count) {
    byte[] bytes = new byte[count];
    random.nextBytes(bytes);
    return bytes;
  }

  void control(Control message) {
    Frames.putControl(reserve(Frames.controlBytes(message.getSerializedSize())), message);
    flush();
  }

  ByteBuffer reserve(int size) {
    return Objects.requireNonNull(wire).reserve(size);
  }

  void flush() {
    Objects.requireNonNull(wire).flush();
  }

  @Override
  public WireHandler onConnected(Wire connected, long nowNs) {
    wire = connected;
    control(
        Control.newBuilder()
            .setHello(
                Hello.newBuilder()
                    .setVersion(Frames.VERSION)
                    .setApplication(config.application())
                    .setSpaceSize(config.spaceSize())
                    .setName(name)
                    .setPassport(ByteString.copyFrom(key.passport()))
                    .setDial(1))
            .build());
    return this;
  }

  @Override
  public void onFailed(String reason, long nowNs) {
    throw new AssertionError(reason);
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
  }

  @Override
  public void onControl(Control message, long nowNs) {
    if (message.hasPing()) {
      up = true;
      wasUp = true;
      control(Controls.pong(message.getPing().getNonce()));
    }
    for (Ownership.Record record : message.getOwnership().getRecordsList()) {
      seen.put(record.getNode(), record);
    }
  }

  @Override
  public void onData(DataHeader header, ByteBuffer payload, long nowNs) {}

  @Override
  public void onAck(AckHeader header, long nowNs) {}

  @Override
  public void onProbe(ProbeHeader header, long nowNs) {}
}
