package io.phoenix.routing.sim;

import static org.assertj.core.api.Assertions.assertThat;

import io.phoenix.api.NodeConfig;
import io.phoenix.api.VirtualRange;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * A node leaves for good while another one is cut off, or away with a log. That one cannot be told
 * how many of its messages were accepted: it learns that from the last record, which others keep.
 */
class CutLeaveSimTest {
  private static final NodeConfig CONFIG = NodeConfig.of("cut-leave", 64);
  private static final VirtualRange RANGE = VirtualRange.all(64);
  private static final Duration SOON = Duration.ofSeconds(30);

  /** The last one is above {@link NodeConfig#forgetAfter}. */
  @ParameterizedTest
  @CsvSource({"15, 1", "15, 2", "30, 3", "30, 4", "50, 5", "50, 6", "80, 7", "200, 8"})
  void whatWasSentDuringACutGoesToTheNextOwner(int seconds, long seed) {
    Crew crew = new Crew(seed, CONFIG);
    Crew.Member stays = crew.join();
    Crew.Member leaver = crew.join();
    Crew.Member cutOff = crew.join();
    begin(crew, leaver, cutOff);
    Blockage cut =
        crew.world.network().block(List.of(cutOff.host), List.of(stays.host, leaver.host));
    crew.run(Duration.ofMillis(crew.chance.nextInt(8000)));
    stays.node.assume(leaver.node.release(RANGE));
    leaver.beginLeave(false);
    assertThat(crew.await(() -> leaver.isGone, SOON)).isTrue();
    assertThat(leaver.report().lost()).isZero();
    crew.run(Duration.ofSeconds(seconds));
    crew.stopSending();
    cut.heal();
    if (Duration.ofSeconds(seconds).compareTo(CONFIG.forgetAfter()) < 0) {
      crew.demandAllArrived(SOON);
    } else { // the leaver is given up: what is sent then does not wait for what it may have
      crew.demandAllArrivedInAnyOrder(SOON);
    }
  }

  /** It left while it was cut off: it does not know which of its last messages were accepted. */
  @ParameterizedTest
  @CsvSource({"1", "2", "3", "4", "5", "6"})
  void whatWasInDoubtWhenANodeLeftWithALogIsSettledThoughItsPeerHasLeftForGood(long seed) {
    Crew crew = new Crew(seed, CONFIG);
    Crew.Member stays = crew.join();
    Crew.Member leaver = crew.join();
    Crew.Member away = crew.join();
    begin(crew, leaver, away);
    Blockage cut = crew.world.network().block(List.of(away.host), List.of(stays.host, leaver.host));
    crew.run(Duration.ofMillis(crew.chance.nextInt(200)));
    away.beginLeave(true);
    assertThat(crew.await(() -> away.isGone, SOON)).isTrue();
    assertThat(away.report().inOrder()).isFalse();
    cut.heal();
    stays.node.assume(leaver.node.release(RANGE));
    leaver.beginLeave(false);
    assertThat(crew.await(() -> leaver.isGone, SOON)).isTrue();
    crew.run(Duration.ofSeconds(crew.chance.nextInt(120)));
    away.comeBack();
    crew.demandAllArrived(SOON);
  }

  @Test
  void itsFormerSelfIsAnsweredForToo() {
    Crew crew = new Crew(9, CONFIG);
    Crew.Member stays = crew.join();
    Crew.Member leaver = crew.join();
    Crew.Member cutOff = crew.join();
    begin(crew, leaver, cutOff);
    Blockage cut =
        crew.world.network().block(List.of(cutOff.host), List.of(stays.host, leaver.host));
    leaver.beginLeave(true);
    assertThat(crew.await(() -> leaver.isGone, SOON)).isTrue();
    leaver.comeBack();
    Blockage still = crew.world.network().block(List.of(cutOff.host), List.of(leaver.host));
    crew.run(Duration.ofSeconds(1));
    stays.node.assume(leaver.node.release(RANGE));
    leaver.beginLeave(false);
    assertThat(crew.await(() -> leaver.isGone, SOON)).isTrue();
    crew.stopSending();
    cut.heal();
    still.heal();
    crew.demandAllArrived(SOON);
  }

  private static void begin(Crew crew, Crew.Member owner, Crew.Member sender) {
    crew.world.network().model((a, b) -> new PathSettings(10_000_000, 0, 125_000_000));
    owner.node.assume(RANGE);
    crew.run(Duration.ofSeconds(3));
    sender.keepSending(Duration.ofMillis(20), 3, 40);
    crew.run(Duration.ofSeconds(1));
  }
}
