package io.phoenix.workstealing.runtime;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import io.phoenix.api.Node;
import io.phoenix.api.NodeConfig;
import io.phoenix.api.Phoenix;
import io.phoenix.api.SimulatedCluster;
import io.phoenix.workstealing.Job;
import io.phoenix.workstealing.JobListener;
import io.phoenix.workstealing.JobSpec;
import io.phoenix.workstealing.TestApplications;
import io.phoenix.workstealing.steal.Holdings;
import io.phoenix.workstealing.steal.StealId;
import io.phoenix.workstealing.steal.StealMessage;
import io.phoenix.workstealing.steal.StealMessage.Abort;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.slf4j.LoggerFactory;

/** A search on four nodes: what was stolen and is not wanted any more is dropped by its thief. */
class AbortSimTest {
  private static final Duration LONG = Duration.ofMinutes(5);
  private static final int QUEENS = 8;

  private final Custody custody = new Custody(true);
  private final List<StealingNode> members = new ArrayList<>();
  private final SimulatedCluster world = Phoenix.simulated(1, NodeConfig.of("abort", 1 << 16));

  /** Work that another node had when that was told to drop it. */
  private final Set<StealId> aborted = new LinkedHashSet<>();

  @BeforeAll
  static void beQuiet() {
    ((Logger) LoggerFactory.getLogger("io.phoenix")).setLevel(Level.ERROR);
  }

  private void open() {
    Node node = world.open(world.nodes().toArray(Node[]::new));
    var settings = StealingSettings.defaults().withSimulated(new CostModel(100_000, 5));
    var member = new StealingNode(custody.watched(node), TestApplications.all(), settings);
    custody.add(node, member);
    members.add(member);
    if (members.size() == 1) {
      member.migration().found();
    } else {
      var joining = member.migration().join().report();
      assertThat(world.runUntil(joining::isDone, LONG)).isTrue();
    }
  }

  private void onSent(Node from, StealMessage message) {
    if (message instanceof Abort abort && isHeld(abort.id())) {
      aborted.add(abort.id());
    }
  }

  private boolean isHeld(StealId id) {
    return members.stream()
        .map(member -> member.jobs().current())
        .anyMatch(
            job ->
                job != null
                    && Holdings.held(job.site()).stream().anyMatch(held -> held.id().equals(id)));
  }

  @Test
  void thiefDropsWhatItsVictimDoesNotWantAnyMore() {
    for (int i = 0; i < 4; i++) {
      open();
    }
    custody.tell(this::onSent);
    JobSpec spec = JobSpec.of("cilk-searches", String.valueOf(QUEENS));
    Job<String> job = members.get(0).submissions().submit(spec, String.class, JobListener.none());
    assertThat(world.runUntil(() -> isOver(job), LONG)).isTrue();
    assertThat(TestApplications.arePlacements(job.report().join().result(), QUEENS)).isTrue();
    assertThat(aborted).as("work that was aborted at other nodes").isNotEmpty();
  }

  private boolean isOver(Job<?> job) {
    custody.check(); // also: what nobody waits for has been told so
    return job.report().isDone();
  }
}
