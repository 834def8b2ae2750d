package io.phoenix.migration.lock;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.phoenix.api.ResourceName;
import io.phoenix.api.VirtualRange;
import io.phoenix.migration.Messages;
import io.phoenix.migration.lock.LockMessage.Ok1;
import io.phoenix.migration.lock.LockMessage.Query;
import java.nio.BufferUnderflowException;
import java.nio.ByteBuffer;
import java.util.Arrays;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;

class LockCodecTest {

  @Provide
  Arbitrary<LockMessage> message() {
    return Messages.ofLocks();
  }

  private static LockMessage decode(byte[] bytes) {
    return LockCodec.decode(ByteBuffer.wrap(bytes));
  }

  @Property(tries = 500)
  void whatIsWrittenIsReadAgain(@ForAll("message") LockMessage message) {
    assertThat(decode(LockCodec.encode(message))).isEqualTo(message);
  }

  @Property(tries = 200)
  void aMessageThatIsCutOffAnywhereIsRefused(@ForAll("message") LockMessage message) {
    byte[] bytes = LockCodec.encode(message);
    for (int length = 0; length < bytes.length; length++) {
      byte[] part = Arrays.copyOf(bytes, length);
      assertThatThrownBy(() -> decode(part)).isInstanceOf(RuntimeException.class);
    }
  }

  @Property(tries = 200)
  void aMessageWithBytesTooManyIsRefused(@ForAll("message") LockMessage message) {
    byte[] bytes = LockCodec.encode(message);
    assertThatThrownBy(() -> decode(Arrays.copyOf(bytes, bytes.length + 1)))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("1 bytes too many");
  }

  /** Whatever is no message is refused by an exception that callers expect, and nothing else. */
  @Property(tries = 1000)
  void arbitraryBytesAreAMessageOrRefused(@ForAll byte[] bytes) {
    try {
      assertThat(LockCodec.encode(decode(bytes))).hasSameSizeAs(bytes);
    } catch (RuntimeException refused) {
      assertThat(refused)
          .isInstanceOfAny(IllegalArgumentException.class, BufferUnderflowException.class);
    }
  }

  @Example
  void aKindThatIsNotKnownIsRefused() {
    for (byte kind : new byte[] {0, 10, -1}) {
      byte[] bytes = LockCodec.encode(new Query(new Attempt(new ResourceName(-1), 1)));
      bytes[0] = kind;
      assertThatThrownBy(() -> decode(bytes)).hasMessage("no message is of kind " + kind);
    }
  }

  @Example
  void aWeightThatIsNoneIsRefused() {
    byte[] bytes =
        LockCodec.encode(
            new Ok1(
                new Attempt(new ResourceName(-1), 1),
                VirtualRange.of(1, 2),
                new Standing(1, true)));
    for (double weight : new double[] {-1, Double.NaN, Double.POSITIVE_INFINITY}) {
      ByteBuffer.wrap(bytes).putDouble(bytes.length - 1 - Double.BYTES, weight);
      assertThatThrownBy(() -> decode(bytes)).hasMessageContaining("weight=" + weight);
    }
  }

  @Example
  void anIntervalWithoutVirtualNodesIsRefused() {
    ByteBuffer b = ByteBuffer.allocate(1 + LockCodec.ATTEMPT_BYTES + 2 * Long.BYTES);
    b.put((byte) 3).putLong(-1).putLong(1); // lock2
    assertThatThrownBy(() -> decode(b.array())).hasMessageContaining("without virtual nodes");
  }
}
