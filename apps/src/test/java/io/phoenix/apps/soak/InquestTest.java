package io.phoenix.apps.soak;

import static org.assertj.core.api.Assertions.assertThat;

import io.phoenix.api.VirtualRange;
import io.phoenix.apps.storm.Streams;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Which losses a kill or a report explains, and which not. */
class InquestTest {
  private static final int SENDER = 1;
  private static final int OWNER = 2;
  private static final int OTHER = 3;
  private static final int V = 7;

  private final Chronicle chronicle = new Chronicle(SoakSettings.SPACE);

  InquestTest() {
    chronicle.onStarted(SENDER, "~1");
    chronicle.onStarted(OWNER, "~2");
    chronicle.onAssume(OWNER, VirtualRange.single(V), 10);
  }

  private static Loss loss(long sentNs, long passedNs) {
    return new Loss(Streams.of(SENDER, false), V, 5, sentNs, passedNs);
  }

  private static Loss tail(long sentNs) {
    return loss(sentNs, Long.MAX_VALUE);
  }

  private Inquest on(Loss... losses) {
    return Inquest.on(List.of(losses), chronicle);
  }

  @Test
  void withoutAnEventEveryLossIsUnexplained() {
    assertThat(on(loss(100, 200), tail(100)).unexplained()).hasSize(2);
  }

  @Test
  void killOfTheOwnerExplainsWhatWasUnderWay() {
    chronicle.onKilled(OWNER, 150, 151);
    Inquest inquest = on(loss(100, 200));
    assertThat(inquest.unexplained()).isEmpty();
    assertThat(inquest.notKnown()).isEqualTo(1);
    assertThat(inquest.inDoubt()).isZero();
  }

  @Test
  void killOfTheOwnerDoesNotExplainWhatWasSentAfterIt() {
    chronicle.onKilled(OWNER, 150, 151);
    assertThat(on(loss(152, 200)).unexplained()).hasSize(1);
  }

  @Test
  void killOfTheOwnerDoesNotExplainWhatWasLostBefore() {
    chronicle.onKilled(OWNER, 150, 151);
    assertThat(on(loss(100, 149)).unexplained()).hasSize(1);
  }

  @Test
  void killOfANodeThatNeverHadTheVirtualNodeExplainsNothing() {
    chronicle.onKilled(OTHER, 150, 151);
    assertThat(on(loss(100, 200), tail(100)).unexplained()).hasSize(2);
  }

  @Test
  void whatItsSenderSaysToBeInDoubtIsKnown() {
    chronicle.onKilled(OWNER, 150, 151);
    chronicle.onDoubt(SENDER, 11, "~2", 1);
    Inquest inquest = on(loss(100, 200), loss(101, 200));
    assertThat(inquest.inDoubt()).isEqualTo(1);
    assertThat(inquest.notKnown()).isEqualTo(1);
  }

  @Test
  void whatWasSentToADeadNodeIsExplainedOnlyIfTheSenderSaysSo() {
    chronicle.onKilled(OWNER, 150, 151);
    chronicle.onDoubt(SENDER, 11, "~2", 1);
    Inquest inquest = on(loss(152, 200), loss(153, 200));
    assertThat(inquest.inDoubt()).isEqualTo(1);
    assertThat(inquest.notKnown()).isZero();
    assertThat(inquest.unexplained()).containsExactly(loss(153, 200));
  }

  @Test
  void whatTwoProcessesOfASenderSayAddsUp() {
    chronicle.onKilled(OWNER, 150, 151);
    chronicle.onDoubt(SENDER, 11, "~2", 1);
    chronicle.onDoubt(SENDER, 11, "~2", 1);
    chronicle.onDoubt(SENDER, 12, "~2", 1);
    assertThat(on(loss(152, 200), loss(153, 200), loss(154, 200)).unexplained()).hasSize(1);
  }

  @Test
  void killOfTheSenderExplainsTheEndOfItsStreamOnly() {
    chronicle.onKilled(SENDER, 150, 151);
    Inquest inquest = on(loss(100, 200), tail(100));
    assertThat(inquest.unexplained()).containsExactly(loss(100, 200));
    assertThat(inquest.withSender()).isEqualTo(1);
  }

  @Test
  void reportOfALeaverExplainsAsManyAsItCounts() {
    chronicle.onFarewell(SENDER, 150, 160, 1);
    Inquest inquest = on(tail(100), tail(101));
    assertThat(inquest.fromReports()).isEqualTo(1);
    assertThat(inquest.unexplained()).hasSize(1);
  }

  @Test
  void killOfANodeExplainsWhatItMayHaveKeptForALeaver() {
    chronicle.onFarewell(SENDER, 120, 130, 0);
    chronicle.onKilled(OTHER, 150, 151);
    Inquest inquest = on(tail(100), tail(131));
    assertThat(inquest.withKeeper()).isEqualTo(1);
    assertThat(inquest.unexplained()).containsExactly(tail(131));
  }
}
