package io.phoenix.routing.sim;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.phoenix.api.Loop;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.Test;

class SimLoopTest {
  private final SimWorld world = new SimWorld(1);
  private final SimHost host = world.network().addHost("10.0.0.1");
  private final SimLoop loop = host.loop();
  private final List<String> log = new ArrayList<>();

  @Test
  void eventsRunInTheOrderOfTheirTimesAndThenOfTheirInsertion() {
    loop.schedule(Duration.ofNanos(20), () -> log.add("late"));
    loop.schedule(Duration.ofNanos(10), () -> log.add("early"));
    loop.execute(() -> log.add("first"));
    loop.execute(() -> log.add("second"));
    world.runFor(100);
    assertThat(log).containsExactly("first", "second", "early", "late");
  }

  @Test
  void aTimerSeesTheTimeAtWhichItRuns() {
    long setAt = loop.nowNs();
    var at = new ArrayList<Long>();
    loop.set(500, at::add);
    world.runFor(1000);
    assertThat(at).containsExactly(setAt + 500);
    assertThat(loop.nowNs()).isEqualTo(setAt + 1000);
  }

  @Test
  void aCancelledTimerNeverRuns() {
    Loop.Timer timer = loop.schedule(Duration.ofNanos(10), () -> log.add("no"));
    timer.cancel();
    timer.cancel();
    world.runFor(100);
    assertThat(log).isEmpty();
  }

  @Test
  void eventsOfAPausedNodePileUpAndRunAfterwardsInOrder() {
    loop.schedule(Duration.ofNanos(30), () -> log.add("timer at 30"));
    loop.schedule(Duration.ofNanos(10), () -> log.add("timer at 10"));
    host.pause(1000);
    loop.execute(() -> log.add("task"));
    world.runFor(999);
    assertThat(log).isEmpty();
    world.runFor(1);
    assertThat(log).containsExactly("task", "timer at 10", "timer at 30");
  }

  @Test
  void aPauseThatIsMadeLongerKeepsTheOrder() {
    host.pause(100);
    loop.execute(() -> log.add("first"));
    world.runFor(10);
    host.pause(1000);
    loop.execute(() -> log.add("second"));
    world.runFor(999);
    assertThat(log).isEmpty();
    world.runFor(1);
    assertThat(log).containsExactly("first", "second");
    assertThat(loop.isReady()).isTrue();
  }

  @Test
  void aTimerCanBeCancelledDuringThePauseThatHoldsItUp() {
    Loop.Timer timer = loop.schedule(Duration.ofNanos(10), () -> log.add("no"));
    host.pause(1000);
    world.runFor(500);
    timer.cancel();
    world.runFor(1000);
    assertThat(log).isEmpty();
  }

  @Test
  void aCrashDropsEventsForEver() {
    loop.execute(() -> log.add("no"));
    world.network().crash(host, true, 0);
    loop.execute(() -> log.add("no"));
    world.runFor(1000);
    assertThat(log).isEmpty();
    assertThat(loop.tryRun(() -> log.add("no"))).isFalse();
  }

  @Test
  void shutdownLetsQueuedTasksRunAndDropsTimers() {
    loop.execute(() -> log.add("queued"));
    loop.schedule(Duration.ofNanos(5), () -> log.add("no"));
    loop.shutdown();
    loop.execute(() -> log.add("no"));
    world.runFor(1000);
    assertThat(log).containsExactly("queued");
  }

  @Test
  void tryRunRunsAtOnceButNotInsideAnotherEventOfTheNode() {
    assertThat(loop.tryRun(() -> log.add("in loop " + loop.inLoop()))).isTrue();
    loop.execute(() -> log.add("nested " + loop.tryRun(() -> log.add("no"))));
    world.runFor(1);
    assertThat(log).containsExactly("in loop true", "nested false");
    assertThat(loop.inLoop()).isFalse();
    host.pause(10);
    assertThat(loop.tryRun(() -> log.add("no"))).isFalse();
  }

  @Test
  void nothingBlocks() {
    assertThatThrownBy(() -> loop.runUntil(() -> true, 0))
        .isInstanceOf(UnsupportedOperationException.class)
        .hasMessageContaining("nothing blocks in the simulator");
  }

  @Test
  void anExceptionOnALoopEndsTheRunWithSeedTimeAndStory() {
    world.trace().replayedBy("scripts/phoenix sim --seed 1");
    world.trace().note("node %d is about to fail", 7);
    loop.execute(
        () -> {
          throw new IllegalStateException("broken");
        });
    assertThatThrownBy(() -> world.runFor(1))
        .isInstanceOf(SimFailure.class)
        .hasMessageContaining("host 10.0.0.1 threw java.lang.IllegalStateException: broken")
        .hasMessageContaining("seed 1, virtual time 0.000000 s")
        .hasMessageContaining("replay: scripts/phoenix sim --seed 1")
        .hasMessageContaining("node 7 is about to fail");
  }

  @Test
  void observersSeeEachRunOnceWhenItIsOver() {
    world.observe(l -> log.add(l.host() + " in loop " + l.inLoop()));
    loop.execute(() -> {});
    world.runFor(1);
    assertThat(log).containsExactly("host 10.0.0.1 in loop false");
  }

  @Test
  void manyCancelledTimersDoNotStayInTheQueue() {
    for (int i = 0; i < 100_000; i++) {
      loop.schedule(Duration.ofDays(1), () -> log.add("no")).cancel();
    }
    loop.schedule(Duration.ofDays(2), () -> log.add("yes"));
    world.runFor(Duration.ofDays(3).toNanos());
    assertThat(log).containsExactly("yes");
    assertThat(world.steps()).isEqualTo(1);
  }

  @Test
  void hostsDrawFromSourcesOfTheirOwn() {
    var drawn = new HashSet<Long>();
    for (int index = 0; index < 20; index++) {
      RandomGenerator random = world.random("loop", index);
      for (int i = 0; i < 100; i++) {
        assertThat(drawn.add(random.nextLong())).as("no number comes at two hosts").isTrue();
      }
    }
  }
}
