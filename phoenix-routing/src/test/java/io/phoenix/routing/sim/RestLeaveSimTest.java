package io.phoenix.routing.sim;

import static org.assertj.core.api.Assertions.assertThat;

import io.phoenix.api.NodeConfig;
import io.phoenix.api.VirtualRange;
import java.time.Duration;
import java.util.List;
import java.util.stream.LongStream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** A leave for good that writes a log if, and only if, something can be handed to nobody. */
class RestLeaveSimTest {
  private static final NodeConfig CONFIG = NodeConfig.of("rest-leave", 64);
  private static final Duration SOON = Duration.ofSeconds(60);
  private static final VirtualRange LOW = VirtualRange.of(0, 32);
  private static final VirtualRange HIGH = VirtualRange.of(32, 64);

  private static LongStream seeds() {
    return LongStream.range(0, 20);
  }

  private static Crew crew(long seed) {
    Crew crew = new Crew(seed, CONFIG);
    crew.join().node.assume(LOW);
    crew.join().node.assume(HIGH);
    crew.run(Duration.ofSeconds(3));
    crew.members.forEach(m -> m.keepSending(Duration.ofMillis(3), 3, 40));
    crew.run(Duration.ofMillis(100 + crew.chance.nextInt(100)));
    return crew;
  }

  @ParameterizedTest
  @MethodSource("seeds")
  void thereIsNoLogIfAllCouldBeHandedOver(long seed) {
    Crew crew = crew(seed);
    Crew.Member stays = crew.members.get(0);
    Crew.Member leaver = crew.members.get(1);
    stays.node.assume(leaver.node.release(HIGH));
    leaver.leaveForGoodWithRest();
    assertThat(crew.await(() -> leaver.isGone, SOON)).isTrue();
    assertThat(leaver.log).isNull();
    crew.stopSending();
    crew.demandAllArrived(SOON);
    assertThat(leaver.report().logged() + leaver.report().lost()).isZero();
  }

  @ParameterizedTest
  @MethodSource("seeds")
  void whatNobodyTakesIsInTheLogAndComesBackWithIt(long seed) {
    Crew crew = crew(seed);
    Crew.Member stays = crew.members.get(0);
    Crew.Member leaver = crew.members.get(1);
    Blockage cut = crew.world.network().block(List.of(leaver.host), List.of(stays.host));
    crew.run(Duration.ofMillis(20 + crew.chance.nextInt(200)));
    leaver.leaveForGoodWithRest();
    assertThat(crew.await(() -> leaver.isGone, SOON)).isTrue();
    assertThat(leaver.report().lost()).isZero();
    assertThat(leaver.report().logged()).isPositive();
    cut.heal();
    crew.run(Duration.ofMillis(crew.chance.nextInt(20_000)));
    leaver.comeBack();
    crew.stopSending();
    crew.demandAllArrived(SOON);
    assertThat(leaver.node.assumed().contains(40)).isTrue();
  }
}
