package io.phoenix.bench;

import static org.assertj.core.api.Assertions.assertThat;

import io.phoenix.bench.Task.Kind;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** The peers that Phoenix is measured beside must do what their figures say. */
@Timeout(60)
class EndpointTest {
  static Stream<Arguments> everyTaskOfPlainSockets() {
    return Stream.of(BenchChild.Role.BLOCKING_SOCKETS, BenchChild.Role.SPINNING_NIO)
        .flatMap(
            role ->
                Stream.of(
                        new Task(Kind.ROUND_TRIP, 8, 20),
                        new Task(Kind.ROUND_TRIP, 1 << 20, 20),
                        new Task(Kind.WINDOW_64, 8, 20),
                        new Task(Kind.BATCH_64, 100, 20),
                        new Task(Kind.STREAM, 8, 20))
                    .map(task -> Arguments.of(role, task)));
  }

  @ParameterizedTest
  @MethodSource("everyTaskOfPlainSockets")
  void bothEndsAgreeWhenATaskIsOver(BenchChild.Role role, Task task) throws Exception {
    try (Endpoint server = role.endpoint();
        Endpoint client = role.endpoint()) {
      client.connect(server.listen());
      runOnBoth(server, client, task);
    }
  }

  @Test
  void plainSocketsReachEachOtherThroughRelays() throws Exception {
    BenchChild.Role role = BenchChild.Role.BLOCKING_SOCKETS;
    try (Endpoint server = role.endpoint();
        Endpoint far = role.endpoint();
        Endpoint near = role.endpoint();
        Endpoint client = role.endpoint()) {
      client.connect(near.relay(far.relay(server.listen())));
      runOnBoth(server, client, new Task(Kind.ROUND_TRIP, 8, 20));
    }
  }

  /** Neither end is waited for without a limit: a read of a socket cannot be interrupted. */
  private static void runOnBoth(Endpoint server, Endpoint client, Task task) throws Exception {
    var served =
        start(
            () -> {
              server.serve(Task.fromLine(task.toLine()));
              return true;
            });
    assertThat(start(() -> client.measure(task)).get(30, TimeUnit.SECONDS)).isPositive();
    served.get(30, TimeUnit.SECONDS);
  }

  private static <T> CompletableFuture<T> start(Callable<T> work) {
    return CompletableFuture.supplyAsync(
        () -> {
          try {
            return work.call();
          } catch (Exception e) {
            throw new IllegalStateException(e);
          }
        },
        run -> new Thread(run).start());
  }
}
