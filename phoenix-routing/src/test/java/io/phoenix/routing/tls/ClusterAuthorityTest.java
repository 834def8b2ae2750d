package io.phoenix.routing.tls;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.phoenix.api.PhoenixException;
import io.phoenix.api.Security;
import io.phoenix.routing.tls.ClusterAuthority.Rekeying;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.GeneralSecurityException;
import java.security.cert.X509CRL;
import java.security.cert.X509Certificate;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.Collections;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ClusterAuthorityTest {
  private static final Instant NOW = Instant.parse("2030-06-01T12:00:00Z");

  @TempDir Path directory;
  private Path home;
  private ClusterAuthority authority;

  @BeforeEach
  void create() {
    home = directory.resolve("authority");
    authority = ClusterAuthority.create(home, "weather", at(NOW));
  }

  private static Clock at(Instant now) {
    return Clock.fixed(now, ZoneOffset.UTC);
  }

  private static X509Certificate certificate(Credentials credentials)
      throws GeneralSecurityException {
    return Identity.parse(credentials.node()).certificate();
  }

  private static List<X509Certificate> trusted(Credentials credentials)
      throws GeneralSecurityException {
    return X509.certificates(credentials.authorities());
  }

  private static X509CRL list(String revoked) throws GeneralSecurityException {
    return X509.list(Pem.decode(revoked, Pem.REVOKED).get(0));
  }

  private static boolean isRevoked(String list, X509Certificate certificate)
      throws GeneralSecurityException {
    return list(list).getRevokedCertificate(certificate.getSerialNumber()) != null;
  }

  @Test
  void certificateIsSignedByTheAuthorityAndHoldsForAMonthOrSo() throws Exception {
    Credentials credentials = authority.issue("lan1-3");
    X509Certificate node = certificate(credentials);
    node.verify(trusted(credentials).get(0).getPublicKey());
    assertThat(node.getIssuerX500Principal())
        .isEqualTo(trusted(credentials).get(0).getSubjectX500Principal());
    assertThat(node.getNotBefore()).isEqualTo(NOW.minus(Duration.ofHours(1)));
    assertThat(node.getNotAfter().toInstant())
        .isBetween(NOW.plus(Duration.ofDays(24)), NOW.plus(Duration.ofDays(30)));
    assertThat(node.getBasicConstraints()).as("is no authority itself").isEqualTo(-1);
  }

  @Test
  void certificatesSayNothingAboutNodeAndCluster() throws Exception {
    Credentials credentials = authority.issue("lan1-3");
    for (X509Certificate shown : List.of(certificate(credentials), trusted(credentials).get(0))) {
      assertThat(new String(shown.getEncoded(), ISO_8859_1))
          .doesNotContainIgnoringCase("lan1")
          .doesNotContainIgnoringCase("weather")
          .doesNotContainIgnoringCase("phoenix");
    }
    assertThat(credentials.node()).startsWith("# node lan1-3 of cluster weather, until 2030-0");
  }

  @Test
  void filesAreTheirOwnersAlone() throws IOException {
    Path node = directory.resolve("lan1-3");
    Security security = authority.issue("lan1-3").writeTo(node);
    assertThat(security).isEqualTo(Security.tls(node));
    for (Path place : List.of(home, node)) {
      assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(place)))
          .isEqualTo("rwx------");
    }
    try (var files = Files.list(node)) {
      assertThat(files.toList())
          .extracting(file -> file.getFileName().toString())
          .containsExactlyInAnyOrder("ca.pem", "node.pem", "revoked.pem");
    }
    for (String name : List.of("ca.pem", "node.pem", "revoked.pem")) {
      assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(node.resolve(name))))
          .isEqualTo("rw-------");
    }
  }

  @Test
  void keyThatOthersCanReadIsRefused() throws IOException {
    String key = AuthorityBook.parse(Files.readString(home.resolve("authority.txt")), "").signing();
    Path file = home.resolve("authority-" + key + ".pem");
    Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-r-----"));
    assertThatThrownBy(() -> authority.issue("lan1-3"))
        .isInstanceOf(PhoenixException.class)
        .hasMessage(
            "%s holds a private key and can be read by others (rw-r-----); run: chmod 600 %s",
            file, file);
  }

  @Test
  void secretsAreNotPrinted() {
    assertThat(authority.issue("lan1-3").toString())
        .contains("node lan1-3")
        .doesNotContain("BEGIN");
  }

  @Test
  void revokingANodeRevokesEachOfItsCertificatesAndNoOther() throws Exception {
    X509Certificate first = certificate(authority.issue("lan1-3"));
    X509Certificate second = certificate(authority.issue("lan1-3"));
    X509Certificate other = certificate(authority.issue("lan1-4"));
    String before = authority.revocations();
    assertThat(isRevoked(before, first)).isFalse();

    assertThat(ClusterAuthority.open(home, at(NOW)).revoke("lan1-3")).isEqualTo(2);

    String after = authority.revocations();
    assertThat(isRevoked(after, first)).isTrue();
    assertThat(isRevoked(after, second)).isTrue();
    assertThat(isRevoked(after, other)).isFalse();
    assertThat(after).startsWith("# list 2 of cluster weather: 2 certificates revoked\n");
    list(after).verify(trusted(authority.issue("lan1-5")).get(0).getPublicKey());
    assertThat(certificate(authority.issue("lan1-3")))
        .as("and may come back by another one")
        .satisfies(third -> assertThat(isRevoked(authority.revocations(), third)).isFalse());
  }

  @Test
  void revokingCanBeRepeated() {
    authority.issue("lan1-3");
    assertThat(authority.isRevoked("lan1-3")).isFalse();
    assertThat(authority.revoke("lan1-3")).isEqualTo(1);
    String list = authority.revocations();
    assertThat(authority.isRevoked("lan1-3")).isTrue();
    assertThat(authority.revoke("lan1-3")).isZero();
    assertThat(authority.revocations().lines().findFirst()).isEqualTo(list.lines().findFirst());
    authority.issue("lan1-3");
    assertThat(authority.isRevoked("lan1-3")).as("it was let in again").isFalse();
  }

  @Test
  void nobodyIsRevokedInVain() {
    authority.issue("lan1-3");
    authority.issue("lan1-4");
    assertThatThrownBy(() -> authority.revoke("lan1-33"))
        .isInstanceOf(PhoenixException.class)
        .hasMessage("'lan1-33' has no certificate to revoke; these have: lan1-3, lan1-4");
    assertThatThrownBy(
            () -> ClusterAuthority.open(home, at(NOW.plusSeconds(3_000_000))).revoke("lan1-3"))
        .as("what has expired need not be revoked")
        .hasMessage("'lan1-3' has no certificate to revoke; these have: none");
  }

  @Test
  void keysChangeInThreeStepsBetweenWhichAllNodesTrustEachOther() throws Exception {
    Credentials old = authority.issue("old");
    assertThat(authority.rekey()).isEqualTo(Rekeying.PREPARED);
    Credentials prepared = authority.issue("prepared");
    assertThat(trusted(prepared)).hasSize(2).contains(trusted(old).get(0));
    certificate(prepared).verify(trusted(old).get(0).getPublicKey());

    assertThat(authority.rekey()).isEqualTo(Rekeying.SWITCHED);
    Credentials switched = authority.issue("switched");
    assertThat(trusted(switched)).isEqualTo(trusted(prepared));
    certificate(switched).verify(trusted(prepared).get(1).getPublicKey());
    list(switched.revoked()).verify(trusted(prepared).get(1).getPublicKey());

    assertThat(authority.rekey()).isEqualTo(Rekeying.RETIRED);
    assertThat(X509.certificates(authority.trusted())).containsExactly(trusted(prepared).get(1));
    authority.revoke("old");
    assertThat(isRevoked(authority.revocations(), certificate(old))).isTrue();
    assertThat(authority.rekey()).as("and so on").isEqualTo(Rekeying.PREPARED);
  }

  @Test
  void authorityThatExpiresSoonIssuesNothingThatOutlivesIt() throws Exception {
    Instant end = NOW.plus(ClusterAuthority.AUTHORITY_LIFE);
    ClusterAuthority late = ClusterAuthority.open(home, at(end.minusSeconds(60)));
    assertThat(certificate(late.issue("last")).getNotAfter()).isEqualTo(end);
    assertThatThrownBy(() -> ClusterAuthority.open(home, at(end)).issue("too late"))
        .hasMessage("the authority in %s expired at %s; rekey it", home, end);
  }

  @Test
  void manyMayIssueAtOnce() {
    IntStream.range(0, 16)
        .parallel()
        .forEach(i -> ClusterAuthority.open(home, at(NOW)).issue("node" + i));
    IntStream.range(0, 16).forEach(i -> assertThat(authority.revoke("node" + i)).isEqualTo(1));
  }

  @Test
  void thereIsOneAuthorityToADirectory() {
    assertThatThrownBy(() -> ClusterAuthority.create(home, "other"))
        .hasMessage("there is an authority in %s already; open that, or delete it", home);
    Path nowhere = directory.resolve("nowhere");
    assertThatThrownBy(() -> ClusterAuthority.open(nowhere))
        .hasMessage("there is no authority in %s; check the path, or create one there", nowhere);
  }

  @Test
  void damagedBookIsReportedWithItsLine() throws IOException {
    Path book = home.resolve("authority.txt");
    String text = Files.readString(book);
    Files.writeString(book, text + "issued 12 yesterday\n");
    int line = (int) text.lines().count() + 1;
    assertThatThrownBy(() -> ClusterAuthority.open(home))
        .isInstanceOf(PhoenixException.class)
        .hasMessageStartingWith(book + ", line " + line + ": ");
    Files.writeString(book, "something else");
    assertThatThrownBy(() -> ClusterAuthority.open(home))
        .hasMessage(book + " does not begin with 'phoenix-authority 1'");
    Files.writeString(book, "phoenix-authority 1\ncluster weather\n");
    assertThatThrownBy(() -> ClusterAuthority.open(home))
        .hasMessage(book + " is not complete: it does not say whose key signs");
  }

  @Test
  void namesAreOneLine() {
    assertThatThrownBy(() -> authority.issue("a\nb")).isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> authority.issue(" ")).isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void ephemeralAuthorityIsInNoFileAndItsCredentialsPassThroughAPipe() throws Exception {
    ClusterAuthority ephemeral = ClusterAuthority.ephemeral();
    Credentials a = ephemeral.issue("a");
    Credentials b = ephemeral.issue("b");
    assertThat(a.authorities()).isEqualTo(b.authorities());
    assertThat(a.node()).isNotEqualTo(b.node());
    assertThat(a.toWord()).doesNotContainAnyWhitespaces();
    assertThat(Credentials.ofWord(a.toWord())).isEqualTo(a);
    assertThat(a.inMemory()).isEqualTo(Security.tls(a.authorities(), a.node()));
    assertThat(a.inMemory().toString() + a).doesNotContain("BEGIN", "PRIVATE KEY-----");
    assertThatThrownBy(() -> Credentials.ofWord("secret")).hasMessage("these are no credentials");
  }

  @Test
  void certificatesThatAreIssuedAtOnceDoNotEndAtOnceAlsoWhenTheyAreRenewed() {
    Set<Instant> ends = new TreeSet<>();
    for (int i = 1; i <= 10; i++) {
      authority.issue("host." + i);
      ends.add(authority.validUntil().get("host." + i));
      authority.renew("host." + i);
      ends.add(authority.validUntil().get("host." + i));
    }
    assertThat(ends).hasSizeGreaterThanOrEqualTo(10);
    assertThat(Duration.between(Collections.min(ends), Collections.max(ends)))
        .isBetween(Duration.ofDays(2), Duration.ofDays(6));
    Instant now = NOW;
    assertThat(ends).allMatch(end -> end.isAfter(now.plus(Duration.ofDays(23))));
  }
}
