package io.phoenix.routing.ssh;

import static org.assertj.core.api.Assertions.assertThat;

import io.phoenix.api.Explanation;
import io.phoenix.api.Message;
import io.phoenix.api.Node;
import io.phoenix.api.NodeConfig;
import io.phoenix.api.Phoenix;
import io.phoenix.api.Port;
import io.phoenix.api.Security;
import io.phoenix.api.SshHop;
import io.phoenix.api.VirtualRange;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Nodes that only a tunnel links, while what carries it fails. */
@Timeout(120)
class TunnelledNodesIT {
  private static final int MESSAGES = 3_000;
  private static final Duration SOON = Duration.ofSeconds(60);

  @TempDir Path dir;

  @Test
  void nothingIsLostOrOutOfOrderWhileTheServerIsKilledWithDataInFlightAndComesBack()
      throws Exception {
    try (Sshd sshd = Sshd.start(dir.resolve("sshd"))) {
      NodeConfig config =
          NodeConfig.of("tunnelled", 16)
              .withMeshLinks(0) // the tunnel is to be the only way
              .withSecurity(Security.plain())
              .withSsh(sshd.settings())
              .withSendTimeout(SOON);
      try (Node far = Phoenix.open(config)) {
        Port way = far.localPort().onlyVia(SshHop.parse(sshd.hop()));
        try (Node near = Phoenix.open(config.withPorts(way.toString()))) {
          far.assume(VirtualRange.of(0, 16));
          var sender = CompletableFuture.runAsync(() -> send(near));
          for (int i = 0; i < MESSAGES; i++) {
            Message message = Objects.requireNonNull(far.recv(SOON));
            assertThat(ByteBuffer.wrap(message.payload()).getInt()).isEqualTo(i);
            if (i == MESSAGES / 3) {
              sshd.killConnections();
            } else if (i == MESSAGES / 2) {
              sshd.kill();
              sshd.restart();
            }
          }
          sender.get();
          assertThat(near.explain().ports().get(0).rung()).isEqualTo("tunnel");
          assertThat(near.explain().ports().get(0).lastFailure())
              .matches(
                  ".*(connection closed by|closed the connection|reset the connection|refused by).*");
        }
      }
    }
  }

  @Test
  void aGatewayThatIsDownIsSaidSoAndTheLinkComesBackWithIt() throws Exception {
    try (Sshd sshd = Sshd.start(dir.resolve("sshd"))) {
      NodeConfig config =
          NodeConfig.of("tunnelled", 16)
              .withMeshLinks(0) // the tunnel is to be the only way
              .withSecurity(Security.plain())
              .withSsh(sshd.settings());
      try (Node far = Phoenix.open(config)) {
        Port way = far.localPort().onlyVia(SshHop.parse(sshd.hop()));
        try (Node near = Phoenix.open(config.withPorts(way.toString()))) {
          Await.until(() -> "tunnel".equals(state(near).rung()));
          sshd.kill();
          String refused =
              "connection refused by 127.0.0.1:" + sshd.port() + "; does an sshd run there?";
          Await.until(() -> refused.equals(state(near).lastFailure()));
          assertThat(state(near).rung()).isNull();
          sshd.restart();
          Await.until(() -> "tunnel".equals(state(near).rung()));
        }
      }
    }
  }

  private static Explanation.PortState state(Node node) {
    return node.explain().ports().get(0);
  }

  private static void send(Node near) {
    for (int i = 0; i < MESSAGES; i++) {
      near.send(7, 1, ByteBuffer.allocate(20_000).putInt(i).array());
    }
  }
}
