package io.phoenix.apps.run;

import static org.assertj.core.api.Assertions.assertThat;

import io.phoenix.api.EmbeddedCluster;
import io.phoenix.api.Node;
import io.phoenix.api.NodeConfig;
import io.phoenix.api.Phoenix;
import io.phoenix.apps.bintree.BintreeCommand;
import io.phoenix.apps.fib.FibCommand;
import io.phoenix.apps.nqueens.NqueensCommand;
import io.phoenix.apps.pfold.PfoldCommand;
import io.phoenix.apps.ray.RayCommand;
import io.phoenix.apps.terminal.CommandErrors;
import io.phoenix.apps.uts.UtsCommand;
import io.phoenix.workstealing.Applications;
import io.phoenix.workstealing.JobReport;
import io.phoenix.workstealing.JobSpec;
import io.phoenix.workstealing.runtime.Stealing;
import io.phoenix.workstealing.runtime.StealingSettings;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine;

/** Every application, on nodes of one process with real threads. */
class AssignmentsTest {
  private static final Duration SOON = Duration.ofSeconds(60);

  private final EmbeddedCluster cluster = Phoenix.embedded(1, NodeConfig.of("apps", 1 << 20));
  private final List<Stealing> nodes = new ArrayList<>();

  @AfterEach
  void close() {
    nodes.forEach(Stealing::close);
    cluster.close();
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 5})
  void answersAreTheKnownOnes(int count, @TempDir Path directory) throws Exception {
    for (int i = 0; i < count; i++) {
      addNode();
    }
    check(new FibCommand(), "25");
    check(new FibCommand(), "20", "--closures");
    check(new BintreeCommand(), "12", "--spins", "100");
    check(new NqueensCommand(), "10", "--grain", "6");
    check(new NqueensCommand(), "1");
    check(new NqueensCommand(), "12", "--first");
    check(new NqueensCommand(), "3", "--first");
    check(new PfoldCommand(), "2x2x3", "--grain", "5");
    check(new PfoldCommand(), "3x3x3", "--length", "10", "--sequence", "HPPH");
    check(new UtsCommand(), "--type", "geometric", "--shape", "fixed", "--grain", "20");
    check(new UtsCommand(), "--type", "binomial", "--branching", "50", "--seed", "7");
    check(new RayCommand(), "--size", "64x48", "--out", directory.resolve("p.png").toString());
  }

  private void addNode() throws Exception {
    Node node = nodes.isEmpty() ? cluster.node(0) : cluster.join();
    Stealing stealing =
        Stealing.on(node, Applications.installed(), StealingSettings.defaults().withWorkers(2));
    if (!nodes.isEmpty()) {
      assertThat(stealing.join().await(SOON).reached()).isTrue();
    }
    nodes.add(stealing);
  }

  private void check(AppCommand command, String... words) throws Exception {
    CommandErrors.reporting(new CommandLine(command)).parseArgs(words);
    check(command.assignment());
  }

  @SuppressWarnings("unchecked")
  private <R> void check(Assignment<R> assignment) throws Exception {
    var spec =
        new JobSpec(assignment.application(), assignment.arguments(), JobSpec.DEFAULT_POLICY);
    JobReport<Object> report = nodes.get(0).submit(spec, Object.class).await(SOON);
    R result = (R) report.result();
    assertThat(assignment.isSame(result, assignment.serial())).as("%s", spec).isTrue();
    assertThat(assignment.isSame(result, assignment.work().computeSerially())).isTrue();
    assertThat(assignment.isRight(result)).isNotEqualTo(Optional.of(false));
    assignment.tasks().ifPresent(tasks -> assertThat(report.total().tasks()).isEqualTo(tasks));
    assertThat(assignment.present(result)).isNotEmpty();
  }
}
