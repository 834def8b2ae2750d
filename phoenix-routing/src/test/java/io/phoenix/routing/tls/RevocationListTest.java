package io.phoenix.routing.tls;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.phoenix.api.PhoenixException;
import io.phoenix.routing.sim.SimHost;
import io.phoenix.routing.sim.SimWorld;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Instant;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Of two lists of revoked certificates, the one with the higher number holds, and no other. */
class RevocationListTest {
  @TempDir Path dir;
  private ClusterAuthority authority;
  private ClusterAuthority restored;

  @BeforeEach
  void createAndRestoreFromACopy() throws IOException {
    authority = ClusterAuthority.create(dir.resolve("authority"), "weather");
    authority.issue("x");
    authority.issue("y");
    Path copy = Files.createDirectory(dir.resolve("copy"));
    try (Stream<Path> files = Files.list(dir.resolve("authority"))) {
      for (Path file : files.toList()) {
        Files.copy(file, copy.resolve(file.getFileName()));
      }
    }
    restored = ClusterAuthority.open(copy);
  }

  private Membership member() {
    Path files = dir.resolve("node");
    authority.issue("node").writeTo(files);
    return Membership.read(files, Instant.now());
  }

  @Test
  void listWithAnEqualNumberReplacesNoOther() {
    authority.revoke("x");
    restored.revoke("y");
    SimHost host = new SimWorld(1).network().addHost("10.0.0.1");
    var transport =
        new TlsTransport(
            host.transport(), host.loop(), member(), Clock.systemUTC(), Engines.Kind.best());
    byte[] known = transport.bulletin().newest();
    Path files = dir.resolve("node");
    PrivateFiles.write(files.resolve(Credentials.REVOKED_FILE), restored.revocations());
    transport.become(Membership.read(files, Instant.now()));
    assertThat(transport.bulletin().newest()).isEqualTo(known);
    restored.issue("z");
    restored.revoke("z");
    PrivateFiles.write(files.resolve(Credentials.REVOKED_FILE), restored.revocations());
    transport.become(Membership.read(files, Instant.now()));
    assertThat(transport.bulletin().newest()).as("a newer one does").isNotEqualTo(known);
  }

  @Test
  void fileIsReplacedByANewerListOnly() throws IOException {
    member();
    Path files = dir.resolve("node");
    authority.revoke("x");
    restored.revoke("y");
    assertThat(Credentials.offerRevoked(files, authority.revocations())).isTrue();
    String kept = Files.readString(files.resolve(Credentials.REVOKED_FILE));
    assertThat(Credentials.offerRevoked(files, restored.revocations())).isFalse();
    assertThat(Credentials.offerRevoked(files, authority.revocations())).isFalse();
    assertThat(files.resolve(Credentials.REVOKED_FILE)).hasContent(kept);
    ClusterAuthority other = ClusterAuthority.create(dir.resolve("other"), "other");
    other.issue("o");
    other.revoke("o");
    assertThatThrownBy(() -> Credentials.offerRevoked(files, other.revocations()))
        .isInstanceOf(PhoenixException.class)
        .hasMessageContaining("not signed by an authority of this cluster");
  }
}
