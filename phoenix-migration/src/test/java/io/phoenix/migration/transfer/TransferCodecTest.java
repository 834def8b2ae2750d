package io.phoenix.migration.transfer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.phoenix.api.ResourceName;
import io.phoenix.api.VirtualRange;
import io.phoenix.migration.Messages;
import io.phoenix.migration.lock.Attempt;
import io.phoenix.migration.transfer.TransferMessage.Abort;
import io.phoenix.migration.transfer.TransferMessage.Ask;
import io.phoenix.migration.transfer.TransferMessage.Credit;
import io.phoenix.migration.transfer.TransferMessage.Declined;
import io.phoenix.migration.transfer.TransferMessage.Offer;
import java.nio.BufferUnderflowException;
import java.nio.ByteBuffer;
import java.util.Arrays;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;

class TransferCodecTest {
  private static final Attempt ATTEMPT = new Attempt(new ResourceName(-1), 1);
  private static final int FIELDS = 1 + 2 * Long.BYTES;

  @Provide
  Arbitrary<TransferMessage> message() {
    return Messages.ofTransfers();
  }

  private static TransferMessage decode(byte[] bytes) {
    return TransferCodec.decode(ByteBuffer.wrap(bytes));
  }

  @Property(tries = 500)
  void whatIsWrittenIsReadAgain(@ForAll("message") TransferMessage message) {
    assertThat(decode(TransferCodec.encode(message))).isEqualTo(message);
  }

  @Property(tries = 200)
  void aMessageThatIsCutOffAnywhereIsRefused(@ForAll("message") TransferMessage message) {
    byte[] bytes = TransferCodec.encode(message);
    for (int length = 0; length < bytes.length; length++) {
      byte[] part = Arrays.copyOf(bytes, length);
      assertThatThrownBy(() -> decode(part)).isInstanceOf(RuntimeException.class);
    }
  }

  @Property(tries = 200)
  void aMessageWithBytesTooManyIsRefused(@ForAll("message") TransferMessage message) {
    byte[] bytes = TransferCodec.encode(message);
    assertThatThrownBy(() -> decode(Arrays.copyOf(bytes, bytes.length + 1)))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("1 bytes too many");
  }

  /** Whatever is no message is refused by an exception that callers expect, and nothing else. */
  @Property(tries = 1000)
  void arbitraryBytesAreAMessageOrRefused(@ForAll byte[] bytes) {
    try {
      assertThat(decode(bytes)).isNotNull();
    } catch (RuntimeException refused) {
      assertThat(refused)
          .isInstanceOfAny(IllegalArgumentException.class, BufferUnderflowException.class);
    }
  }

  @Example
  void aKindThatIsNotKnownIsRefused() {
    for (byte kind : new byte[] {0, 10, -1}) {
      byte[] bytes = TransferCodec.encode(new Ask(ATTEMPT));
      bytes[0] = kind;
      assertThatThrownBy(() -> decode(bytes)).hasMessage("no message is of kind " + kind);
    }
  }

  @Example
  void aLongReasonIsCutOff() {
    var message = (Declined) decode(TransferCodec.encode(new Declined(ATTEMPT, "a".repeat(5000))));
    assertThat(message.reason()).isEqualTo("a".repeat(1024));
  }

  @Example
  void aReasonOfAnImpossibleLengthIsRefused() {
    for (short length : new short[] {-1, 1025, Short.MAX_VALUE}) {
      byte[] bytes = TransferCodec.encode(new Abort(ATTEMPT, "b".repeat(1024)));
      ByteBuffer.wrap(bytes).putShort(FIELDS, length);
      assertThatThrownBy(() -> decode(bytes)).hasMessage("a reason of " + length + " bytes");
    }
  }

  @Example
  void creditBelowZeroIsRefused() {
    byte[] bytes = TransferCodec.encode(new Credit(ATTEMPT, 1));
    ByteBuffer.wrap(bytes).putLong(FIELDS, -1);
    assertThatThrownBy(() -> decode(bytes)).hasMessage("credit=-1 must not be negative");
  }

  @Example
  void anOfferOfNothingIsRefused() {
    byte[] bytes = TransferCodec.encode(new Offer(ATTEMPT, VirtualRange.of(0, 1)));
    ByteBuffer.wrap(bytes).putLong(FIELDS + Long.BYTES, 0);
    assertThatThrownBy(() -> decode(bytes)).hasMessage("an offer of no range");
  }
}
