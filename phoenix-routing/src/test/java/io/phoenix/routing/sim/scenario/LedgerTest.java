package io.phoenix.routing.sim.scenario;

import static org.assertj.core.api.Assertions.assertThat;

import io.phoenix.routing.sim.scenario.Letter.Stream;
import io.phoenix.routing.sim.scenario.Letter.Way;
import org.junit.jupiter.api.Test;

class LedgerTest {
  private static final Stream STREAM = new Stream(3, 42, Way.BULK);

  private final Ledger ledger = new Ledger(false, false);

  private String deliver(Ledger to, long number) {
    return to.onDelivered(new Letter(3, 42, number, 0), STREAM);
  }

  private void send(Ledger from, int letters) {
    for (int i = 0; i < letters; i++) {
      from.onSent(STREAM);
    }
  }

  @Test
  void acceptsLettersInTheOrderInWhichTheyWereSent() {
    send(ledger, 2);
    assertThat(deliver(ledger, 1)).isNull();
    assertThat(deliver(ledger, 2)).isNull();
    assertThat(ledger.missing()).isEmpty();
  }

  @Test
  void noticesALetterThatArrivesTwice() {
    send(ledger, 2);
    assertThat(deliver(ledger, 1)).isNull();
    assertThat(deliver(ledger, 1)).contains("arrived twice");
  }

  @Test
  void noticesALetterThatOvertakesAnother() {
    send(ledger, 2);
    assertThat(deliver(ledger, 2)).contains("too early: number 1 is still missing");
  }

  @Test
  void noticesALetterThatWasNeverSent() {
    send(ledger, 1);
    ledger.onRefused(STREAM);
    assertThat(deliver(ledger, 1)).contains("was never sent");
  }

  @Test
  void namesTheStreamsWithMissingLetters() {
    send(ledger, 3);
    assertThat(deliver(ledger, 1)).isNull();
    ledger.onEmptySent();
    assertThat(ledger.missing())
        .containsExactly("BULK from node 3 to 42: 2 of 3", "1 empty messages");
  }

  @Test
  void streamsDoNotDisturbEachOther() {
    send(ledger, 1);
    var other = new Stream(3, 42, Way.URGENT);
    ledger.onSent(other);
    assertThat(ledger.onDelivered(new Letter(3, 42, 1, 0), other)).isNull();
    assertThat(deliver(ledger, 1)).isNull();
  }

  @Test
  void whereNodesCrashLettersMayBeMissingButNotDoubledOrOvertaken() {
    Ledger lossy = new Ledger(true, false);
    send(lossy, 4);
    assertThat(deliver(lossy, 1)).isNull();
    assertThat(deliver(lossy, 3)).isNull();
    assertThat(deliver(lossy, 2)).contains("arrived twice, or too late");
    assertThat(deliver(lossy, 3)).contains("arrived twice");
    lossy.writeOffMissing();
    assertThat(lossy.missing()).isEmpty();
    send(lossy, 1);
    assertThat(deliver(lossy, 5)).isNull();
  }

  @Test
  void whereTheLivingAreGivenUpLettersMayBeOvertakenButNotMissingOrDoubled() {
    Ledger lax = new Ledger(false, true);
    send(lax, 3);
    assertThat(deliver(lax, 2)).isNull();
    assertThat(deliver(lax, 2)).isEqualTo("arrived twice");
    assertThat(deliver(lax, 1)).isNull();
    assertThat(deliver(lax, 1)).isEqualTo("arrived twice");
    assertThat(lax.missing()).containsExactly("BULK from node 3 to 42: 1 of 3");
    assertThat(deliver(lax, 3)).isNull();
    assertThat(lax.missing()).isEmpty();
  }

  @Test
  void lettersToANodeInPersonKeepTheirOrderAlways() {
    Ledger lax = new Ledger(false, true);
    var inPerson = new Stream(3, -42, Way.BULK);
    lax.onSent(inPerson);
    lax.onSent(inPerson);
    assertThat(lax.onDelivered(new Letter(3, -42, 2, 0), inPerson)).contains("too early");
  }
}
