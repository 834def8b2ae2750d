package io.phoenix.apps.storm;

import io.phoenix.api.ResourceName;
import io.phoenix.apps.process.ChildJvm;
import io.phoenix.apps.process.Children;
import io.phoenix.routing.tls.ClusterAuthority;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Collectors;

/**
 * Real processes on this machine, linked over TLS; each runs {@link StormProcess}, and gets its
 * credentials through its pipe from this process, which is their authority.
 */
final class ProcessWorld extends LinkedWorld {
  private static final Duration ANSWER_TIMEOUT = Duration.ofSeconds(60);

  private final StormSettings settings;
  private final ClusterAuthority authority = ClusterAuthority.ephemeral();
  private final Children children = new Children("phoenix-storm-");
  private final List<CompletableFuture<ProcessMember>> processes = new ArrayList<>();

  private ProcessWorld(StormSettings settings, Topology topology) {
    super(settings, topology);
    this.settings = settings;
  }

  /** Starts the processes and tells them of each other. */
  static ProcessWorld open(StormSettings settings, Topology topology) {
    var world = new ProcessWorld(settings, topology);
    try {
      world.startAll();
      return world;
    } catch (RuntimeException e) {
      world.close();
      throw e;
    }
  }

  @Override
  CompletableFuture<StormMember> start(int index, List<Integer> neighbours) {
    var arguments = new ArrayList<String>(List.of("--index=" + index));
    arguments.addAll(settings.toOptions());
    ChildJvm child = children.start("node " + index, StormProcess.class, arguments);
    String ports =
        neighbours.stream()
            .map(neighbour -> " " + processes.get(neighbour).join().port())
            .collect(Collectors.joining());
    CompletableFuture<ProcessMember> process =
        child
            .ask(StormProcess.OPEN + " " + authority.issue(child.name()).toWord() + ports)
            .thenApply(line -> member(index, child, line));
    processes.add(process);
    return process.thenApply(member -> member);
  }

  private static ProcessMember member(int index, ChildJvm child, String portAndName) {
    String[] words = portAndName.split(" ", -1);
    return new ProcessMember(index, child, words[0], ResourceName.parse(words[1]));
  }

  @Override
  CompletableFuture<Void> link(int from, int to) {
    // Both are settled members: they have answered with their ports.
    String question = StormProcess.PORT + " " + processes.get(to).join().port();
    return processes.get(from).join().child().ask(question).thenAccept(ok -> {});
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
  private record ProcessMember(int index, ChildJvm child, String port, ResourceName name)
      implements StormMember {
    @Override
    public CompletableFuture<Void> begin(List<ResourceName> everybody) {
      String names =
          everybody.stream().map(ResourceName::toString).collect(Collectors.joining(" "));
      return child.ask(StormProcess.BEGIN + " " + names).thenAccept(ok -> {});
    }

    @Override
    public CompletableFuture<Void> join() {
      return child.ask(StormProcess.JOIN).thenAccept(ok -> {});
    }

    /** As a machine's owner would have it: by SIGTERM. It then waits for this question. */
    @Override
    public CompletableFuture<StormReport> leave() {
      child.terminate();
      return child
          .ask(StormProcess.FAREWELL)
          .thenApply(StormReport::fromLine)
          .whenComplete((report, failure) -> close());
    }

    private void close() {
      var unused =
          Waiting.on(
              "end of " + child.name(),
              () -> {
                child.close();
                return child;
              });
    }

    @Override
    public CompletableFuture<Void> stop() {
      return child.ask(StormProcess.STOP).thenAccept(ok -> {});
    }

    @Override
    public CompletableFuture<StormStats> stats() {
      return child.ask(StormProcess.STATS).thenApply(StormStats::fromLine);
    }

    @Override
    public CompletableFuture<StormReport> report() {
      return child.ask(StormProcess.REPORT).thenApply(StormReport::fromLine);
    }

    @Override
    public CompletableFuture<String> explain() {
      return child.ask(StormProcess.EXPLAIN);
    }
  }
}
