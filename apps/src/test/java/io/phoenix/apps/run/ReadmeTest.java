package io.phoenix.apps.run;

import static org.assertj.core.api.Assertions.assertThat;

import io.phoenix.api.EmbeddedCluster;
import io.phoenix.api.NodeConfig;
import io.phoenix.api.Phoenix;
import io.phoenix.workstealing.Applications;
import io.phoenix.workstealing.JobReport;
import io.phoenix.workstealing.runtime.Stealing;
import io.phoenix.workstealing.runtime.StealingSettings;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The programs for work stealing that the README shows are compiled as they stand, and run. */
class ReadmeTest {
  private static final Duration SOON = Duration.ofSeconds(60);

  @Test
  void policyAndProgramsOfTheReadmeWorkWithoutTouchingTheEngine(@TempDir Path directory)
      throws Exception {
    assertThat(ReadmeCode.of("NextUp").lines().count()).isLessThanOrEqualTo(13);
    Path own = ReadmeCode.own(directory);
    Thread thread = Thread.currentThread();
    ClassLoader before = thread.getContextClassLoader();
    try (var loader = new URLClassLoader(new URL[] {own.toUri().toURL()}, before)) {
      thread.setContextClassLoader(loader); // the threads of nodes inherit it
      try (EmbeddedCluster cluster = Phoenix.embedded(1, NodeConfig.of("readme", 1 << 20))) {
        run(cluster, "next-up");
      }
      loader
          .loadClass("Count")
          .getMethod("main", String[].class)
          .invoke(null, (Object) new String[0]);
    } finally {
      thread.setContextClassLoader(before);
    }
  }

  private static void run(EmbeddedCluster cluster, String policy) throws Exception {
    var settings = StealingSettings.defaults();
    try (Stealing one = Stealing.on(cluster.node(0), Applications.installed(), settings);
        Stealing other = Stealing.on(cluster.join(), Applications.installed(), settings)) {
      assertThat(other.join().await(SOON).reached()).isTrue();
      Assignment<?> board = Tries.assignment("nqueens 13");
      JobReport<Object> report = one.submit(Tries.spec(board, policy), Object.class).await(SOON);
      assertThat(Tries.isRight(board, report.result())).isTrue();
      assertThat(report.total().stolen()).isPositive();
    }
  }
}
