package io.phoenix.routing.wire;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.management.ThreadMXBean;
import io.phoenix.routing.wire.proto.Control;
import java.lang.management.ManagementFactory;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;

class FramesCodecTest {
  private static final int NO_LIMIT = Integer.MAX_VALUE;

  private final FrameDecoder decoder = new FrameDecoder(NO_LIMIT);
  private final Recorder recorder = new Recorder();

  @Property(tries = 300)
  void whatWasWrittenIsRead(@ForAll long seed, @ForAll @IntRange(max = 20) int count)
      throws BadFrameException {
    ByteBuffer buffer = ByteBuffer.allocate(1 << 16);
    List<String> expected = FrameArbitraries.put(buffer, count, new SplittableRandom(seed));
    var read = new Recorder();
    assertThat(decoder.decode(buffer.flip(), read, 0)).isEqualTo(count);
    assertThat(read.frames).isEqualTo(expected);
    assertThat(buffer.hasRemaining()).isFalse();
  }

  @Property(tries = 200)
  void directBuffersAreReadAsHeapBuffersAre(@ForAll long seed) throws BadFrameException {
    ByteBuffer buffer = ByteBuffer.allocateDirect(1 << 16);
    List<String> expected = FrameArbitraries.put(buffer, 10, new SplittableRandom(seed));
    var read = new Recorder();
    decoder.decode(buffer.flip(), read, 0);
    assertThat(read.frames).isEqualTo(expected);
  }

  @Test
  void payloadsComeThroughUnchanged() throws BadFrameException {
    byte[] payload = new byte[Frames.MAX_FRAGMENT + 7];
    new SplittableRandom(1).nextBytes(payload);
    ByteBuffer buffer = ByteBuffer.allocate(Frames.DATA_BYTES + Frames.MAX_FRAGMENT);
    Frames.putData(
        buffer, FrameArbitraries.data(new SplittableRandom(2)), payload, 3, Frames.MAX_FRAGMENT);

    decoder.decode(buffer.flip(), recorder, 0);
    assertThat(recorder.payloads.get(0))
        .isEqualTo(Arrays.copyOfRange(payload, 3, 3 + Frames.MAX_FRAGMENT));
  }

  @Test
  void controlMessagesComeThroughUnchanged() throws BadFrameException {
    var random = new SplittableRandom(3);
    for (int i = 0; i < 100; i++) {
      Control message = FrameArbitraries.control(random);
      ByteBuffer buffer = ByteBuffer.allocate(Frames.controlBytes(message.getSerializedSize()));
      Frames.putControl(buffer, message);
      assertThat(buffer.hasRemaining()).isFalse();
      decoder.decode(buffer.flip(), recorder, 0);
      assertThat(recorder.controls.get(i)).isEqualTo(message);
    }
  }

  /** Cut at every byte: the first part gives whole frames only, the rest comes with the second. */
  @Property(tries = 30)
  void partialFramesAreNeitherConsumedNorMisread(@ForAll long seed) throws BadFrameException {
    ByteBuffer whole = ByteBuffer.allocate(1 << 16);
    List<String> expected = FrameArbitraries.put(whole, 4, new SplittableRandom(seed));
    whole.flip();
    for (int cut = 0; cut <= whole.limit(); cut++) {
      var read = new Recorder();
      ByteBuffer part = whole.duplicate().limit(cut);
      decoder.decode(part, read, 0);

      assertThat(read.frames).isEqualTo(expected.subList(0, read.frames.size()));
      assertThat(part.limit()).isEqualTo(cut);

      ByteBuffer rest = whole.duplicate().position(part.position());
      decoder.decode(rest, read, 0);
      assertThat(read.frames).isEqualTo(expected);
      assertThat(rest.hasRemaining()).isFalse();
    }
  }

  @Test
  void pingAndPongAreSmall() {
    assertThat(Frames.controlBytes(Controls.ping(-1).getSerializedSize())).isEqualTo(16);
    assertThat(Frames.controlBytes(Controls.pong(-1).getSerializedSize())).isEqualTo(16);
  }

  @Test
  void handlersMayLeaveThePayloadUnread() throws BadFrameException {
    ByteBuffer buffer = ByteBuffer.allocate(1 << 10);
    DataHeader h = FrameArbitraries.data(new SplittableRandom(4));
    Frames.putData(buffer, h, new byte[100], 0, 100);
    Frames.putData(buffer, h, new byte[5], 0, 5);
    int[] lengths = new int[2];
    int[] n = {0};
    decoder.decode(
        buffer.flip(),
        new IgnoringHandler() {
          @Override
          public void onData(DataHeader header, ByteBuffer payload, long nowNs) {
            lengths[n[0]++] = payload.remaining();
          }
        },
        0);
    assertThat(lengths).containsExactly(100, 5);
  }

  @Test
  void stoppedDecoderSkipsTheRest() throws BadFrameException {
    ByteBuffer buffer = ByteBuffer.allocate(1 << 10);
    FrameArbitraries.put(buffer, 3, new SplittableRandom(5));
    buffer.put((byte) 99).flip();
    decoder.stop();
    assertThat(decoder.decode(buffer, recorder, 0)).isZero();
    assertThat(buffer.hasRemaining()).isFalse();
  }

  @Test
  void tooMuchPayloadIsTheCallersMistake() {
    ByteBuffer buffer = ByteBuffer.allocate(1 << 17);
    assertThatThrownBy(
            () ->
                Frames.putData(
                    buffer, new DataHeader(), new byte[40_000], 0, Frames.MAX_FRAGMENT + 1))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("payloadBytes=32769 > MAX_FRAGMENT=32768");
    assertThatThrownBy(() -> Frames.controlBytes(Frames.MAX_CONTROL + 1))
        .hasMessage("control message of 1048577 bytes > 1048576");
  }

  @Test
  void dataFramesAreWrittenAndReadWithoutAllocation() throws BadFrameException {
    ByteBuffer buffer = ByteBuffer.allocateDirect(1 << 10);
    DataHeader h = FrameArbitraries.data(new SplittableRandom(6));
    byte[] payload = new byte[8];
    FrameHandler ignore = new IgnoringHandler();
    var threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    long perFrame = Long.MAX_VALUE;
    for (int round = 0; round < 5; round++) { // the first ones load classes
      long before = threads.getCurrentThreadAllocatedBytes();
      for (int i = 0; i < 10_000; i++) {
        Frames.putData(buffer.clear(), h, payload, 0, payload.length);
        decoder.decode(buffer.flip(), ignore, 0);
      }
      perFrame = (threads.getCurrentThreadAllocatedBytes() - before) / 10_000;
    }
    assertThat(perFrame).isZero();
  }

  private static class IgnoringHandler implements FrameHandler {
    @Override
    public void onControl(Control message, long nowNs) {}

    @Override
    public void onData(DataHeader header, ByteBuffer payload, long nowNs) {}

    @Override
    public void onAck(AckHeader header, long nowNs) {}

    @Override
    public void onProbe(ProbeHeader header, long nowNs) {}
  }
}
