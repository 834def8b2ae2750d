package io.phoenix.routing.wire;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.google.protobuf.ByteString;
import com.sun.management.ThreadMXBean;
import io.phoenix.routing.wire.proto.Control;
import io.phoenix.routing.wire.proto.Hello;
import io.phoenix.routing.wire.proto.Ownership;
import io.phoenix.routing.wire.proto.Ownership.Record.Claim;
import io.phoenix.routing.wire.proto.Routes;
import io.phoenix.routing.wire.proto.SeqnoRequest;
import java.lang.management.ManagementFactory;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.SplittableRandom;
import java.util.function.Consumer;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import org.junit.jupiter.api.Test;

/** What a peer may not send, and that nothing it sends does harm. */
class BadFrameTest {
  private static final int NO_LIMIT = Integer.MAX_VALUE;
  private static final long NODE = -7;

  @Test
  void unknownTypesAreRefused() {
    assertBad(out -> out.putInt(1).put((byte) 0), "frame of unknown type 0");
    assertBad(out -> out.putInt(1).put((byte) 5), "frame of unknown type 5");
    assertBad(out -> out.putInt(1).put((byte) -1), "frame of unknown type -1");
  }

  @Test
  void lengthsAreRefusedBeforeTheFrameIsThere() {
    assertBad(prefix(0, 1), "frame of type 1 has length 0, allowed are 1..1048577");
    assertBad(prefix(1048578, 1), "frame of type 1 has length 1048578, allowed are 1..1048577");
    assertBad(prefix(59, 2), "frame of type 2 has length 59, allowed are 60..32828");
    assertBad(prefix(32829, 2), "frame of type 2 has length 32829, allowed are 60..32828");
    assertBad(prefix(43, 3), "frame of type 3 has length 43, allowed are 44..44");
    assertBad(prefix(45, 3), "frame of type 3 has length 45, allowed are 44..44");
    assertBad(prefix(29, 4), "frame of type 4 has length 29, allowed are 28..28");
    assertBad(prefix(-1, 1), "frame of type 1 has length 4294967295, allowed are 1..1048577");
  }

  @Test
  void tlsIsRecognized() {
    assertBad(prefix(0x16030102, 0), "TLS, which this node is not set to speak");
    assertBad(prefix(0x15030300, 2), "TLS, which this node is not set to speak");
  }

  @Test
  void framesAboveTheDecodersLimitAreRefused() throws BadFrameException {
    var decoder = new FrameDecoder(64 << 10);
    ByteBuffer in = ByteBuffer.allocate(5);
    prefix((64 << 10) + 1, 1).accept(in);
    in.flip();
    assertThatThrownBy(() -> decoder.decode(in, new Recorder(), 0))
        .isInstanceOf(BadFrameException.class)
        .hasMessage("frame of type 1 has length 65537, allowed are 1..65536");
    decoder.limit(NO_LIMIT);
    assertThat(decoder.decode(in, new Recorder(), 0)).isZero();
  }

  @Test
  void everyFieldOfRoutedFramesIsChecked() {
    var data = FrameArbitraries.data(new SplittableRandom(1));
    Consumer<ByteBuffer> good = out -> Frames.putData(out, data, new byte[9], 0, 9);
    assertBad(patched(good, 5, 0x08), "frame has flags 0x8 that are not known");
    assertBad(patched(good, 5, 0x81), "frame has flags 0x81 that are not known");
    assertBad(patched(good, 24, 0x80), "negative sequence number");
    assertBad(patched(good, 40, 0x80), "negative epoch");
    assertBad(patched(good, 60, 0x80), "negative total length");
    assertBad(patched(good, 60, 0x7F), "data frame of a message of");
    assertBad(patched(good, 8, 0x00), "which is not a node's name");
    assertBad(patched(good, 16, 0x00), "which is not a node's name");
    assertBad(patched(good, 48, 0x00), "which is not a node's name");

    var ack = FrameArbitraries.ack(new SplittableRandom(1));
    Consumer<ByteBuffer> goodAck = out -> Frames.putAck(out, ack);
    assertBad(patched(goodAck, 5, 0x04), "frame has flags 0x4 that are not known");
    assertBad(patched(goodAck, 7, 0x01), "frame has flags 0x1 that are not known");
    assertBad(patched(goodAck, 24, 0x80), "negative sequence number");
    assertBad(patched(goodAck, 32, 0x80), "negative credit");
    assertBad(patched(goodAck, 8, 0x00), "which is not a node's name");

    var probe = FrameArbitraries.probe(new SplittableRandom(1));
    Consumer<ByteBuffer> goodProbe = out -> Frames.putProbe(out, probe);
    assertBad(patched(goodProbe, 5, 0x02), "frame has flags 0x2 that are not known");
    assertBad(patched(goodProbe, 7, 0x01), "frame has flags 0x1 that are not known");
    assertBad(patched(goodProbe, 16, 0x00), "which is not a node's name");
  }

