package io.phoenix.routing.tls;

import io.phoenix.api.Port;
import io.phoenix.routing.sim.SimHost;
import io.phoenix.routing.sim.SimWorld;
import io.phoenix.routing.world.Transport;
import io.phoenix.routing.world.Wire;
import io.phoenix.routing.world.WireHandler;
import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;

/**
 * Two hosts of the simulator, whose time passes at once; the far one listens under TLS. Only the
 * bytes of handshakes differ from run to run: TLS draws its own keys.
 */
final class TlsWorld {
  static final Port PORT = new Port("10.0.0.2", 7000);
  private static final long SECOND = 1_000_000_000;

  final SimWorld world = new SimWorld(1);
  final SimHost near = world.network().addHost("10.0.0.1");
  final SimHost far = world.network().addHost("10.0.0.2");
  final Engines.Kind kind;
  final TestCluster cluster;
  final TlsTransport farTls;
  private final List<TlsTransport> members = new ArrayList<>();
  final List<End> accepted = new ArrayList<>();

  TlsWorld(Engines.Kind kind, TestCluster cluster, Membership farMember) {
    this.kind = kind;
    this.cluster = cluster;
    farTls = cluster.over(far.transport(), far.loop(), farMember, kind);
    farTls.listen(
        PORT,
        (wire, now) -> {
          var end = new End();
          end.wire = wire;
          accepted.add(end);
          return end;
        });
  }

  /** A transport of the near host. */
  TlsTransport member(TestCluster of, Membership self) {
    TlsTransport transport = of.over(near.transport(), near.loop(), self, kind);
    members.add(transport);
    return transport;
  }

  /** Frees what is outside of the heap. */
  void close() {
    members.forEach(transport -> near.loop().execute(transport::close));
    near.loop().execute(near.transport()::close);
    far.loop().execute(farTls::close);
    run();
  }

  /** Dials, and lets the world run until it is clear what becomes of it. */
  End dial(Transport transport) {
    var end = new End();
    near.loop().execute(() -> transport.dial(PORT, end));
    world.runFor(SECOND / 2);
    return end;
  }

  void run() {
    world.runFor(10 * SECOND);
  }

  /** One end of a wire, and whoever tried to make it. */
  static final class End implements WireHandler, Transport.Dialer {
    Wire wire;
    String failure;
    String closed;
    final ByteArrayOutputStream received = new ByteArrayOutputStream();

    void write(byte[] bytes) {
      wire.reserve(bytes.length).put(bytes);
      wire.flush();
    }

    @Override
    public WireHandler onConnected(Wire wire, long nowNs) {
      this.wire = wire;
      return this;
    }

    @Override
    public void onFailed(String reason, long nowNs) {
      failure = failure == null ? reason : "told twice";
    }

    @Override
    public void onBytes(ByteBuffer bytes, long nowNs) {
      byte[] all = new byte[bytes.remaining()];
      bytes.get(all);
      received.writeBytes(all);
    }

    @Override
    public void onWritable(long nowNs) {}

    @Override
    public void onClosed(String reason, long nowNs) {
      closed = closed == null ? reason : "told twice";
    }
  }
}
