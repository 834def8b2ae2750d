package io.phoenix.workstealing.runtime;

import static org.assertj.core.api.Assertions.assertThat;

import io.phoenix.api.Node;
import io.phoenix.api.NodeConfig;
import io.phoenix.api.Phoenix;
import io.phoenix.api.SimulatedCluster;
import io.phoenix.migration.Operation;
import io.phoenix.workstealing.Job;
import io.phoenix.workstealing.JobListener;
import io.phoenix.workstealing.JobReport;
import io.phoenix.workstealing.JobSpec;
import io.phoenix.workstealing.TestApplications;
import io.phoenix.workstealing.steal.StealMessage;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.UnaryOperator;

/** Nodes of the simulator that run jobs, and what they said to each other about work. */
final class SimulatedJobs {
  static final Duration LONG = Duration.ofMinutes(10);

  /** A message, and the node that sent it. */
  record Said(Node from, StealMessage message) {}

  final SimulatedCluster world;
  final Custody custody = new Custody(false);
  final List<Node> nodes = new ArrayList<>();
  final List<StealingNode> members = new ArrayList<>();
  final List<Said> said = new ArrayList<>();
  private final CostModel model;

  SimulatedJobs(long seed, CostModel model) {
    this.model = model;
    world = Phoenix.simulated(seed, NodeConfig.of("jobs", 1 << 16));
    custody.tell((from, message) -> said.add(new Said(from, message)));
  }

  /** Opens nodes of one worker, which share the space. */
  SimulatedJobs open(int count) {
    for (int i = 0; i < count; i++) {
      await(join(settings -> settings));
    }
    return this;
  }

  /** Opens a node; the first founds the space, another one joins. */
  Operation join(UnaryOperator<StealingSettings> changed) {
    StealingNode member = idle(changed);
    if (members.size() == 1) {
      member.migration().found();
      return member.migration().balance();
    }
    return member.migration().join();
  }

  /** Opens a node that has no part of the space. */
  StealingNode idle(UnaryOperator<StealingSettings> changed) {
    Node node = world.open(world.nodes().toArray(Node[]::new));
    StealingSettings settings = StealingSettings.defaults().withSimulated(model);
    var member =
        new StealingNode(custody.watched(node), TestApplications.all(), changed.apply(settings));
    custody.add(node, member);
    nodes.add(node);
    members.add(member);
    return member;
  }

  void await(Operation operation) {
    assertThat(world.runUntil(operation.report()::isDone, LONG)).isTrue();
    assertThat(operation.report().join().reached()).isTrue();
  }

  <R> Job<R> submit(JobSpec spec, Class<R> type) {
    return members.get(0).submissions().submit(spec, type, JobListener.none());
  }

  /** Lets time pass until a job is over. */
  <R> JobReport<R> report(Job<R> job) {
    assertThat(world.runUntil(() -> isOver(job), LONG)).isTrue();
    return job.report().join();
  }

  boolean isOver(Job<?> job) {
    custody.check();
    return job.report().isDone();
  }

  /** Runs {@code fib n}, and checks its result. */
  JobReport<Long> fib(String application, int n, String policy) {
    JobSpec spec = JobSpec.of(application, String.valueOf(n)).withPolicy(policy);
    JobReport<Long> report = report(submit(spec, Long.class));
    assertThat(report.result()).isEqualTo(TestApplications.fib(n));
    return report;
  }

  /** The messages of a type, in the order in which they were sent. */
  <M extends StealMessage> List<M> said(Class<M> type) {
    return said.stream().map(Said::message).filter(type::isInstance).map(type::cast).toList();
  }
}
