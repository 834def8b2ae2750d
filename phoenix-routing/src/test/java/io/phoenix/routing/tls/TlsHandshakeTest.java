package io.phoenix.routing.tls;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.phoenix.api.Port;
import io.phoenix.routing.tls.TlsWorld.End;
import io.phoenix.routing.world.NodeLoop;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Who is let in, who is not, and what each of them is told. */
class TlsHandshakeTest {
  private static final byte[] HELLO = "the application's name".getBytes(UTF_8);
  private final TestCluster cluster = new TestCluster();
  private final Membership far = cluster.member("far");
  private final Membership near = cluster.member("near");

  private final List<TlsWorld> worlds = new ArrayList<>();

  @AfterEach
  void close() {
    worlds.forEach(TlsWorld::close);
  }

  private TlsWorld world(Engines.Kind kind) {
    return world(kind, far);
  }

  private TlsWorld world(Engines.Kind kind, Membership listening) {
    var world = new TlsWorld(kind, cluster, listening);
    worlds.add(world);
    return world;
  }

  /** As BoringSSL tells it; the Java library has one word for all cases. */
  private static String told(Engines.Kind kind, String why) {
    return "10.0.0.2 refuses this node's certificate: "
        + (kind == Engines.Kind.BORING
            ? why
            : "it is of another cluster, revoked, or not valid by its clock");
  }

  /** Both ends have nothing of the other but a reason. */
  private static void assertKeptOut(TlsWorld world, End near) {
    assertThat(near.wire).as("nothing for the one outside").isNull();
    assertThat(world.accepted).as("nothing for the one inside").isEmpty();
  }

  @ParameterizedTest
  @EnumSource
  void membersOfOneClusterTalk(Engines.Kind kind) {
    TlsWorld world = world(kind);
    End end = world.dial(world.member(cluster, near));
    assertThat(end.failure).isNull();
    end.write(HELLO);
    world.accepted.get(0).write("yes".getBytes(UTF_8));
    world.run();
    assertThat(world.accepted.get(0).received.toString(UTF_8)).isEqualTo("the application's name");
    assertThat(end.received.toString(UTF_8)).isEqualTo("yes");
    assertThat(end.closed).isNull();
  }

  @ParameterizedTest
  @EnumSource
  void nothingThatIsSaidCanBeReadOnTheWay(Engines.Kind kind) {
    TlsWorld world = world(kind);
    var seen = new StringBuilder();
    world.world.network().tap((from, to, bytes) -> seen.append(new String(bytes, ISO_8859_1)));
    End end = world.dial(world.member(cluster, near));
    end.write(HELLO);
    world.run();
    assertThat(seen)
        .hasSizeGreaterThan(1000)
        .doesNotContain("application")
        .doesNotContain("weather");
  }

  @ParameterizedTest
  @EnumSource
  void memberOfAnotherClusterIsKeptOut(Engines.Kind kind) {
    TlsWorld world = world(kind);
    var other = new TestCluster();
    End end = world.dial(world.member(other, other.member("near")));
    assertKeptOut(world, end);
    assertThat(end.failure)
        .isEqualTo(
            "the certificate of 10.0.0.2 is refused: it is of another authority, so of"
                + " another cluster than this node");
  }

  @ParameterizedTest
  @EnumSource
  void whoTrustsBothClustersIsStillKeptOut(Engines.Kind kind) throws Exception {
    TlsWorld world = world(kind);
    var other = new TestCluster();
    Credentials theirs = other.authority.issue("near");
    Membership spy =
        other.read(
            "near",
            new Credentials(
                theirs.authorities() + cluster.authority.trusted(),
                theirs.node(),
                theirs.revoked()));
    End end = world.dial(world.member(other, spy));
    assertKeptOut(world, end);
    assertThat(end.failure)
        .startsWith(
            told(kind, "it is of another authority; the two nodes are of different clusters"));
  }

  @ParameterizedTest
  @EnumSource
  void expiredCertificateIsRefusedWithBothTimes(Engines.Kind kind) {
    Membership shortLived = cluster.member("short", Duration.ofHours(1));
    cluster.clock.now = TestCluster.NOW.plus(Duration.ofHours(2));
    TlsWorld world = world(kind);
    End end = world.dial(world.member(cluster, shortLived));
    assertKeptOut(world, end);
    assertThat(end.failure)
        .isEqualTo(
            told(kind, "it has expired")
                + "; it is valid from 2030-06-01T11:00:00Z until 2030-06-01T13:00:00Z, and this"
                + " machine's clock says 2030-06-01T14:00:00Z; compare that with the other"
                + " machine's clock");
  }

  @ParameterizedTest
  @EnumSource
  void expiredCertificateOfTheOneThatIsDialledIsRefusedToo(Engines.Kind kind) {
    Membership shortLived = cluster.member("short", Duration.ofHours(1));
    cluster.clock.now = TestCluster.NOW.plus(Duration.ofHours(2));
    TlsWorld world = world(kind, shortLived);
    End end = world.dial(world.member(cluster, near));
    assertKeptOut(world, end);
    assertThat(end.failure)
        .isEqualTo(
            "the certificate of 10.0.0.2 is refused: it is valid until 2030-06-01T13:00:00Z,"
                + " and this machine's clock says 2030-06-01T14:00:00Z; renew it, or set the clock"
                + " if that is wrong");
  }

  @ParameterizedTest
  @EnumSource
  void certificateOfTheFutureIsRefusedWithBothTimes(Engines.Kind kind) {
    cluster.clock.now = TestCluster.NOW.minus(Duration.ofHours(2));
    TlsWorld world = world(kind);
    End end = world.dial(world.member(cluster, near));
    assertKeptOut(world, end);
    assertThat(end.failure)
        .isEqualTo(
            "the certificate of 10.0.0.2 is refused: it is valid from 2030-06-01T11:00:00Z,"
                + " and this machine's clock says 2030-06-01T10:00:00Z; set the clock of whichever"
                + " machine is wrong");
  }

