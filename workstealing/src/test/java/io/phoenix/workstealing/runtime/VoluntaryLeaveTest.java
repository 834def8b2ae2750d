package io.phoenix.workstealing.runtime;

import static org.assertj.core.api.Assertions.assertThat;

import io.phoenix.api.EmbeddedCluster;
import io.phoenix.api.NodeConfig;
import io.phoenix.api.Phoenix;
import io.phoenix.migration.Operation;
import io.phoenix.workstealing.TestApplications;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Nodes that find no work leave; whoever asks them to, and however often. */
class VoluntaryLeaveTest {
  private static final Duration SOON = Duration.ofSeconds(30);

  private final EmbeddedCluster cluster = Phoenix.embedded(1, NodeConfig.of("test", 1 << 20));
  private final StealingNode first =
      new StealingNode(cluster.node(0), TestApplications.all(), StealingSettings.defaults());
  private final StealingNode leaver =
      new StealingNode(cluster.join(), TestApplications.all(), StealingSettings.defaults());

  @BeforeEach
  void join() throws Exception {
    assertThat(leaver.migration().join().await(SOON).reached()).isTrue();
    CompletableFuture.runAsync(() -> {}, leaver.loop()) // it has noticed that, too
        .get(SOON.toSeconds(), TimeUnit.SECONDS);
  }

  @AfterEach
  void close() {
    first.close();
    leaver.close();
    cluster.close();
  }

  @Test
  void leaveThatAPersonAskedForIsNotGivenUpForANodesOwn() throws Exception {
    Operation asked = leaver.migration().leave();
    leaver.leaveVoluntarily();
    leaver.leaveVoluntarily();
    assertThat(asked.await(SOON)).matches(report -> report.reached(), "has left");
    assertThat(leaver.leftByItself()).isNotDone();
  }

  @Test
  void nodeThatHasLeftByItselfComesBackAndMayLeaveAgain() throws Exception {
    for (int visit = 0; visit < 2; visit++) {
      var left = leaver.leftByItself();
      for (int request = 0; request < 3; request++) { // each of them fails
        leaver.leaveVoluntarily();
      }
      left.get(SOON.toSeconds(), TimeUnit.SECONDS);
      assertThat(leaver.migration().interval()).isNull();
      join();
    }
  }

  @Test
  void lastNodeStays() throws Exception {
    assertThat(leaver.migration().leave().await(SOON).reached()).isTrue();
    first.leaveVoluntarily();
    join(); // it gives to others, as before
    assertThat(first.leftByItself()).isNotDone();
  }
}
