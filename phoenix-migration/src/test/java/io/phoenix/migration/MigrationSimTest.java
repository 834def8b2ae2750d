package io.phoenix.migration;

import static org.assertj.core.api.Assertions.assertThat;

import io.phoenix.api.Node;
import io.phoenix.api.NodeConfig;
import io.phoenix.api.OwnershipToken;
import io.phoenix.api.Phoenix;
import io.phoenix.api.SimulatedCluster;
import io.phoenix.api.VirtualRange;
import io.phoenix.migration.goal.Report;
import io.phoenix.migration.state.MigratingState;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Migration as applications see it, over simulated nodes. */
class MigrationSimTest {
  private static final Duration LIMIT = Duration.ofMinutes(5);

  private final SimulatedCluster world = Phoenix.simulated(1, NodeConfig.of("migration", 64));
  private final List<Object> assumed = new ArrayList<>();
  private final List<OwnershipToken> released = new ArrayList<>();

  /** A node of which {@link #assumed} and {@link #released} tell what it did. */
  private Node watched(Node node) {
    return (Node)
        Proxy.newProxyInstance(
            Node.class.getClassLoader(),
            new Class<?>[] {Node.class},
            (proxy, method, args) -> {
              try {
                Object result = method.invoke(node, args);
                if (method.getName().equals("assume")) {
                  assumed.add(args[0]);
                } else if (result instanceof OwnershipToken token) {
                  released.add(token);
                }
                return result;
              } catch (InvocationTargetException e) {
                throw e.getCause();
              }
            });
  }

  private Report run(Operation operation) {
    assertThat(world.runUntil(operation.report()::isDone, LIMIT)).isTrue();
    return operation.report().join();
  }

  @Test
  void theNewOwnerAssumesWithTheEpochOfTheReleaseAndNotWithoutOne() {
    Node first = watched(world.open());
    Node second = watched(world.open(first));
    Migration ofFirst = Migration.on(first, MigratingState.none());
    Migration ofSecond = Migration.on(second, MigratingState.none());
    ofFirst.found();
    assumed.clear();

    assertThat(run(ofSecond.join()).reached()).isTrue();
    assertThat(run(ofSecond.leave()).reached()).isTrue();

    assertThat(released).hasSize(2);
    assertThat(assumed).as("each range, by the token of its release").isEqualTo(released);
    assertThat(released.get(1).epoch()).isGreaterThan(released.get(0).epoch());
    assertThat(ofFirst.interval()).isEqualTo(VirtualRange.all(64));
  }
}
