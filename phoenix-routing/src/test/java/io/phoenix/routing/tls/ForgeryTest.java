package io.phoenix.routing.tls;

import static org.assertj.core.api.Assertions.assertThat;

import io.phoenix.routing.tls.TlsWorld.End;
import java.security.GeneralSecurityException;
import java.security.cert.X509Certificate;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Somebody who knows everything of a cluster that is public, the name of its authority included,
 * but not the authority's key, is kept out; and is not believed about who else is to be.
 */
class ForgeryTest {
  private final TestCluster cluster = new TestCluster();
  private final Membership member = cluster.member("member");
  private TlsWorld world;

  @AfterEach
  void close() {
    world.close();
  }

  private X509Certificate authority() throws GeneralSecurityException {
    return X509.certificates(cluster.authority.trusted()).get(0);
  }

  /** Bears the name of the cluster's authority, but signs with another key. */
  private Identity impostor() throws GeneralSecurityException {
    Identity other = Mint.authority(TestCluster.NOW, TestCluster.NOW.plus(Duration.ofDays(1)));
    return new Identity(other.key(), authority());
  }

  /** Shows a certificate of the impostor's, and trusts the cluster. */
  private Membership forger() throws GeneralSecurityException {
    Identity forged =
        Mint.member(
            impostor(),
            TestCluster.NOW.minus(Duration.ofHours(1)),
            TestCluster.NOW.plus(Duration.ofDays(1)),
            Role.NODE);
    return new Membership(forged, new Trust(List.of(authority()), null));
  }

  @ParameterizedTest
  @EnumSource
  void certificateInTheAuthoritysNameThatTheAuthorityHasNotSignedLetsNobodyIn(Engines.Kind kind)
      throws GeneralSecurityException {
    world = new TlsWorld(kind, cluster, member);
    End end = world.dial(world.member(cluster, forger()));
    assertThat(world.accepted).as("let in by the one inside").isEmpty();
    assertThat(end.wire).as("a wire for the one outside").isNull();
    assertThat(end.failure).contains("refuses this node's certificate");
  }

  @ParameterizedTest
  @EnumSource
  void certificateInTheAuthoritysNameOfWhoIsDialledIsRefusedToo(Engines.Kind kind)
      throws GeneralSecurityException {
    world = new TlsWorld(kind, cluster, forger());
    End end = world.dial(world.member(cluster, member));
    assertThat(end.wire).isNull();
    assertThat(end.failure)
        .startsWith(
            "the certificate of 10.0.0.2 is refused: its authority, whose name it bears, has not"
                + " made it");
  }

  @ParameterizedTest
  @EnumSource
  void whoShowsNoCertificateIsKeptOut(Engines.Kind kind) throws Exception {
    world = new TlsWorld(kind, cluster, member);
    var stranger = new Stranger(world);
    assertThat(stranger.shakeHands()).as("its own half of the handshake is done").isTrue();
    world.run();
    assertThat(world.accepted).as("let in").isEmpty();
    assertThat(stranger.end.closed).isNotNull();
    // TLS itself refuses it: that the wire asks for the peer's certificate is a second defence.
    assertThat(stranger.verdict()).containsAnyOf("certificate_required", "bad_certificate");
  }

  @ParameterizedTest
  @EnumSource
  void revocationListInTheAuthoritysNameThatTheAuthorityHasNotSignedIsNotBelieved(Engines.Kind kind)
      throws GeneralSecurityException {
    world = new TlsWorld(kind, cluster, member);
    Membership victim = cluster.member("victim");
    End end = world.dial(world.member(cluster, victim));
    assertThat(end.wire).isNotNull();
    byte[] forged =
        Mint.revocations(
            impostor(),
            1000,
            TestCluster.NOW,
            List.of(victim.identity().certificate().getSerialNumber()));
    assertThat(world.farTls.bulletin().offer(forged)).as("taken for genuine").isFalse();
    world.run();
    assertThat(end.closed).as("the victim's link").isNull();
    End again = world.dial(world.member(cluster, victim));
    assertThat(again.wire).as("the victim's next link").isNotNull();
  }
}
