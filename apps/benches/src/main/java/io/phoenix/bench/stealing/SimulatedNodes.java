package io.phoenix.bench.stealing;

import io.phoenix.api.Node;
import io.phoenix.api.NodeConfig;
import io.phoenix.api.Phoenix;
import io.phoenix.api.SimulatedCluster;
import io.phoenix.workstealing.Applications;
import io.phoenix.workstealing.Job;
import io.phoenix.workstealing.JobListener;
import io.phoenix.workstealing.JobReport;
import io.phoenix.workstealing.JobSpec;
import io.phoenix.workstealing.runtime.CostModel;
import io.phoenix.workstealing.runtime.Stealing;
import io.phoenix.workstealing.runtime.StealingSettings;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/**
 * Nodes in the simulator, in one or more LANs: the same code as in real runs, but for threads, and
 * tasks take as long as the {@link CostModel} says. In each LAN all nodes are linked to the first
 * one, and these to each other.
 */
final class SimulatedNodes {
  static final Duration LAN = Duration.ofNanos(100_000);
  static final Duration WAN = Duration.ofMillis(10);
  private static final Duration LONG = Duration.ofHours(100);

  private record Member(Node node, Stealing stealing) {}

  private final SimulatedCluster world;
  private final CostModel model;
  private final int workers;
  private final List<Integer> lans = new ArrayList<>();
  private final List<Node> gateways = new ArrayList<>();
  private final List<Member> members = new ArrayList<>();
  private final Stealing client;

  /**
   * No nodes yet, but one that submits jobs.
   *
   * @param workers of each node
   */
  SimulatedNodes(long seed, int workers, CostModel model) {
    this(seed, workers, model, LAN);
  }

  /**
   * No nodes yet, but one that submits jobs.
   *
   * @param workers of each node
   * @param within the time that a message takes between nodes of a LAN
   */
  SimulatedNodes(long seed, int workers, CostModel model, Duration within) {
    this.workers = workers;
    this.model = model;
    world = Phoenix.simulated(seed, NodeConfig.of("bench", 1L << 40).withMeshLinks(0));
    world.latency((i, j) -> lans.get(i).equals(lans.get(j)) ? within : WAN);
    Node hub = world.open();
    lans.add(0);
    gateways.add(hub);
    client = Stealing.on(hub, Applications.installed(), settings(0));
  }

  private StealingSettings settings(int lan) {
    return StealingSettings.defaults()
        .withWorkers(workers)
        .withCluster("lan " + lan)
        .withSimulated(model);
  }

  /** Opens a node, which joins; the first one founds the space. */
  void add(int lan) {
    lans.add(lan);
    Node node = lan < gateways.size() ? world.open(gateways.get(lan)) : gateway();
    Stealing stealing = Stealing.on(node, Applications.installed(), settings(lan));
    if (members.isEmpty()) {
      stealing.found();
    } else {
      var unused = stealing.join();
    }
    members.add(new Member(node, stealing));
  }

  private Node gateway() {
    Node gateway = world.open(gateways.toArray(Node[]::new));
    gateways.add(gateway);
    return gateway;
  }

  /** Opens so many nodes in a LAN, one after the other. */
  void addAll(int lan, int count) {
    for (int i = 0; i < count; i++) {
      add(lan);
      Stealing last = members.get(members.size() - 1).stealing;
      world.runUntil(() -> last.migration().interval() != null, LONG);
    }
  }

  /** The node that came last leaves. */
  void removeLast() {
    Member last = members.remove(members.size() - 1);
    var unused = last.stealing.leave().report().thenRun(() -> world.leave(last.node));
  }

  int size() {
    return members.size();
  }

  /** Submits a job, and lets somebody listen. */
  Job<Object> submit(JobSpec spec, JobListener listener) {
    return client.submit(spec, Object.class, listener);
  }

  /** Lets virtual time pass. */
  void runFor(Duration duration) {
    world.runFor(duration);
  }

  /** Runs a job to its end. */
  JobReport<Object> run(JobSpec spec) {
    Job<Object> job = submit(spec, JobListener.none());
    world.runUntil(job.report()::isDone, LONG);
    return job.report().join();
  }

  /** The time that the job's tasks would take on one CPU, over the time that it took. */
  double speedup(JobSpec spec) {
    JobReport<Object> report = run(spec);
    return model.nanos(report.total().tasks()) / (double) report.elapsed().toNanos();
  }
}
