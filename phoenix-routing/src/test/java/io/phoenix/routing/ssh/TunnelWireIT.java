package io.phoenix.routing.ssh;

import io.phoenix.api.Port;
import io.phoenix.api.SshHop;
import io.phoenix.routing.tcp.TcpLoop;
import io.phoenix.routing.tcp.TcpTransport;
import io.phoenix.routing.world.WireContract;
import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.io.TempDir;

/** Wires through a real sshd. */
class TunnelWireIT {
  @TempDir static Path dir;
  private static Sshd sshd;

  @BeforeAll
  static void start() throws IOException {
    sshd = Sshd.start(dir.resolve("sshd"));
  }

  @AfterAll
  static void stop() {
    sshd.close();
  }

  @Nested
  class WithThreadsThatSleep extends Contract {
    WithThreadsThatSleep() {
      super(false);
    }
  }

  @Nested
  class WithThreadsThatSpin extends Contract {
    WithThreadsThatSpin() {
      super(true);
    }
  }

  abstract static class Contract extends WireContract {
    private final boolean busyPoll;
    private World near;
    private World far;

    Contract(boolean busyPoll) {
      this.busyPoll = busyPoll;
    }

    @BeforeEach
    void open() throws IOException {
      TcpLoop nearLoop = TcpLoop.start("near", busyPoll);
      near =
          new World(
              nearLoop,
              new SshTransport(
                  nearLoop, new TcpTransport(nearLoop), SshHosts.open(sshd.settings())));
      TcpLoop farLoop = TcpLoop.start("far", busyPoll);
      far = new World(farLoop, new TcpTransport(farLoop));
    }

    @Override
    protected World near() {
      return near;
    }

    @Override
    protected World far() {
      return far;
    }

    @Override
    protected void cut() {
      sshd.killConnections();
    }

    @Override
    protected Port anyPort() {
      return new Port("127.0.0.1", 0);
    }

    @Override
    protected Port way(Port port) {
      return port.onlyVia(SshHop.parse(sshd.hop()));
    }

    @Override
    protected String refusalOf(Port port) {
      return "%s@127.0.0.1:%d cannot connect to %s".formatted(Home.user(), sshd.port(), port);
    }
  }
}
