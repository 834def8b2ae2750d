package io.phoenix.apps.storm;

import io.phoenix.api.EmbeddedCluster;
import io.phoenix.api.Node;
import io.phoenix.api.Phoenix;
import io.phoenix.api.ResourceName;
import io.phoenix.apps.UserError;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** Nodes inside this process, linked through memory. */
final class LocalWorld implements StormWorld {
  private static final Duration ANSWER_TIMEOUT = Duration.ofSeconds(30);

  private final EmbeddedCluster cluster;
  private final List<StormMember> members = new ArrayList<>();
  private final List<ResourceName> names = new ArrayList<>();

  LocalWorld(StormSettings settings, Topology topology) {
    cluster = Phoenix.embedded(settings.nodes(), StormSettings.nodeConfig());
    List<Topology.Edge> edges = topology.edges(settings.nodes(), settings.seed());
    for (int a = 0; a < settings.nodes(); a++) {
      for (int b = a + 1; b < settings.nodes(); b++) {
        if (!edges.contains(new Topology.Edge(a, b))) {
          cluster.block(a, b);
        }
      }
    }
    for (int i = 0; i < settings.nodes(); i++) {
      Node node = cluster.node(i);
      members.add(new StormNode(node, i, settings, cutter(i, edges, settings)));
      names.add(node.resourceName());
    }
  }

  /** Cuts a random link of node {@code i}. */
  private Runnable cutter(int i, List<Topology.Edge> edges, StormSettings settings) {
    List<Topology.Edge> mine =
        edges.stream().filter(edge -> edge.from() == i || edge.to() == i).toList();
    var random = new SplittableRandom(settings.seed() * 31 + i);
    return () -> {
      Topology.Edge edge = mine.get(random.nextInt(mine.size()));
      cluster.cut(edge.from(), edge.to());
    };
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
    sleep(time);
  }

  @Override
  public <T> T await(CompletableFuture<T> answer) {
    try {
      return answer.get(ANSWER_TIMEOUT.toMillis(), TimeUnit.MILLISECONDS);
    } catch (ExecutionException e) {
      throw new IllegalStateException(e.getCause());
    } catch (TimeoutException e) {
      throw new UserError(
          "a node's loop has not answered for " + ANSWER_TIMEOUT.toSeconds() + " s",
          "jstack shows what it is doing");
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new UserError("interrupted", "start it again");
    }
  }

  @Override
  public void close() {
    cluster.close();
  }

  /** Waits in real time. */
  static void sleep(Duration time) {
    try {
      TimeUnit.NANOSECONDS.sleep(time.toNanos());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new UserError("interrupted", "start it again");
    }
  }
}
