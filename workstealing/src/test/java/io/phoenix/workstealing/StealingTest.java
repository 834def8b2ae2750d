package io.phoenix.workstealing;

import static org.assertj.core.api.Assertions.assertThat;

import io.phoenix.api.EmbeddedCluster;
import io.phoenix.api.Node;
import io.phoenix.api.NodeConfig;
import io.phoenix.api.Phoenix;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Jobs on nodes with real threads, linked through memory. */
class StealingTest {
  private static final Duration SOON = Duration.ofSeconds(30);

  private final EmbeddedCluster cluster = Phoenix.embedded(1, NodeConfig.of("test", 1 << 20));
  private final List<Stealing> nodes = new ArrayList<>();

  @AfterEach
  void close() {
    nodes.forEach(Stealing::close);
    cluster.close();
  }

  private Stealing add(int workers) throws Exception {
    Node node = nodes.isEmpty() ? cluster.node(0) : cluster.join();
    var settings =
        StealingSettings.defaults().withWorkers(workers).withLabel("node " + nodes.size());
    Stealing stealing = Stealing.on(node, TestApplications.all(), settings);
    if (!nodes.isEmpty()) { // the first one assumes everything already
      assertThat(stealing.join().await(SOON).reached()).isTrue();
    }
    nodes.add(stealing);
    return stealing;
  }

  @ParameterizedTest
  @CsvSource({"1, 1", "1, 2", "1, 4", "2, 1", "3, 2"})
  void resultIsRightOnNodesWithWorkers(int count, int workers) throws Exception {
    for (int i = 0; i < count; i++) {
      add(workers);
    }
    JobReport<Long> fib = nodes.get(0).submit(JobSpec.of("fib", "30"), Long.class).await(SOON);
    assertThat(fib.result()).isEqualTo(TestApplications.fib(30));
    assertThat(fib.total().tasks()).isEqualTo(TestApplications.fibTasks(30));
    assertThat(fib.nodes()).hasSize(count);
    JobReport<Long> leaves =
        nodes.get(count - 1).submit(JobSpec.of("leaves", "8"), Long.class).await(SOON);
    assertThat(leaves.result()).isEqualTo(40320);
  }
}
