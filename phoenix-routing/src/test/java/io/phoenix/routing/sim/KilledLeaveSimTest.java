package io.phoenix.routing.sim;

import static org.assertj.core.api.Assertions.assertThat;

import io.phoenix.api.NodeConfig;
import io.phoenix.api.PhoenixException;
import io.phoenix.api.VirtualRange;
import io.phoenix.routing.node.LeaveMode;
import io.phoenix.routing.runtime.Leaving;
import java.time.Duration;
import java.util.List;
import java.util.stream.LongStream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * The log is written before anybody is told of the leave. So a node that is killed from then on
 * returns with it, and one whose disk is full goes on.
 */
class KilledLeaveSimTest {
  private static final NodeConfig CONFIG = NodeConfig.of("killed-leave", 64);
  private static final Duration SOON = Duration.ofSeconds(60);
  private static final VirtualRange LOW = VirtualRange.of(0, 32);
  private static final VirtualRange HIGH = VirtualRange.of(32, 64);

  private static LongStream seeds() {
    return LongStream.range(0, 40);
  }

  /** Member 0 and member 1 have half of the space each; all three send to both halves. */
  private static Crew crew(long seed) {
    Crew crew = new Crew(seed, CONFIG);
    crew.join().node.assume(LOW);
    crew.join().node.assume(HIGH);
    crew.join();
    crew.run(Duration.ofSeconds(3));
    crew.members.forEach(m -> m.keepSending(Duration.ofMillis(3), 3, 40));
    crew.run(Duration.ofMillis(100 + crew.chance.nextInt(100)));
    return crew;
  }

  @ParameterizedTest
  @MethodSource("seeds")
  void whoIsKilledBeforeItTellsAnybodyReturns(long seed) {
    Crew crew = crew(seed);
    Crew.Member killed = crew.members.get(1);
    killed.leaveAndBeKilled(-1);
    comesBackAndAllArrives(crew, killed);
  }

  @ParameterizedTest
  @MethodSource("seeds")
  void whoIsKilledWhileItTellsReturns(long seed) {
    Crew crew = crew(seed);
    Crew.Member killed = crew.members.get(1);
    killed.leaveAndBeKilled(crew.chance.nextLong(5_000_000));
    comesBackAndAllArrives(crew, killed);
  }

  @ParameterizedTest
  @MethodSource("seeds")
  void whoIsKilledWhileAnotherLeavesForGoodReturns(long seed) {
    Crew crew = crew(seed);
    Crew.Member killed = crew.members.get(1);
    killed.leaveAndBeKilled(crew.chance.nextLong(10_000_000) - 5_000_000);
    crew.run(Duration.ofNanos(crew.chance.nextLong(2_000_000)));
    crew.members.get(2).beginLeave(false);
    comesBackAndAllArrives(crew, killed);
  }

  /** What is in the log does not go out as well. */
  @ParameterizedTest
  @MethodSource("seeds")
  void whatWaitsForAnOwnerThatComesWhenTheLogIsWrittenArrivesOnce(long seed) {
    Crew crew = new Crew(seed, CONFIG);
    crew.world.network().model((a, b) -> new PathSettings(50_000_000, 0, 125_000_000));
    Crew.Member next = crew.join();
    Crew.Member killed = crew.join();
    next.node.assume(LOW);
    crew.run(Duration.ofSeconds(3));
    killed.keepSending(Duration.ofMillis(3), 3, 40); // nobody assumes 40
    crew.run(Duration.ofMillis(100 + crew.chance.nextInt(100)));
    killed.leaveAndBeKilled(
        crew.chance.nextLong(300_000_000), () -> next.node.assume(HIGH)); // while it tells
    assertThat(crew.await(() -> killed.isGone, SOON)).isTrue();
    killed.comeBack();
    crew.stopSending();
    crew.demandAllArrived(SOON);
  }

  /**
   * It could reach nobody when it wrote its log, so all it sent last is in doubt. Then it can reach
   * the others, of whom one is about to leave for good, and tells it what it had accepted.
   */
  @ParameterizedTest
  @MethodSource("seeds")
  void whatWasInDoubtIsSettledThoughItsPeerToldOnlyTheOneThatWasKilled(long seed) {
    Crew crew = new Crew(seed, CONFIG);
    crew.world.network().model((a, b) -> new PathSettings(10_000_000, 0, 125_000_000));
    Crew.Member stays = crew.join();
    Crew.Member owner = crew.join();
    Crew.Member killed = crew.join();
    owner.node.assume(VirtualRange.all(64));
    crew.run(Duration.ofSeconds(3));
    killed.keepSending(Duration.ofMillis(3), 3, 40);
    crew.run(Duration.ofMillis(100 + crew.chance.nextInt(100)));
    Blockage cut =
        crew.world.network().block(List.of(killed.host), List.of(stays.host, owner.host));
    crew.run(Duration.ofMillis(crew.chance.nextInt(100)));
    killed.leaveAndBeKilled(
        crew.chance.nextLong(4_000_000_000L),
        () -> {
          cut.heal();
          stays.node.assume(owner.node.release(VirtualRange.all(64)));
          owner.beginLeave(false);
        });
    assertThat(crew.await(() -> killed.isGone && owner.isGone, SOON)).isTrue();
    crew.run(Duration.ofMillis(crew.chance.nextInt(5000)));
    killed.comeBack();
    crew.demandAllArrived(SOON);
  }

  private static void comesBackAndAllArrives(Crew crew, Crew.Member killed) {
    assertThat(crew.await(() -> killed.isGone, SOON)).isTrue();
    crew.run(Duration.ofMillis(crew.chance.nextInt(20_000)));
    crew.stopSending();
    killed.comeBack();
    crew.demandAllArrived(SOON);
    assertThat(killed.node.assumed().contains(40)).isTrue();
    assertThat(crew.conflicts).isEmpty();
  }

  @ParameterizedTest
  @MethodSource("seeds")
  void whoCannotWriteItsLogGoesOnAndMayLeaveAgain(long seed) {
    Crew crew = crew(seed);
    Crew.Member stays = crew.members.get(1);
    Leaving leaving = stays.node.beginLeave(LeaveMode.WITH_LOG, () -> new byte[0]);
    stays.isOpen = false;
    var unused =
        leaving
            .log()
            .thenAccept(
                bytes -> crew.world.after(crew.chance.nextLong(300_000_000), () -> fail(leaving)));
    assertThat(crew.await(() -> leaving.left().isCompletedExceptionally(), SOON)).isTrue();
    stays.isOpen = true;
    stays.keepSending(Duration.ofMillis(3), 3, 40);
    crew.run(Duration.ofMillis(crew.chance.nextInt(1000)));
    assertThat(stays.node.assumed().contains(40)).isTrue();
    stays.beginLeave(true);
    comesBackAndAllArrives(crew, stays);
  }

  private static void fail(Leaving leaving) {
    leaving.onNotWritten(new PhoenixException("no space left on device"));
  }
}