  @Test
  void controlMessagesThatCannotBeReadAreRefused() {
    assertBad(
        out -> out.putInt(3).put((byte) 1).put((byte) 0x0A).put((byte) 0x7F),
        "control message cannot be read");
    assertBad(out -> out.putInt(1).put((byte) 1), "control message of an unknown kind");
  }

  @Test
  void everyFieldOfControlMessagesIsChecked() {
    assertBad(Control.newBuilder().setHello(Hello.newBuilder().setName(5)), "names 5, which is no");
    assertBad(
        Control.newBuilder().setHello(Hello.newBuilder().setName(NODE).setDial(-1)), "dial number");
    assertBad(
        Control.newBuilder().setRoutes(Routes.newBuilder().addRoutes(Controls.route(0, 1, 1))),
        "names 0, which is no");
    assertBad(
        Control.newBuilder().setRoutes(Routes.newBuilder().addRoutes(Controls.route(NODE, -1, 1))),
        "sequence number");
    var request = SeqnoRequest.newBuilder().setNode(NODE);
    assertBad(Control.newBuilder().setSeqnoRequest(request.clone().setNode(1)), "names 1");
    assertBad(Control.newBuilder().setSeqnoRequest(request.clone().setSeqno(-1)), "sequence");
    assertBad(Control.newBuilder().setSeqnoRequest(request.clone().setHops(-1)), "hop count");
    var record = Ownership.Record.newBuilder().setNode(NODE);
    assertBad(ownership(record.clone().setNode(1)), "names 1");
    assertBad(ownership(record.clone().setVersion(-1)), "version");
    assertBad(ownership(record.clone().addFormer(3)), "names 3");
    var claim = Claim.newBuilder().setFirst(3).setEnd(4).setEpoch(1);
    assertBad(ownership(record.clone().addClaims(claim.clone().setEnd(3))), "claim that is empty");
    assertBad(ownership(record.clone().addClaims(claim.clone().setFirst(-1))), "claim that is");
    assertBad(ownership(record.clone().addClaims(claim.clone().setEpoch(-1))), "claim that is");
  }

  @Test
  void listsAreBounded() {
    var routes = Routes.newBuilder();
    var records = Ownership.newBuilder();
    for (int i = 0; i <= Controls.MAX_ENTRIES; i++) {
      routes.addRoutes(Controls.route(NODE, 0, 0));
      records.addRecords(Ownership.Record.newBuilder().setNode(NODE));
    }
    assertBad(Control.newBuilder().setRoutes(routes), "too many routes");
    assertBad(Control.newBuilder().setOwnership(records), "too many records");
  }

  @Property(tries = 3000)
  void garbageDoesNoHarm(@ForAll byte[] bytes) {
    decodeAnything(ByteBuffer.wrap(bytes));
  }

