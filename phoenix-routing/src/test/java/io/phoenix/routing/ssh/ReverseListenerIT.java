package io.phoenix.routing.ssh;

import static org.assertj.core.api.Assertions.assertThat;

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
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Nodes that nobody can dial, and an SSH server that they can log in to. */
@Timeout(120)
class ReverseListenerIT {
  private static final int MESSAGES = 1_000;
  private static final Duration SOON = Duration.ofSeconds(60);

  @TempDir Path dir;

  @Test
  void aNodeBehindAServerIsReachedAndNothingIsLostWhenThatRestarts() throws Exception {
    try (Sshd sshd = Sshd.start(dir.resolve("sshd"))) {
      NodeConfig config =
          NodeConfig.of("reverse", 16)
              .withMeshLinks(0) // the server is to be the only way
              .withSecurity(Security.plain())
              .withSsh(sshd.settings())
              .withSendTimeout(SOON);
      // Not the address that the server listens at: so it is the server that answers there.
      try (Node hidden = Phoenix.open(config.withListen("127.0.0.2:0 via " + sshd.hop()))) {
        String there = ReverseListener.REMOTE_HOST + ":" + hidden.localPort().port();
        try (Node near = Phoenix.open(config.withPorts(there + " only via " + sshd.hop()))) {
          hidden.assume(VirtualRange.of(0, 16));
          var sender = CompletableFuture.runAsync(() -> send(near));
          for (int i = 0; i < MESSAGES; i++) {
            byte[] payload = Objects.requireNonNull(hidden.recv(SOON)).payload();
            assertThat(ByteBuffer.wrap(payload).getInt()).isEqualTo(i);
            if (i == MESSAGES / 2) {
              sshd.kill();
              sshd.restart();
            }
          }
          sender.get();
          assertThat(hidden.explain().toString())
              .contains("  listens at " + there + " only via " + sshd.hop() + ": open\n");
        }
      }
    }
  }

  private static void send(Node near) {
    for (int i = 0; i < MESSAGES; i++) {
      near.send(7, 1, ByteBuffer.allocate(20_000).putInt(i).array());
    }
  }

  @Test
  void aServerThatDoesNotListenForOthersIsSaidSo() throws Exception {
    try (Sshd sshd = Sshd.start(dir.resolve("sshd"), "AllowTcpForwarding local");
        SshHosts hosts = SshHosts.open(sshd.settings())) {
      Port local = new Port("127.0.0.2", Sshd.freePort());
      var reverse = new ReverseListener(hosts, List.of(SshHop.parse(sshd.hop())), local);
      reverse.keep();
      assertThat(reverse.failure())
          .endsWith(
              " does not listen on port %d for this node; is that port free there? Set"
                      .formatted(local.port())
                  + " AllowTcpForwarding (and PermitListen) in its sshd_config");
      assertThat(reverse.explain().isOpen()).isFalse();
      assertThat(reverse.explain().toString())
          .startsWith("127.0.0.1:" + local.port() + " only via " + sshd.hop() + ": not open; ");
    }
  }
}
