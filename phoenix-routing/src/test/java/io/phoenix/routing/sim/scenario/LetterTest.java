package io.phoenix.routing.sim.scenario;

import static org.assertj.core.api.Assertions.assertThat;

import io.phoenix.api.Message;
import org.junit.jupiter.api.Test;

class LetterTest {
  private final Letter letter = new Letter(3, 42, 7, 1);

  @Test
  void readsWhatItWrote() {
    Message message = new Message(-1, 42, 1, letter.toBytes(1000));
    assertThat(message.payload()).hasSize(1000);
    assertThat(Letter.of(message)).isEqualTo(letter);
    assertThat(letter.damageIn(message)).isNull();
  }

  @Test
  void noticesAChangedByteAndAWrongTarget() {
    byte[] bytes = letter.toBytes(1000);
    bytes[500]++;
    assertThat(letter.damageIn(new Message(-1, 42, 1, bytes))).contains("byte 500 of 1000");
    Message elsewhere = new Message(-1, 43, 1, letter.toBytes(0));
    assertThat(letter.damageIn(elsewhere)).contains("was sent to 42");
  }
}
