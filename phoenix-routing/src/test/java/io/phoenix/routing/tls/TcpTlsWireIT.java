package io.phoenix.routing.tls;

import static org.assertj.core.api.Assertions.assertThat;

import io.phoenix.api.Port;
import io.phoenix.routing.tcp.TcpLoop;
import io.phoenix.routing.tcp.TcpTransport;
import io.phoenix.routing.world.WireContract;
import org.junit.jupiter.api.Nested;

/** Wires under TLS over real sockets keep what wires promise. */
class TcpTlsWireIT {

  @Nested
  class ByBoringSsl extends Contract {
    ByBoringSsl() {
      super(Engines.Kind.BORING, Engines.Kind.BORING, false);
    }
  }

  @Nested
  class ByBoringSslWithThreadsThatSpin extends Contract {
    ByBoringSslWithThreadsThatSpin() {
      super(Engines.Kind.BORING, Engines.Kind.BORING, true);
    }
  }

  @Nested
  class ByOneOfEach extends Contract {
    ByOneOfEach() {
      super(Engines.Kind.BORING, Engines.Kind.JAVA, false);
    }
  }

  @Nested
  class ByTheOtherOfEach extends Contract {
    ByTheOtherOfEach() {
      super(Engines.Kind.JAVA, Engines.Kind.BORING, false);
    }
  }

  abstract static class Contract extends WireContract {
    private static final TestCluster CLUSTER = new TestCluster();
    private static final Membership NEAR = CLUSTER.member("near");
    private static final Membership FAR = CLUSTER.member("far");

    private final World near;
    private final World far;
    private final TcpTransport nearTcp;

    Contract(Engines.Kind nearKind, Engines.Kind farKind, boolean busyPoll) {
      TcpLoop nearLoop = TcpLoop.start("near", busyPoll);
      TcpLoop farLoop = TcpLoop.start("far", busyPoll);
      nearTcp = new TcpTransport(nearLoop);
      near = new World(nearLoop, CLUSTER.over(nearTcp, nearLoop, NEAR, nearKind));
      far = new World(farLoop, CLUSTER.over(new TcpTransport(farLoop), farLoop, FAR, farKind));
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
      assertThat(nearTcp.cutAll()).isEqualTo(1);
    }

    @Override
    protected Port anyPort() {
      return new Port("127.0.0.1", 0);
    }

    @Override
    protected int slackBytes() {
      return 2 * Sealer.RECORD_BYTES + 60_000; // a piece that is gathered, and not sealed yet
    }
  }
}
