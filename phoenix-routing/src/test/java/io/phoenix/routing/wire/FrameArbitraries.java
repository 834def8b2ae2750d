package io.phoenix.routing.wire;

import io.phoenix.api.NodeConfig;
import io.phoenix.routing.wire.proto.Control;
import io.phoenix.routing.wire.proto.Hello;
import io.phoenix.routing.wire.proto.Ownership;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;

/** Valid frames of every kind, made from a seed. */
final class FrameArbitraries {
  private FrameArbitraries() {}

  static DataHeader data(SplittableRandom random) {
    var h = new DataHeader();
    h.dst = node(random);
    h.src = node(random);
    h.lane = random.nextInt(2);
    h.kind = random.nextInt(256);
    h.first = random.nextBoolean();
    h.last = random.nextBoolean();
    h.hops = random.nextInt(256);
    h.seq = random.nextLong() >>> 1;
    h.target = random.nextLong();
    h.epoch = random.nextLong() >>> 1;
    h.origin = node(random);
    h.tag = random.nextInt();
    h.total = random.nextInt(NodeConfig.MAX_PAYLOAD + 1);
    return h;
  }

  static AckHeader ack(SplittableRandom random) {
    var a = new AckHeader();
    a.dst = node(random);
    a.src = node(random);
    a.lane = random.nextInt(2);
    a.hops = random.nextInt(256);
    a.ackSeq = random.nextLong() >>> 1;
    a.creditBytes = random.nextLong() >>> 1;
    a.nonce = random.nextLong();
    a.gap = random.nextBoolean();
    return a;
  }

  static ProbeHeader probe(SplittableRandom random) {
    var p = new ProbeHeader();
    p.dst = node(random);
    p.src = node(random);
    p.lane = random.nextInt(2);
    p.hops = random.nextInt(256);
    p.nonce = random.nextLong();
    return p;
  }

  static Control control(SplittableRandom random) {
    return switch (random.nextInt(8)) {
      case 0 -> Controls.ping(random.nextLong());
      case 1 -> Controls.pong(random.nextLong());
      case 2 -> Controls.refuse("space size " + random.nextInt() + " here");
      case 3 -> Controls.bye("leaving", random.nextBoolean());
      case 4 -> Controls.seqnoRequest(node(random), random.nextLong() >>> 1, random.nextInt(9));
      case 5 -> {
        var hello = Hello.newBuilder().setVersion(1).setApplication("a").setName(node(random));
        yield Control.newBuilder().setHello(hello.setSpaceSize(9).setDial(1)).build();
      }
      case 6 -> {
        var routes = new ArrayList<io.phoenix.routing.wire.proto.Routes.Route>();
        for (int i = random.nextInt(1, 9); i > 0; i--) {
          routes.add(Controls.route(node(random), random.nextLong() >>> 1, random.nextInt()));
        }
        yield Controls.routes(routes).get(0);
      }
      default -> {
        var record = Ownership.Record.newBuilder().setNode(node(random)).addFormer(node(random));
        for (int i = random.nextInt(5); i > 0; i--) {
          record.addClaims(claim(random.nextInt(100), random));
        }
        yield Controls.ownership(List.of(record.build())).get(0);
      }
    };
  }

  private static Ownership.Record.Claim claim(long first, SplittableRandom random) {
    return Ownership.Record.Claim.newBuilder()
        .setFirst(first)
        .setEnd(first + 1 + random.nextInt(100))
        .setEpoch(random.nextLong() >>> 1)
        .build();
  }

  static long node(SplittableRandom random) {
    return random.nextLong() | Long.MIN_VALUE;
  }

  /** Appends {@code count} frames to {@code out} and returns what a {@link Recorder} will say. */
  static List<String> put(ByteBuffer out, int count, SplittableRandom random) {
    List<String> expected = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      switch (random.nextInt(4)) {
        case 0 -> {
          DataHeader h = data(random);
          byte[] payload = new byte[random.nextInt(200)];
          random.nextBytes(payload);
          Frames.putData(out, h, payload, 0, payload.length);
          expected.add(Recorder.text(h));
        }
        case 1 -> {
          AckHeader a = ack(random);
          Frames.putAck(out, a);
          expected.add(Recorder.text(a));
        }
        case 2 -> {
          ProbeHeader p = probe(random);
          Frames.putProbe(out, p);
          expected.add(Recorder.text(p));
        }
        default -> {
          Control c = control(random);
          Frames.putControl(out, c);
          expected.add("control " + c.getKindCase());
        }
      }
    }
    return expected;
  }
}
