package io.phoenix.apps.run;

import io.phoenix.api.Node;
import io.phoenix.api.NodeConfig;
import io.phoenix.api.Phoenix;
import io.phoenix.api.SimulatedCluster;
import io.phoenix.migration.goal.Report;
import io.phoenix.workstealing.Applications;
import io.phoenix.workstealing.Job;
import io.phoenix.workstealing.JobSpec;
import io.phoenix.workstealing.runtime.CostModel;
import io.phoenix.workstealing.runtime.Stealing;
import io.phoenix.workstealing.runtime.StealingSettings;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;

/** Simulated nodes that join and leave while a job runs, as a seed decides. */
final class ComingAndGoing {
  private static final Duration LONG = Duration.ofMinutes(5);
  private static final int MOST_NODES = 8;

  /** How many nodes there are in the beginning. */
  private static final List<Integer> NODES = List.of(1, 2, 5);

  /** How long a job takes one worker, at least: some nodes come and some go meanwhile. */
  private static final long LEAST_NS = 500_000_000;

  private record Member(Node node, Stealing stealing) {}

  private final SplittableRandom random;
  private final SimulatedCluster world;
  private final CostModel model;
  private final Node hub;
  private final Stealing client;
  private final List<Member> members = new ArrayList<>();
  private int joined;
  private int left;

  /**
   * Nobody yet.
   *
   * @param tasks how many the job has, about
   */
  ComingAndGoing(long seed, long tasks) {
    random = new SplittableRandom(seed);
    long workNs = LEAST_NS + random.nextLong(LEAST_NS);
    long quantum = 1 + random.nextLong(Math.max(1, tasks / 20));
    model = new CostModel((double) workNs / tasks, quantum);
    world = Phoenix.simulated(seed, NodeConfig.of("apps", 1 << 16));
    hub = world.open();
    client = Stealing.on(hub, Applications.installed(), settings());
  }

  private StealingSettings settings() {
    return StealingSettings.defaults().withWorkers(1 + random.nextInt(2)).withSimulated(model);
  }

  private Stealing open() {
    Node node = world.open(hub);
    Stealing stealing = Stealing.on(node, Applications.installed(), settings());
    members.add(new Member(node, stealing));
    return stealing;
  }

  private void change() {
    Member any = members.get(random.nextInt(members.size()));
    switch (random.nextInt(5)) {
      case 0, 1 -> {
        if (members.size() < MOST_NODES) {
          var unused = open().join().report().thenAccept(report -> joined += reached(report));
        }
      }
      case 2, 3 -> leave(any);
      default -> world.cut(hub, any.node);
    }
  }

  private void leave(Member member) {
    if (members.size() > 1 && member.stealing.migration().interval() != null) {
      members.remove(member);
      var unused =
          member
              .stealing
              .leave()
              .report()
              .thenAccept(
                  report -> {
                    left += reached(report);
                    if (report.reached()) {
                      world.leave(member.node);
                    } else {
                      members.add(member);
                    }
                  });
    }
  }

  private static int reached(Report report) {
    return report.reached() ? 1 : 0;
  }

  /** How many nodes joined while the job ran. */
  int joined() {
    return joined;
  }

  /** How many nodes left while the job ran. */
  int left() {
    return left;
  }

  /** Runs a job; it is over when this returns, or never. */
  Job<Object> play(JobSpec spec) {
    open().found();
    for (int i = NODES.get(random.nextInt(NODES.size())); i > 1; i--) {
      var joining = open().join().report();
      world.runUntil(joining::isDone, LONG);
    }
    Job<Object> job = client.submit(spec, Object.class);
    for (int i = 0; i < 300 && !job.report().isDone(); i++) {
      world.runUntil(job.report()::isDone, Duration.ofMillis(1 + random.nextInt(20)));
      change();
    }
    world.runUntil(job.report()::isDone, LONG);
    return job;
  }
}
