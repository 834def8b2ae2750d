package io.phoenix.routing;

import static org.assertj.core.api.Assertions.assertThat;

import io.phoenix.api.Message;
import io.phoenix.api.Node;
import io.phoenix.api.NodeConfig;
import io.phoenix.api.Phoenix;
import io.phoenix.api.VirtualRange;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CyclicBarrier;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Over TCP: returns with a log, where that is harder than it should be. */
@Timeout(120)
class ReturnByLogIT {
  private static final NodeConfig CONFIG = NodeConfig.of("return-by-log-it", 64);
  private static final Duration PATIENCE = Duration.ofSeconds(30);

  @TempDir Path directory;

  @Test
  void theLogKnowsWhereOthersAreWhenTheFounderHasLeft() throws Exception {
    Node founder = Phoenix.open(CONFIG);
    NodeConfig given = CONFIG.withPorts(founder.localPort().toString());
    Path log = directory.resolve("log");
    try (Node stays = Phoenix.open(given)) {
      Node away = Phoenix.open(given);
      stays.assume(VirtualRange.of(0, 32));
      away.assume(VirtualRange.of(32, 64));
      stays.send(40, 1, new byte[1]);
      assertThat(away.recv(PATIENCE)).isNotNull();
      away.leave(log);
      founder.leave(); // for good, and nobody else was given any other port
      stays.send(40, 1, new byte[2]);
      try (Node back = Phoenix.open(given, log)) {
        Message waited = back.recv(PATIENCE);
        assertThat(waited).isNotNull();
        assertThat(waited.payload()).hasSize(2);
        back.send(7, 1, new byte[3]);
        Message answer = stays.recv(PATIENCE);
        assertThat(answer).isNotNull();
        assertThat(answer.payload()).hasSize(3);
      }
    }
  }

  @Test
  void oneOfTwoThatReturnAtOnceWithTheSameLogDoes() throws Exception {
    Path log = directory.resolve("log");
    Node first = Phoenix.open(CONFIG);
    first.assume(VirtualRange.all(64));
    first.send(7, 1, new byte[1]);
    first.leave(log);
    var together = new CyclicBarrier(4);
    List<CompletableFuture<Node>> tries = new ArrayList<>();
    for (int i = 0; i < 4; i++) {
      tries.add(
          CompletableFuture.supplyAsync(
              () -> {
                try {
                  together.await();
                  return Phoenix.open(CONFIG, log);
                } catch (InterruptedException | java.util.concurrent.BrokenBarrierException e) {
                  throw new IllegalStateException(e);
                }
              },
              task -> new Thread(task).start()));
    }
    List<Node> opened = new ArrayList<>();
    List<String> refused = new ArrayList<>();
    for (CompletableFuture<Node> one : tries) {
      one.handle(
              (node, failure) ->
                  node != null
                      ? opened.add(node)
                      : refused.add(String.valueOf(failure.getCause().getMessage())))
          .join();
    }
    assertThat(opened).hasSize(1);
    assertThat(refused)
        .hasSize(3)
        .allMatch(m -> m.contains("there is no leave log " + log + "; it may have been used"));
    try (Node back = opened.get(0)) {
      assertThat(back.recv(PATIENCE)).isNotNull();
    }
  }
}
