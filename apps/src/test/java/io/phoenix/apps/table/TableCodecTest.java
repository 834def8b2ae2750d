package io.phoenix.apps.table;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.phoenix.apps.table.TableMessage.Answer;
import io.phoenix.apps.table.TableMessage.Balance;
import io.phoenix.apps.table.TableMessage.Count;
import io.phoenix.apps.table.TableMessage.Done;
import io.phoenix.apps.table.TableMessage.Get;
import io.phoenix.apps.table.TableMessage.Put;
import io.phoenix.apps.table.TableMessage.Remove;
import io.phoenix.apps.table.TableMessage.Step;
import io.phoenix.apps.table.TableMessage.Value;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.function.Function;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class TableCodecTest {
  private static final byte[] KEY = "key".getBytes(UTF_8);
  private static final byte[] VALUE = "value".getBytes(UTF_8);
  private static final byte[] NOTHING = {};

  static Stream<TableMessage> messages() {
    return Stream.of(
        new Put(1, KEY, VALUE),
        new Put(2, NOTHING, NOTHING),
        new Get(3, KEY),
        new Remove(-4, KEY),
        new Count(Long.MAX_VALUE),
        new Balance(6),
        new Done(7, true),
        new Done(8, false),
        new Value(9, VALUE),
        new Value(10, NOTHING),
        new Value(11, null),
        new Step(12, 1L << 62, 13));
  }

  @ParameterizedTest
  @MethodSource("messages")
  void whatWasWrittenIsRead(TableMessage message) {
    assertThat(decode(message, TableCodec.encode(message)))
        .usingRecursiveComparison()
        .isEqualTo(message);
  }

  @ParameterizedTest
  @MethodSource("messages")
  void aMessageThatIsCutShortIsNoOther(TableMessage message) {
    byte[] whole = TableCodec.encode(message);
    for (int length = 0; length < whole.length; length++) {
      byte[] cut = Arrays.copyOf(whole, length);
      // Where the rest of the bytes is a key or a value, a shorter one can be told from none.
      Function<byte[], Object> read = bytes -> decode(message, bytes);
      if (length < 9 || !endsWithBytes(message) || isWithinKey(message, length)) {
        assertThatThrownBy(() -> read.apply(cut)).as("length %d", length).isNotNull();
      }
    }
  }

  private static boolean endsWithBytes(TableMessage message) {
    return message instanceof Put
        || message instanceof Get
        || message instanceof Remove
        || (message instanceof Value value && value.value() != null);
  }

  private static boolean isWithinKey(TableMessage message, int length) {
    return message instanceof Put put && length < 13 + put.key().length;
  }

  @Test
  void lengthsThatPeersMakeUpAreRefused() {
    byte[] put = TableCodec.encode(new Put(1, KEY, VALUE));
    for (int length : new int[] {-1, Integer.MIN_VALUE, 9, Integer.MAX_VALUE}) {
      ByteBuffer.wrap(put).putInt(9, length);
      assertThatThrownBy(() -> TableCodec.request(ByteBuffer.wrap(put)))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessageContaining("length=" + length);
    }
  }

  @Test
  void aRequestIsNoAnswer() {
    assertThatThrownBy(() -> TableCodec.answer(ByteBuffer.wrap(TableCodec.encode(new Count(1)))))
        .hasMessageContaining("no answer is of kind 4");
    assertThatThrownBy(
            () -> TableCodec.request(ByteBuffer.wrap(TableCodec.encode(new Done(1, true)))))
        .hasMessageContaining("no request is of kind 6");
  }

  private static TableMessage decode(TableMessage like, byte[] bytes) {
    ByteBuffer b = ByteBuffer.wrap(bytes);
    return like instanceof Answer ? TableCodec.answer(b) : TableCodec.request(b);
  }
}
