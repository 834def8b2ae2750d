package io.phoenix.routing;

import static org.assertj.core.api.Assertions.assertThat;

import io.phoenix.api.Message;
import io.phoenix.api.Node;
import io.phoenix.api.NodeConfig;
import io.phoenix.api.Phoenix;
import io.phoenix.api.Security;
import io.phoenix.api.VirtualRange;
import java.time.Duration;
import java.util.Objects;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Three nodes over TCP, two of which were told of the first only; then that one leaves. */
@Timeout(120)
class MeshIT {
  private static final NodeConfig CONFIG = NodeConfig.of("mesh-it", 1024);
  private static final Duration PATIENCE = Duration.ofSeconds(60);

  @ParameterizedTest
  @ValueSource(strings = {"127.0.0.1:0", "0.0.0.0:0"})
  void theOthersStillTalkWhenTheFounderHasLeft(String listen) throws InterruptedException {
    NodeConfig config =
        CONFIG
            .withListen(listen)
            .withSecurity(listen.startsWith("127") ? Security.localOnly() : Security.plain());
    Node founder = Phoenix.open(config);
    String port = "127.0.0.1:" + founder.localPort().port();
    try (Node b = Phoenix.open(config.withPorts(port));
        Node c = Phoenix.open(config.withPorts(port))) {
      b.assume(VirtualRange.of(0, 512));
      c.assume(VirtualRange.of(512, 1024));
      founder.send(0, 1, new byte[0]);
      founder.send(512, 1, new byte[0]);
      assertThat(b.recv(1, PATIENCE)).isNotNull();
      assertThat(c.recv(1, PATIENCE)).isNotNull();
      assertThat(founder.leave().inOrder()).isTrue();
      b.send(700, 2, new byte[] {42});
      Message there = Objects.requireNonNull(c.recv(2, PATIENCE), "nothing came: " + c.explain());
      c.send(there.sender(), 3, there.payload());
      Message back = Objects.requireNonNull(b.recv(3, PATIENCE), "nothing came: " + b.explain());
      assertThat(back.payload()).containsExactly(42);
      await(() -> isMeshed(b, c));
    }
  }

  @Test
  void withoutAMeshTheOthersHaveNoWayToEachOther() throws InterruptedException {
    NodeConfig off = CONFIG.withMeshLinks(0);
    Node founder = Phoenix.open(off);
    try (Node b = Phoenix.open(off.withPorts(founder.localPort().toString()));
        Node c = Phoenix.open(off.withPorts(founder.localPort().toString()))) {
      c.assume(VirtualRange.of(0, 1024));
      b.send(700, 1, new byte[0]);
      assertThat(c.recv(1, PATIENCE)).isNotNull();
      founder.leave();
      await(() -> !hasWay(b, c));
      assertThat(b.explain().ports()).noneMatch(p -> p.linkedTo() != null);
      assertThat(b.explain().mesh()).isEmpty();
    }
  }

  private static void await(BooleanSupplier condition) throws InterruptedException {
    long deadlineNs = System.nanoTime() + PATIENCE.toNanos();
    while (!condition.getAsBoolean() && System.nanoTime() < deadlineNs) {
      Thread.sleep(20);
    }
    assertThat(condition.getAsBoolean()).isTrue();
  }

  private static boolean isMeshed(Node from, Node to) {
    return from.explain().mesh().stream()
        .anyMatch(link -> link.isLinked() && link.node().equals(to.resourceName()));
  }

  private static boolean hasWay(Node from, Node to) {
    return from.explain().route(to.resourceName()).filter(r -> r.nextHop() != null).isPresent();
  }
}
