package io.phoenix.routing.sim;

import static org.assertj.core.api.Assertions.assertThat;

import io.phoenix.api.NodeConfig;
import io.phoenix.api.VirtualRange;
import java.time.Duration;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** What becomes of the ranges of a node that returns with its log. */
class ReturnedClaimSimTest {
  private static final NodeConfig CONFIG = NodeConfig.of("returned-claim", 64);
  private static final VirtualRange RANGE = VirtualRange.all(64);
  private static final Duration SOON = Duration.ofSeconds(10);

  static LongStream seeds() {
    return LongStream.range(0, 40);
  }

  private Crew crew(long seed) {
    Crew crew = new Crew(seed, CONFIG);
    crew.join();
    crew.join();
    crew.members.get(1).node.assume(RANGE);
    crew.run(Duration.ofSeconds(3));
    crew.members.forEach(m -> m.keepSending(Duration.ofMillis(3), 3, 40));
    crew.run(Duration.ofMillis(100 + crew.chance.nextInt(100)));
    crew.members.get(1).beginLeave(true);
    crew.run(SOON);
    crew.stopSending();
    return crew;
  }

  @ParameterizedTest
  @MethodSource("seeds")
  void whoAssumedThemMeanwhileKeepsThemAndGetsWhatWasInTheLog(long seed) {
    Crew crew = crew(seed);
    Crew.Member other = crew.members.get(0);
    Crew.Member returns = crew.members.get(1);
    VirtualRange taken = VirtualRange.of(0, 32);
    other.node.assume(taken);
    crew.run(Duration.ofMillis(crew.chance.nextInt(1000)));
    returns.comeBack();
    crew.demandAllArrived(SOON);
    assertThat(other.node.assumed().contains(3)).isTrue();
    assertThat(returns.node.assumed().contains(3)).isFalse();
    assertThat(returns.node.assumed().contains(40)).isTrue();
    assertThat(crew.conflicts).containsExactly("member 1 lost " + taken);
  }

  @ParameterizedTest
  @MethodSource("seeds")
  void itAssumesThemAgainIfNobodyHas(long seed) {
    Crew crew = crew(seed);
    crew.members.get(1).comeBack();
    crew.members.get(1).send(3);
    crew.demandAllArrived(SOON);
    assertThat(crew.members.get(1).node.assumed().contains(3)).isTrue();
    assertThat(crew.conflicts).isEmpty();
  }

  @Test
  void itAssumesThemAgainIfItIsAlone() {
    Crew crew = new Crew(1, CONFIG);
    Crew.Member alone = crew.join();
    alone.node.assume(RANGE);
    alone.beginLeave(true);
    crew.run(SOON);
    alone.comeBack();
    alone.send(3);
    crew.demandAllArrived(SOON);
  }
}
