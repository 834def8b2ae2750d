package io.phoenix.workstealing.runtime;

import static org.assertj.core.api.Assertions.assertThat;

import io.phoenix.api.Node;
import io.phoenix.api.NodeConfig;
import io.phoenix.api.Phoenix;
import io.phoenix.api.SimulatedCluster;
import io.phoenix.migration.Operation;
import io.phoenix.workstealing.Job;
import io.phoenix.workstealing.JobListener;
import io.phoenix.workstealing.JobSpec;
import io.phoenix.workstealing.TestApplications;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;

/**
 * A job in the simulator, while nodes join, leave and stand still, links break and parts of the
 * network are cut off; one seed decides everything. After each event the {@link Custody} is
 * checked; then everything is healed, and the job must end.
 */
final class Schedule {
  private static final Duration LONG = Duration.ofMinutes(5);
  private static final int MOST_NODES = 8;
  private static final int STEPS = 300;

  private record Member(Node node, StealingNode stealing) {}

  private final SplittableRandom random;
  private final SimulatedCluster world;
  private final Custody custody;
  private final CostModel model;
  private final Node hub;
  private final StealingNode client;
  private final List<Member> members = new ArrayList<>();
  private boolean comeBack;

  Schedule(long seed, boolean aborts) {
    random = new SplittableRandom(seed);
    custody = new Custody(aborts);
    model = new CostModel(1000 * (1 + random.nextInt(20)), 1 + random.nextInt(50));
    world = Phoenix.simulated(seed, NodeConfig.of("steal", 1 << 16));
    if (random.nextBoolean()) {
      world.latency(Duration.ofNanos(100_000), Duration.ofMillis(1 + random.nextInt(30)));
    }
    hub = world.open();
    client = new StealingNode(custody.watched(hub), TestApplications.all(), settings());
    custody.add(hub, client);
  }

  /** Has nodes that leave join again, the same ones, every other time. */
  Schedule withComebacks() {
    comeBack = true;
    return this;
  }

  int givenTwice() {
    return custody.givenTwice();
  }

  private StealingSettings settings() {
    return StealingSettings.defaults()
        .withWorkers(1 + random.nextInt(3))
        .withCluster(random.nextBoolean() ? "a" : "b")
        .withSimulated(model);
  }

  private Member open() {
    Node node = world.open(hub);
    var stealing = new StealingNode(custody.watched(node), TestApplications.all(), settings());
    custody.add(node, stealing);
    var member = new Member(node, stealing);
    members.add(member);
    return member;
  }

  private void join() {
    if (members.size() < MOST_NODES) {
      var unused = open().stealing.migration().join();
    }
  }

  private void leave(Member member) {
    if (members.size() < 2 || member.stealing.migration().interval() == null) {
      return;
    }
    members.remove(member);
    Operation leave = member.stealing.migration().leave();
    var unused =
        leave
            .report()
            .thenAccept(
                report -> {
                  if (report.reached() && comeBack && random.nextBoolean()) {
                    members.add(member);
                    var unusedToo = member.stealing.migration().join();
                  } else if (report.reached()) {
                    custody.remove(member.node);
                    world.leave(member.node);
                  } else {
                    members.add(member);
                  }
                });
  }

  private void change() {
    Member any = members.get(random.nextInt(members.size()));
    switch (random.nextInt(10)) {
      case 0, 1, 2 -> join();
      case 3, 4, 5 -> leave(any);
      case 6, 7 -> world.cut(hub, any.node);
      case 8 -> world.pause(any.node, Duration.ofMillis(random.nextInt(50)));
      default -> world.isolate(List.of(any.node), Duration.ofMillis(random.nextInt(3000)));
    }
  }

  /** Runs a job while things change; returns its result. */
  <R> Job<R> play(JobSpec spec, Class<R> type) {
    open().stealing.migration().found();
    for (int i = random.nextInt(5); i > 0; i--) {
      join();
    }
    Job<R> job = client.submissions().submit(spec, type, JobListener.none());
    // Once there is a result, nodes have bounded time to say what they did: they get it.
    for (int step = 0; step < STEPS && !custody.isOver(); step++) {
      run(job, Duration.ofMillis(10));
      change();
    }
    world.heal();
    assertThat(run(job, LONG)).as("'%s' ends", spec).isTrue();
    assertThat(world.runUntil(job.report()::isDone, LONG)).as("'%s' is over", spec).isTrue();
    return job;
  }

  /** Lets time pass until the job is over; checks after every event. */
  private boolean run(Job<?> job, Duration limit) {
    return world.runUntil(
        () -> {
          custody.check();
          return custody.isOver() || job.report().isDone();
        },
        limit);
  }
}
