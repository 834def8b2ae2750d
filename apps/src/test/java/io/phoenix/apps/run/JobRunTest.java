package io.phoenix.apps.run;

import static org.assertj.core.api.Assertions.assertThat;

import io.phoenix.api.EmbeddedCluster;
import io.phoenix.api.NodeConfig;
import io.phoenix.api.Phoenix;
import io.phoenix.workstealing.Applications;
import io.phoenix.workstealing.Job;
import io.phoenix.workstealing.JobSpec;
import io.phoenix.workstealing.runtime.Stealing;
import io.phoenix.workstealing.runtime.StealingSettings;
import java.time.Duration;
import org.junit.jupiter.api.Test;

class JobRunTest {
  private static final Duration SOON = Duration.ofSeconds(30);

  @Test
  void processThatEndsWaitsUntilItsJobIsCancelled() throws Exception {
    try (EmbeddedCluster cluster = Phoenix.embedded(1, NodeConfig.of("test", 1 << 20));
        Stealing worker = Stealing.on(cluster.node(0), installed(), settings());
        Stealing submitter = Stealing.on(cluster.join(), installed(), settings())) {
      Job<Long> job = submitter.submit(JobSpec.of("fib", "divide", "60"), Long.class);
      JobRun.cancel(job);
      assertThat(job.report()).as("as soon as that returns").isCompletedExceptionally();
      Job<Long> next = worker.submit(JobSpec.of("fib", "divide", "10"), Long.class);
      assertThat(next.await(SOON).result()).isEqualTo(55);
    }
  }

  private static Applications installed() {
    return Applications.installed();
  }

  private static StealingSettings settings() {
    return StealingSettings.defaults();
  }
}
