package io.phoenix.routing;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.phoenix.api.Explanation;
import io.phoenix.api.Node;
import io.phoenix.api.NodeClosedException;
import io.phoenix.api.NodeConfig;
import io.phoenix.api.Phoenix;
import io.phoenix.api.PhoenixException;
import io.phoenix.api.Port;
import io.phoenix.api.Security;
import io.phoenix.api.VirtualRange;
import io.phoenix.routing.tls.ClusterAuthority;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Real nodes over real sockets: who can link to whom, and what can be seen on the way. */
@Timeout(60)
class SecurityIT {
  private static final NodeConfig CONFIG =
      NodeConfig.of("secret-application", 1024).withLeaveTimeout(Duration.ofMillis(200));

  @TempDir Path directory;
  private ClusterAuthority authority;

  @BeforeEach
  void create() {
    authority = ClusterAuthority.create(directory.resolve("authority"), "secret-cluster");
  }

  private NodeConfig member(String node) {
    return CONFIG.withSecurity(authority.issue(node).writeTo(directory.resolve(node)));
  }

  private static void await(BooleanSupplier condition) {
    while (!condition.getAsBoolean()) {
      LockSupport.parkNanos(1_000_000); // the test as a whole has a deadline
    }
  }

  private static Explanation.PortState port(Node node) {
    return node.explain().ports().get(0);
  }

  private static String failure(Node node) {
    await(() -> port(node).lastFailure() != null);
    return String.valueOf(port(node).lastFailure());
  }

  private static String at(Node node) {
    return node.localPort().toString();
  }

  @Test
  void otherMachinesNeedAChoice() {
    assertThatThrownBy(() -> Phoenix.open(CONFIG.withListen("0.0.0.0:0")))
        .isInstanceOf(PhoenixException.class)
        .hasMessage(
            "links to other machines (0.0.0.0:0) need a choice of security; make it by"
                + " NodeConfig.withSecurity: Security.tls(directory) protects them,"
                + " Security.plain() does not");
    assertThatThrownBy(() -> Phoenix.open(CONFIG.withPorts("192.0.2.1:7000")))
        .hasMessageStartingWith("links to other machines (192.0.2.1:7000) need a choice");
    try (Node node = Phoenix.open(CONFIG)) {
      node.addPort(Port.parse("192.0.2.1:7000"));
      assertThat(failure(node))
          .startsWith("192.0.2.1:7000 is another machine, and no security is chosen");
    }
    try (Node node = Phoenix.open(CONFIG.withSecurity(Security.plain()).withListen("0.0.0.0:0"))) {
      assertThat(node.localPort().port()).isPositive();
    }
  }

  @Test
  void filesThatAreNotInOrderAreRefused() throws IOException {
    Path nowhere = directory.resolve("nowhere");
    assertThatThrownBy(() -> Phoenix.open(CONFIG.withSecurity(Security.tls(nowhere))))
        .isInstanceOf(PhoenixException.class)
        .hasMessage(
            "there is no directory %s with this node's certificate; let the cluster's authority"
                + " issue one",
            nowhere);
    NodeConfig a = member("a");
    Path key = directory.resolve("a").resolve("node.pem");
    Files.setPosixFilePermissions(key, PosixFilePermissions.fromString("rw-r--r--"));
    assertThatThrownBy(() -> Phoenix.open(a))
        .hasMessage(
            "%s holds a private key and can be read by others (rw-r--r--); run: chmod 600 %s",
            key, key);
    NodeConfig b = member("b");
    Path list = directory.resolve("b").resolve("revoked.pem");
    Files.writeString(list, "nothing");
    assertThatThrownBy(() -> Phoenix.open(b))
        .hasMessage("%s is damaged: there is no X509 CRL in it", list);
  }

  @Test
  void whoListensOnTheWaySeesTlsAndNothingElse() throws Exception {
    try (Node a = Phoenix.open(member("a"));
        CaptureProxy proxy = new CaptureProxy(a.localPort());
        Node b = Phoenix.open(member("b").withPorts(proxy.port()))) {
      a.assume(VirtualRange.of(0, 512));
      b.assume(VirtualRange.of(512, 1024));
      byte[] large = "readable payload ".repeat(60_000).getBytes(UTF_8);
      b.send(1, 7, large);
      a.send(1000, 7, "readable answer".getBytes(UTF_8));
      assertThat(a.recv(7).payload()).isEqualTo(large);
      assertThat(b.recv(7).payload()).isEqualTo("readable answer".getBytes(UTF_8));
      assertThat(proxy.seen())
          .startsWith("\u0016\u0003")
          .hasSizeGreaterThan(large.length)
          .doesNotContain("readable")
          .doesNotContain("secret");
    }
  }

  @Test
  void plainNodeAndTlsNodeTellEachOtherApart() {
    try (Node tls = Phoenix.open(member("a"));
        Node plain = Phoenix.open(CONFIG.withPorts(at(tls)))) {
      assertThat(failure(plain)).contains("TLS, which this node is not set to speak");
      try (Node other = Phoenix.open(member("b").withPorts(at(plain)))) {
        assertThat(failure(other)).startsWith(at(plain) + " does not speak TLS");
      }
    }
  }

  @Test
  void revokedNodeIsCutOffEverywhereWhenOneNodeHearsOfIt() throws Exception {
    try (Node a = Phoenix.open(member("a"));
        Node b = Phoenix.open(member("b").withPorts(at(a)));
        Node c = Phoenix.open(member("c").withPorts(at(b)))) {
      await(() -> port(b).linkedTo() != null && port(c).linkedTo() != null);
      authority.revoke("c");
      Files.writeString(directory.resolve("a").resolve("revoked.pem"), authority.revocations());
      await(() -> !reaches(b, c));
      await(() -> read("b").contains("1 certificates revoked"));
      assertThat(port(b).linkedTo()).isEqualTo(a.resourceName());
    }
  }

  @Test
  void revokedNodeThatHearsOfItEndsAndGivesUpItsPort() throws Exception {
    try (Node a = Phoenix.open(member("a"));
        Node b = Phoenix.open(member("b").withPorts(at(a)))) {
      await(() -> port(b).linkedTo() != null);
      authority.revoke("b");
      Files.writeString(directory.resolve("a").resolve("revoked.pem"), authority.revocations());
      assertThatThrownBy(() -> b.recv(Duration.ofSeconds(30)))
          .isInstanceOf(NodeClosedException.class);
      try (Node next = Phoenix.open(member("c").withListen(at(b)))) {
        assertThat(next.localPort()).isEqualTo(b.localPort());
      }
    }
  }

  private static boolean reaches(Node from, Node to) {
    return from.explain().route(to.resourceName()).filter(r -> r.nextHop() != null).isPresent();
  }

  private String read(String node) {
    try {
      return Files.readString(directory.resolve(node).resolve("revoked.pem"));
    } catch (IOException e) {
      return "";
    }
  }

  @Test
  void renewedCertificateIsTakenUpWithoutARestart() throws Exception {
    try (Node a = Phoenix.open(member("a"));
        Node b = Phoenix.open(member("b").withPorts(at(a)))) {
      await(() -> port(b).linkedTo() != null);
      authority.revoke("b"); // the old certificate only: the next one is good
      member("b");
      Files.writeString(directory.resolve("a").resolve("revoked.pem"), authority.revocations());
      await(() -> port(b).attempts() > 1 && port(b).linkedTo() != null);
      a.assume(VirtualRange.of(0, 512));
      b.send(1, 7, new byte[] {42});
      assertThat(a.recv(7).payload()).containsExactly(42);
    }
  }
}
