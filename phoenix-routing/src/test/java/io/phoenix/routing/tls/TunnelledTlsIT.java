package io.phoenix.routing.tls;

import static org.assertj.core.api.Assertions.assertThat;

import io.phoenix.api.Port;
import io.phoenix.api.SshHop;
import io.phoenix.routing.ssh.SshHosts;
import io.phoenix.routing.ssh.SshTransport;
import io.phoenix.routing.ssh.Sshd;
import io.phoenix.routing.tcp.TcpLoop;
import io.phoenix.routing.tcp.TcpTransport;
import io.phoenix.routing.world.Transport;
import io.phoenix.routing.world.Wire;
import io.phoenix.routing.world.WireContract;
import io.phoenix.routing.world.WireHandler;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** TLS inside of a tunnel through a real sshd. */
class TunnelledTlsIT {
  private static final String CONNECTED = "connected";

  @TempDir Path dir;

  @Test
  void aClockThatIsWrongIsSaidSoThroughATunnelToo() throws Exception {
    var cluster = new TestCluster();
    Membership near = cluster.member("near");
    Membership far = cluster.member("far");
    TcpLoop farLoop = TcpLoop.start("far", false);
    TcpLoop nearLoop = TcpLoop.start("near", false);
    try (Sshd sshd = Sshd.start(dir.resolve("sshd"))) {
      Transport under = new TcpTransport(farLoop);
      Transport there = cluster.over(under, farLoop, far, Engines.Kind.best());
      Port port = there.listen(new Port("127.0.0.1", 0), (wire, nowNs) -> new Silent());
      Port way = port.onlyVia(SshHop.parse(sshd.hop()));
      Transport tunnels =
          new SshTransport(nearLoop, new TcpTransport(nearLoop), SshHosts.open(sshd.settings()));
      Transport here = cluster.over(tunnels, nearLoop, near, Engines.Kind.best());

      assertThat(dial(here, nearLoop, way)).isEqualTo(CONNECTED);
      cluster.clock.now = TestCluster.NOW.minus(Duration.ofHours(2));
      assertThat(dial(here, nearLoop, way))
          .startsWith("the certificate of 127.0.0.1:" + port.port() + " via ")
          .endsWith(
              " is refused: it is valid from 2030-06-01T11:00:00Z, and this machine's clock says"
                  + " 2030-06-01T10:00:00Z; set the clock of whichever machine is wrong");
      here.close();
      there.close();
    } finally {
      nearLoop.shutdown();
      farLoop.shutdown();
    }
  }

  private static String dial(Transport transport, TcpLoop loop, Port way) throws Exception {
    var result = new CompletableFuture<String>();
    var dialer =
        new Transport.Dialer() {
          @Override
          public WireHandler onConnected(Wire wire, long nowNs) {
            result.complete(CONNECTED);
            return new Silent();
          }

          @Override
          public void onFailed(String reason, long nowNs) {
            result.complete(reason);
          }
        };
    loop.execute(() -> transport.dial(way, dialer));
    return result.get(60, TimeUnit.SECONDS);
  }

  /** Listens to nothing. */
  private static final class Silent extends WireContract.Quiet {}
}