  @ParameterizedTest
  @EnumSource
  void aMachineWhoseClockIsBehindIsToldSo(Engines.Kind kind) {
    // The far clock is right for the far certificate, and too early for the near one.
    var late = new TestCluster.SetClock();
    cluster.clock.now = TestCluster.NOW.plus(Duration.ofDays(1));
    Membership young = cluster.member("young");
    cluster.clock.now = TestCluster.NOW;
    late.now = TestCluster.NOW.plus(Duration.ofDays(1));
    TlsWorld world = world(kind);
    var transport = new TlsTransport(world.near.transport(), world.near.loop(), young, late, kind);
    End end = world.dial(transport);
    assertKeptOut(world, end);
    assertThat(end.failure)
        .startsWith(told(kind, "it is not valid yet") + "; it is valid from 2030-06-02T11:00:00Z")
        .contains("this machine's clock says 2030-06-02T12:00:00Z");
  }

  @ParameterizedTest
  @EnumSource
  void revokedMemberIsKeptOut(Engines.Kind kind) {
    cluster.authority.revoke("near");
    Membership informed = cluster.member("informed");
    TlsWorld world = world(kind, informed);
    End end = world.dial(world.member(cluster, near));
    assertKeptOut(world, end);
    assertThat(end.failure)
        .startsWith(told(kind, "it was revoked; let the cluster's authority issue another one"));
  }

  @ParameterizedTest
  @EnumSource
  void revokedMemberHearsOfItBeforeItsLinkIsClosed(Engines.Kind kind) {
    TlsWorld world = world(kind);
    End end = world.dial(world.member(cluster, near));
    cluster.authority.revoke("near");
    Membership informed = cluster.member("informed");
    End accepted = world.accepted.get(0);
    byte[] list = {1, 2, 3};
    NodeLoop loop = world.far.loop();
    world.farTls.bulletin().onNew(() -> loop.execute(() -> accepted.write(list)));
    loop.execute(() -> world.farTls.become(informed));
    loop.execute(world.farTls::review); // the watch looks at the clock when it has read the files
    world.run();
    assertThat(end.received.toByteArray()).isEqualTo(list);
    assertThat(accepted.closed).contains("revoked");
    assertThat(end.closed).isNotNull();
  }

  @ParameterizedTest
  @EnumSource
  void plainPeerHearsNothingButThatTlsIsSpoken(Engines.Kind kind) {
    TlsWorld world = world(kind);
    End end = world.dial(world.near.transport());
    assertThat(end.received.size()).as("said before it has spoken").isZero();
    end.write(new byte[] {0, 0, 0, 20, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10});
    world.run();
    assertThat(end.received.toByteArray()).startsWith(21, 3, 3, 0, 2, 2, 70).hasSizeLessThan(30);
    assertThat(end.closed).isEqualTo("closed by 10.0.0.2");
    assertThat(world.accepted).isEmpty();
  }

  @ParameterizedTest
  @EnumSource
  void plainPeerThatIsDialledIsToldApart(Engines.Kind kind) {
    TlsWorld world = world(kind);
    var port = new Port("10.0.0.2", 7001);
    world
        .far
        .transport()
        .listen(
            port,
            (wire, now) -> {
              wire.reserve(8).putLong(20);
              wire.flush();
              return new End();
            });
    var end = new End();
    world.near.loop().execute(() -> world.member(cluster, near).dial(port, end));
    world.run();
    assertThat(end.failure)
        .isEqualTo(
            "10.0.0.2 does not speak TLS: it runs without certificates, or is no Phoenix"
                + " node");
  }

  @ParameterizedTest
  @EnumSource
  void garbageIsAnsweredByNothingReadable(Engines.Kind kind) {
    var random = new SplittableRandom(7);
    for (int i = 0; i < 10; i++) {
      TlsWorld world = world(kind);
      End end = world.dial(world.near.transport());
      byte[] garbage = new byte[6 + random.nextInt(2000)];
      random.nextBytes(garbage);
      garbage[0] = 22;
      garbage[1] = 3;
      garbage[2] = 1;
      end.write(garbage);
      world.run();
      assertThat(world.accepted).isEmpty();
      assertThat(end.received.size()).isLessThan(200);
      assertThat(end.closed).as("case %d", i).isNotNull();
    }
  }

  @ParameterizedTest
  @EnumSource
  void whoSaysNothingIsSentAwayAfterFiveSeconds(Engines.Kind kind) {
    TlsWorld world = world(kind);
    End end = world.dial(world.near.transport());
    assertThat(end.closed).isNull();
    assertThat(end.received.size()).isZero();
    world.run();
    assertThat(end.closed).isNotNull();
    assertThat(end.received.size()).as("TLS's last words at most").isLessThan(20);
  }

  @ParameterizedTest
  @EnumSource
  void crowdAtTheDoorDoesNotKeepAMemberOut(Engines.Kind kind) {
    TlsWorld world = world(kind);
    for (int i = 0; i < 200; i++) {
      world.near.loop().execute(() -> world.near.transport().dial(TlsWorld.PORT, new End()));
    }
    world.world.runFor(100_000_000);
    var end = new End();
    world.near.loop().execute(() -> world.member(cluster, near).dial(TlsWorld.PORT, end));
    world.world.runFor(500_000_000);
    assertThat(end.wire).isNotNull();
    assertThat(world.accepted).hasSize(1);
  }
}
