package io.phoenix.routing.ssh;

import static org.assertj.core.api.Assertions.assertThat;

import io.phoenix.api.Port;
import io.phoenix.api.SshHop;
import io.phoenix.routing.tcp.TcpLoop;
import io.phoenix.routing.tcp.TcpTransport;
import io.phoenix.routing.world.Transport;
import io.phoenix.routing.world.Wire;
import io.phoenix.routing.world.WireContract;
import io.phoenix.routing.world.WireHandler;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Tunnels that cannot be, or that end: each has its own reason, and others go on. */
@Timeout(60)
class TunnelFailureIT {
  @TempDir Path dir;
  private TcpLoop farLoop;
  private TcpTransport far;
  private Port target;
  private TcpLoop loop;
  private SshTransport transport;

  @BeforeEach
  void open() {
    farLoop = TcpLoop.start("far", false);
    far = new TcpTransport(farLoop);
    target = far.listen(new Port("127.0.0.1", 0), (wire, now) -> new Echo(wire));
    loop = TcpLoop.start("near", false);
  }

  @AfterEach
  void close() {
    transport.close();
    loop.shutdown();
    far.close();
    farLoop.shutdown();
  }

  private void through(Sshd sshd) throws IOException {
    transport = new SshTransport(loop, new TcpTransport(loop), SshHosts.open(sshd.settings()));
  }

  private Dial dial(Sshd sshd) {
    var dial = new Dial();
    transport.dial(target.onlyVia(SshHop.parse(sshd.hop())), dial);
    return dial;
  }

  @Test
  void aServerThatDoesNotForwardIsSaidSo() throws Exception {
    try (Sshd sshd = Sshd.start(dir.resolve("sshd"), "AllowTcpForwarding no")) {
      through(sshd);
      assertThat(dial(sshd).result.get())
          .isEqualTo(
              "%s@127.0.0.1:%d does not forward to %s; set AllowTcpForwarding (and PermitOpen) in its"
                      .formatted(Home.user(), sshd.port(), target)
                  + " sshd_config");
    }
  }

  @Test
  void aServerThatForwardsElsewhereOnlyIsSaidSo() throws Exception {
    try (Sshd sshd = Sshd.start(dir.resolve("sshd"), "PermitOpen 127.0.0.1:1")) {
      through(sshd);
      assertThat(dial(sshd).result.get()).contains(" does not forward to ");
    }
  }

  @Test
  void aServerThatIsNotThereIsSaidSoToAllWhoWantToGoThroughIt() throws Exception {
    try (Sshd sshd = Sshd.start(dir.resolve("sshd"))) {
      through(sshd);
      sshd.kill();
      Dial first = dial(sshd);
      Dial second = dial(sshd);
      String refused =
          "connection refused by 127.0.0.1:" + sshd.port() + "; does an sshd run there?";
      assertThat(first.result.get()).isEqualTo(refused);
      assertThat(second.result.get()).isEqualTo(refused);
      sshd.restart();
      Await.until(() -> dial(sshd).result.join().equals("connected"));
    }
  }

  @Test
  void tunnelsOfOneServerShareASessionAndEndWithIt() throws Exception {
    try (Sshd sshd = Sshd.start(dir.resolve("sshd"))) {
      through(sshd);
      Dial first = dial(sshd);
      Dial second = dial(sshd);
      assertThat(first.result.get()).isEqualTo("connected");
      assertThat(second.result.get()).isEqualTo("connected");
      assertThat(transport.cutAll()).isEqualTo(1);
      first.closed.await();
      second.closed.await();
      assertThat(first.reason)
          .isEqualTo("%s@127.0.0.1:%d was cut off on purpose", Home.user(), sshd.port());
      assertThat(dial(sshd).result.get()).isEqualTo("connected");
    }
  }

  @Test
  void aHandlerThatFailsClosesItsWireOnly() throws Exception {
    try (Sshd sshd = Sshd.start(dir.resolve("sshd"))) {
      through(sshd);
      Dial other = dial(sshd);
      var failing =
          new Dial() {
            @Override
            public void onBytes(ByteBuffer bytes, long nowNs) {
              throw new IllegalStateException("on purpose");
            }
          };
      transport.dial(target.onlyVia(SshHop.parse(sshd.hop())), failing);
      assertThat(failing.result.get()).isEqualTo("connected");
      send(failing);
      failing.closed.await();
      assertThat(failing.reason).contains("on purpose");

      assertThat(other.result.get()).isEqualTo("connected");
      send(other);
      Await.until(() -> other.received == 8);
    }
  }

  private void send(Dial dial) {
    loop.execute(
        () -> {
          dial.wire.reserve(8).putLong(42);
          dial.wire.flush();
        });
  }

  /** What became of dialling, and then of the wire. */
  private static class Dial extends WireContract.Quiet implements Transport.Dialer {
    final CompletableFuture<String> result = new CompletableFuture<>();
    volatile Wire wire;

    @Override
    public WireHandler onConnected(Wire wire, long nowNs) {
      this.wire = wire;
      result.complete("connected");
      return this;
    }

    @Override
    public void onFailed(String reason, long nowNs) {
      result.complete(reason);
    }
  }

  private static final class Echo extends WireContract.Quiet {
    private final Wire wire;

    Echo(Wire wire) {
      this.wire = wire;
    }

    @Override
    public void onBytes(ByteBuffer bytes, long nowNs) {
      wire.reserve(bytes.remaining()).put(bytes);
      wire.flush();
    }
  }
}
