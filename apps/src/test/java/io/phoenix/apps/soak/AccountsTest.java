package io.phoenix.apps.soak;

import static org.assertj.core.api.Assertions.assertThat;

import io.phoenix.apps.soak.JournalEntry.Kind;
import io.phoenix.apps.storm.Streams;
import org.junit.jupiter.api.Test;

class AccountsTest {
  private static final int STREAM = Streams.of(3, false);
  private static final int V = 7;

  private final Accounts accounts = new Accounts();
  private long nowNs;

  private void happens(Kind kind, int... numbers) {
    for (int number : numbers) {
      accounts.onEntry(new JournalEntry(++nowNs, kind, STREAM, V, number));
    }
  }

  @Test
  void whatIsReceivedInOrderIsNotMissing() {
    happens(Kind.SENT, 1, 2);
    happens(Kind.RECEIVED, 1, 2);
    assertThat(accounts.missing()).isEmpty();
    assertThat(accounts.received()).isEqualTo(2);
    assertThat(accounts.told()).isEmpty();
  }

  @Test
  void whatALaterOneHasPassedIsLostByThen() {
    happens(Kind.SENT, 1, 2, 3);
    happens(Kind.RECEIVED, 1, 3);
    assertThat(accounts.missing()).containsExactly(new Loss(STREAM, V, 2, 2, 5));
  }

  @Test
  void whatNothingHasPassedMayStillCome() {
    happens(Kind.SENT, 1, 2);
    happens(Kind.RECEIVED, 1);
    assertThat(accounts.missing()).containsExactly(new Loss(STREAM, V, 2, 2, Long.MAX_VALUE));
  }

  @Test
  void secondCopyIsADuplicate() {
    happens(Kind.SENT, 1, 2);
    happens(Kind.RECEIVED, 1, 1, 2, 1);
    assertThat(accounts.duplicated()).isEqualTo(2);
    assertThat(accounts.missing()).isEmpty();
  }

  @Test
  void whatComesAfterALaterOneIsOutOfOrderAndNotLost() {
    happens(Kind.SENT, 1, 2);
    happens(Kind.RECEIVED, 2, 1);
    assertThat(accounts.outOfOrder()).isEqualTo(1);
    assertThat(accounts.duplicated()).isZero();
    assertThat(accounts.missing()).isEmpty();
  }

  @Test
  void numberOfARefusedMessageIsUsedAgain() {
    happens(Kind.SENT, 1);
    happens(Kind.REFUSED, 1);
    happens(Kind.SENT, 1);
    happens(Kind.RECEIVED, 1);
    assertThat(accounts.sent()).isEqualTo(1);
    assertThat(accounts.missing()).isEmpty();
  }

  @Test
  void whatWasNeverSentIsTold() {
    happens(Kind.SENT, 1);
    happens(Kind.RECEIVED, 2);
    assertThat(accounts.unsent()).isEqualTo(1);
    assertThat(accounts.told()).singleElement().asString().contains("was never sent");
  }
}