  /** The most that can be had out of the parser by bytes that are valid so far. */
  @Property(tries = 3000)
  void garbageInsideControlFramesDoesNoHarm(@ForAll byte[] bytes) {
    ByteBuffer frame = ByteBuffer.allocate(bytes.length + 5);
    frame.putInt(bytes.length + 1).put((byte) 1).put(bytes).flip();
    decodeAnything(frame);
  }

  /** Another byte than the one that was there; the place is taken modulo the length. */
  private record Damage(int at, byte value) {}

  @Provide
  Arbitrary<List<Damage>> damages() {
    return Combinators.combine(Arbitraries.integers().between(0, 1 << 16), Arbitraries.bytes())
        .as(Damage::new)
        .list()
        .ofMinSize(1)
        .ofMaxSize(4);
  }

  /** The frames are drawn from the seed; how they are damaged shrinks. */
  @Property(tries = 3000)
  void mutatedFramesDoNoHarm(@ForAll long seed, @ForAll("damages") List<Damage> damages) {
    ByteBuffer buffer = ByteBuffer.allocate(1 << 16);
    FrameArbitraries.put(buffer, 3, new SplittableRandom(seed));
    buffer.flip();
    for (Damage damage : damages) {
      buffer.put(damage.at() % buffer.limit(), damage.value());
    }
    decodeAnything(buffer);
  }

  /** A frame of the longest kind, full of the smallest entries, costs a bounded multiple. */
  @Test
  void nestedNothingsDoNotExplode() {
    byte[] nothings = new byte[Frames.MAX_CONTROL - 8];
    for (int i = 0; i + 1 < nothings.length; i += 2) {
      nothings[i] = 0x0A; // field 1, an entry of length 0
    }
    var unknown = com.google.protobuf.UnknownFieldSet.newBuilder();
    unknown.mergeField(
        6,
        com.google.protobuf.UnknownFieldSet.Field.newBuilder()
            .addLengthDelimited(ByteString.copyFrom(nothings))
            .build());
    byte[] body = unknown.build().toByteArray();
    ByteBuffer frame = ByteBuffer.allocate(body.length + 5);
    frame.putInt(body.length + 1).put((byte) 1).put(body).flip();

    var threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    long before = threads.getCurrentThreadAllocatedBytes();
    assertThatThrownBy(() -> new FrameDecoder(NO_LIMIT).decode(frame, new Recorder(), 0))
        .isInstanceOf(BadFrameException.class)
        .hasMessageContaining("too many routes");
    assertThat(threads.getCurrentThreadAllocatedBytes() - before).isLessThan(100L << 20);
  }

  private static void decodeAnything(ByteBuffer in) {
    int limit = in.limit();
    var recorder = new Recorder();
    try {
      new FrameDecoder(NO_LIMIT).decode(in, recorder, 0);
      assertThat(in.limit()).isEqualTo(limit);
    } catch (BadFrameException e) {
      assertThat(e.getMessage()).isNotBlank();
      assertThat(e.getMessage().length()).isLessThan(300);
    }
  }

  private static Control.Builder ownership(Ownership.Record.Builder record) {
    return Control.newBuilder().setOwnership(Ownership.newBuilder().addRecords(record));
  }

  private static Consumer<ByteBuffer> prefix(int length, int type) {
    return out -> out.putInt(length).put((byte) type);
  }

  private static Consumer<ByteBuffer> patched(Consumer<ByteBuffer> frame, int index, int value) {
    return out -> {
      frame.accept(out);
      out.put(index, (byte) value);
    };
  }

  private static void assertBad(Control.Builder message, String reason) {
    assertBad(out -> Frames.putControl(out, message.build()), reason);
  }

  private static void assertBad(Consumer<ByteBuffer> frame, String reason) {
    ByteBuffer in = ByteBuffer.allocate(2 << 20);
    frame.accept(in);
    var recorder = new Recorder();
    assertThatThrownBy(() -> new FrameDecoder(NO_LIMIT).decode(in.flip(), recorder, 0))
        .isInstanceOf(BadFrameException.class)
        .hasMessageContaining(reason);
    assertThat(recorder.frames).isEmpty();
  }
}
