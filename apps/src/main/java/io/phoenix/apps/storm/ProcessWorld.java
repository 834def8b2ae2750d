package io.phoenix.apps.storm;

import io.phoenix.api.ResourceName;
import io.phoenix.apps.Main;
import io.phoenix.apps.process.ChildJvm;
import io.phoenix.apps.process.Children;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Collectors;

/** Real processes on this machine, linked over TCP; each runs {@link StormNodeCommand}. */
final class ProcessWorld implements StormWorld {
  private static final Duration ANSWER_TIMEOUT = Duration.ofSeconds(60);

  private final Children children = new Children("phoenix-storm-");
  private final List<StormMember> members = new ArrayList<>();
  private final List<ResourceName> names = new ArrayList<>();

  private ProcessWorld() {}

  /** Starts the processes and tells them of each other. */
  static ProcessWorld open(StormSettings settings, Topology topology) {
    var world = new ProcessWorld();
    try {
      world.start(settings, topology);
      return world;
    } catch (RuntimeException e) {
      world.close();
      throw e;
    }
  }

  private void start(StormSettings settings, Topology topology) {
    var started = new ArrayList<ChildJvm>();
    var opened = new ArrayList<CompletableFuture<String>>();
    for (int i = 0; i < settings.nodes(); i++) {
      var arguments = new ArrayList<String>(List.of(StormNodeCommand.NAME, "--index=" + i));
      arguments.addAll(settings.toOptions());
      ChildJvm child = children.start("node " + i, Main.class, arguments);
      started.add(child);
      opened.add(child.ask(StormNodeCommand.OPEN));
      members.add(new ProcessMember(child, settings));
    }
    var ports = new ArrayList<String>();
    for (CompletableFuture<String> answer : opened) {
      String[] portAndName = await(answer).split(" ", -1);
      ports.add(portAndName[0]);
      names.add(ResourceName.parse(portAndName[1]));
    }
    for (Topology.Edge edge : topology.edges(settings.nodes(), settings.seed())) {
      await(started.get(edge.from()).ask(StormNodeCommand.PORT + " " + ports.get(edge.to())));
    }
  }

  @Override
  public List<StormMember> members() {
    return members;
  }

  @Override
  public List<ResourceName> names() {
    return names;
  }

  @Override
  public long nowNs() {
    return System.nanoTime();
  }

  @Override
  public void pass(Duration time) {
    LocalWorld.sleep(time);
  }

  @Override
  public <T> T await(CompletableFuture<T> answer) {
    return children.await(answer, ANSWER_TIMEOUT);
  }

  /** Leaves the processes' logs for people to read, and says where. */
  String keepLogs() {
    children.keepLogs();
    return children.logs().toString();
  }

  @Override
  public void close() {
    children.close();
  }

  /** A node in a process of its own. */
  private record ProcessMember(ChildJvm child, StormSettings settings) implements StormMember {
    @Override
    public CompletableFuture<Void> begin(List<ResourceName> everybody) {
      String names =
          everybody.stream().map(ResourceName::toString).collect(Collectors.joining(" "));
      return child.ask(StormNodeCommand.BEGIN + " " + names).thenAccept(ok -> {});
    }

    @Override
    public CompletableFuture<Void> stop() {
      return child.ask(StormNodeCommand.STOP).thenAccept(ok -> {});
    }

    @Override
    public CompletableFuture<StormStats> stats() {
      return child.ask(StormNodeCommand.STATS).thenApply(StormStats::fromLine);
    }

    @Override
    public CompletableFuture<StormReport> report() {
      return child
          .ask(StormNodeCommand.REPORT)
          .thenApply(line -> StormReport.fromLine(line, settings));
    }

    @Override
    public CompletableFuture<String> explain() {
      return child.ask(StormNodeCommand.EXPLAIN);
    }
  }
}
