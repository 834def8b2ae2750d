package io.phoenix.routing.sim;

import static org.assertj.core.api.Assertions.assertThat;

import io.phoenix.api.NodeConfig;
import io.phoenix.api.VirtualRange;
import java.time.Duration;
import java.util.List;
import java.util.stream.LongStream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Leaves with a log and returns, two of them at a time. */
class ReturnOrderSimTest {
  private static final NodeConfig CONFIG = NodeConfig.of("return-order", 64);
  private static final Duration SOON = Duration.ofSeconds(60);

  private static LongStream seeds() {
    return LongStream.range(0, 40);
  }

  /** Each of them has a part of the space, and sends to all parts. */
  private static Crew crew(long seed, int size) {
    Crew crew = new Crew(seed, CONFIG);
    for (int i = 0; i < size; i++) {
      crew.join().node.assume(VirtualRange.of(64L * i / size, 64L * (i + 1) / size));
    }
    crew.run(Duration.ofSeconds(3));
    crew.members.forEach(m -> m.keepSending(Duration.ofMillis(3), 3, 20, 30, 60));
    crew.run(Duration.ofMillis(100 + crew.chance.nextInt(100)));
    return crew;
  }

  private static void awaitGone(Crew crew, Crew.Member member) {
    assertThat(crew.await(() -> member.isGone, SOON)).isTrue();
  }

  private static void demandAll(Crew crew) {
    crew.stopSending();
    crew.demandAllArrived(SOON);
    assertThat(crew.conflicts).isEmpty();
    assertThat(crew.vacant().isEmpty()).isTrue();
  }

  @ParameterizedTest
  @MethodSource("seeds")
  void twoThatLeftWithLogsReturnInTheOtherOrder(long seed) {
    Crew crew = crew(seed, 3);
    Crew.Member first = crew.members.get(0);
    Crew.Member second = crew.members.get(1);
    first.beginLeave(true);
    crew.run(Duration.ofMillis(crew.chance.nextInt(100)));
    second.beginLeave(true);
    awaitGone(crew, first);
    awaitGone(crew, second);
    crew.run(Duration.ofMillis(crew.chance.nextInt(5000)));
    second.comeBack();
    crew.run(Duration.ofMillis(crew.chance.nextInt(3000)));
    first.comeBack();
    demandAll(crew);
  }

  @ParameterizedTest
  @MethodSource("seeds")
  void oneReturnsWhileTheOnlyOtherLeaves(long seed) {
    Crew crew = crew(seed, 2);
    Crew.Member returns = crew.members.get(0);
    Crew.Member leaves = crew.members.get(1);
    returns.beginLeave(true);
    awaitGone(crew, returns);
    crew.run(Duration.ofMillis(crew.chance.nextInt(2000)));
    leaves.beginLeave(true);
    crew.run(Duration.ofNanos(crew.chance.nextLong(10_000_000)));
    returns.comeBack();
    awaitGone(crew, leaves);
    crew.run(Duration.ofMillis(crew.chance.nextInt(5000)));
    leaves.comeBack();
    demandAll(crew);
  }

  @ParameterizedTest
  @MethodSource("seeds")
  void whoLeftWhileItWasCutOffReturnsWhileTheCutLasts(long seed) {
    Crew crew = crew(seed, 3);
    Crew.Member away = crew.members.get(0);
    Blockage cut =
        crew.world
            .network()
            .block(List.of(away.host), List.of(crew.members.get(1).host, crew.members.get(2).host));
    crew.run(Duration.ofMillis(crew.chance.nextInt(500)));
    away.beginLeave(true);
    awaitGone(crew, away);
    assertThat(away.report().inOrder()).isFalse();
    crew.run(Duration.ofMillis(crew.chance.nextInt(2000)));
    away.comeBack(); // at another address, which is not cut off
    crew.run(Duration.ofMillis(crew.chance.nextInt(2000)));
    cut.heal();
    demandAll(crew);
  }
}
