package io.phoenix.routing.tls;

import io.phoenix.api.Port;
import io.phoenix.routing.embedded.MemoryPair;
import io.phoenix.routing.world.WireContract;
import org.junit.jupiter.api.Nested;

/** Wires under TLS through memory keep what wires promise, whichever library does the work. */
class MemoryTlsWireTest {

  @Nested
  class ByBoringSsl extends Contract {
    ByBoringSsl() {
      super(Engines.Kind.BORING);
    }
  }

  @Nested
  class ByJava extends Contract {
    ByJava() {
      super(Engines.Kind.JAVA);
    }
  }

  abstract static class Contract extends WireContract {
    private static final TestCluster CLUSTER = new TestCluster();
    private static final Membership NEAR = CLUSTER.member("near");
    private static final Membership FAR = CLUSTER.member("far");

    private final MemoryPair pair = new MemoryPair();
    private final World near;
    private final World far;

    Contract(Engines.Kind kind) {
      near = under(pair.near, NEAR, kind);
      far = under(pair.far, FAR, kind);
    }

    private static World under(World world, Membership self, Engines.Kind kind) {
      return new World(world.loop(), CLUSTER.over(world.transport(), world.loop(), self, kind));
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
      pair.cut();
    }

    @Override
    protected Port anyPort() {
      return MemoryPair.ANY_PORT;
    }

    @Override
    protected int slackBytes() {
      return 2 * Sealer.RECORD_BYTES + 60_000; // a piece that is gathered, and not sealed yet
    }
  }
}
