package io.phoenix.apps.storm;

import io.phoenix.api.EmbeddedCluster;
import io.phoenix.api.Node;
import io.phoenix.api.Phoenix;
import io.phoenix.apps.terminal.UserError;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicInteger;

/** Nodes inside this process, linked through memory. */
final class LocalWorld extends LinkedWorld {
  private static final Duration ANSWER_TIMEOUT = Duration.ofSeconds(60);

  private final StormSettings settings;
  private final EmbeddedCluster cluster;
  private final AtomicInteger opened = new AtomicInteger();

  LocalWorld(StormSettings settings, Topology topology) {
    super(settings, topology);
    this.settings = settings;
    cluster = Phoenix.embedded(settings.nodes(), StormSettings.nodeConfig());
    List<Topology.Edge> edges = topology.edges(settings.nodes(), settings.seed());
    for (int a = 0; a < settings.nodes(); a++) {
      for (int b = a + 1; b < settings.nodes(); b++) {
        if (!edges.contains(new Topology.Edge(a, b))) {
          cluster.block(a, b);
        }
      }
    }
    startAll();
  }

  /** A newcomer is linked to all others: memory has no wires to save. */
  @Override
  CompletableFuture<StormMember> start(int index, List<Integer> neighbours) {
    Node node = index < settings.nodes() ? cluster.node(index) : cluster.join();
    opened.incrementAndGet();
    var powers =
        new StormNode.Powers(() -> cutLinks(index), () -> Waiting.on("leave", node::leave));
    return CompletableFuture.completedFuture(new StormNode(node, index, settings, powers));
  }

  @Override
  CompletableFuture<Void> link(int from, int to) {
    cluster.heal(from, to);
    return CompletableFuture.completedFuture(null);
  }

  private void cutLinks(int index) {
    for (int other = 0; other < opened.get(); other++) {
      if (other != index) {
        cluster.cut(index, other);
      }
    }
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

  /** Does not wait: nodes that leave together wait for owners that have left before them. */
  @Override
  public void close() {
    var unused =
        Waiting.on(
            "end of the storm",
            () -> {
              cluster.close();
              return cluster;
            });
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
