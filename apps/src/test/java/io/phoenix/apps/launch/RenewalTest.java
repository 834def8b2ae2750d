package io.phoenix.apps.launch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.phoenix.api.PhoenixException;
import io.phoenix.apps.config.PortsFile;
import io.phoenix.apps.terminal.UserError;
import io.phoenix.routing.tls.ClusterAuthority;
import io.phoenix.routing.tls.ClusterAuthority.Rekeying;
import io.phoenix.routing.tls.Credentials;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Path;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Renewing is interrupted, and goes on. */
class RenewalTest {
  private static final List<Member> MEMBERS =
      PortsFile.parse("ports", "application: c\nlans: {a: [x, y, z]}\n").config().hosts().stream()
          .flatMap(host -> Member.allOf(host).stream())
          .toList();

  @TempDir Path dir;
  private ClusterAuthority authority;
  private final Set<String> unreachable = new HashSet<>();
  private final Map<String, Map<String, String>> files =
      Collections.synchronizedMap(new HashMap<>());
  private final Set<String> given = Collections.synchronizedSet(new TreeSet<>());
  private final StringWriter err = new StringWriter();

  @BeforeEach
  void create() {
    authority = ClusterAuthority.create(dir.resolve("authority"), "renewal");
    MEMBERS.forEach(member -> authority.issue(member.label()));
  }

  private int renew(boolean rekey) {
    given.clear();
    return Renewal.open(
            dir.resolve("renewal"), rekey, authority, this::deliver, new PrintWriter(err, true))
        .run(MEMBERS);
  }

  private void deliver(Member member, Map<String, String> some) {
    if (unreachable.contains(member.label())) {
      throw new PhoenixException("no route to host");
    }
    files.computeIfAbsent(member.label(), label -> new HashMap<>()).putAll(some);
    some.keySet().forEach(file -> given.add(member.label() + " " + file));
  }

  private long authoritiesTrustedBy(String label) {
    String trusted = files.get(label).get(Credentials.AUTHORITIES_FILE);
    return trusted.lines().filter(line -> line.contains("BEGIN CERTIFICATE")).count();
  }

  @Test
  void nodeThatHasItsCertificateGetsNoOtherWhenItGoesOn() {
    unreachable.add("y");
    assertThatThrownBy(() -> renew(false)).isInstanceOf(UserError.class);
    assertThat(given).contains("x node.pem", "z node.pem").doesNotContain("y node.pem");
    assertThat(err.toString()).contains("error: y: no route to host");
    unreachable.clear();
    assertThat(renew(false)).isEqualTo(3);
    assertThat(given).contains("y node.pem").doesNotContain("x node.pem", "z node.pem");
    assertThat(err.toString()).contains("goes on with what was begun: ISSUE, 2 nodes are done");
    assertThat(dir.resolve("renewal")).doesNotExist();
    renew(false);
    assertThat(given).as("the next one begins anew").contains("x node.pem", "y node.pem");
  }

  @Test
  void newKeySignsNothingBeforeAllNodesTrustIt() {
    unreachable.add("y");
    for (int i = 0; i < 3; i++) {
      assertThatThrownBy(() -> renew(true)).isInstanceOf(UserError.class);
      assertThat(authority.rekeying()).isEqualTo(Rekeying.PREPARED);
      assertThat(given).doesNotContain("x node.pem");
    }
    unreachable.clear();
    assertThat(renew(false)).as("goes on with the new key").isEqualTo(3);
    assertThat(authority.rekeying()).isNull();
    assertThat(given).contains("x node.pem", "y node.pem", "y ca.pem");
    assertThat(authoritiesTrustedBy("y")).isEqualTo(1);
  }

  @Test
  void oldKeyIsTrustedUntilAllNodesHaveCertificatesOfTheNew() {
    renew(false);
    String before = files.get("y").get(Credentials.AUTHORITIES_FILE);
    var isIssuing = new AtomicBoolean();
    Renewal.Delivery delivery =
        (member, some) -> {
          isIssuing.compareAndSet(false, some.containsKey(Credentials.NODE_FILE));
          if (isIssuing.get() && member.label().equals("y")) {
            throw new PhoenixException("went away");
          }
          deliver(member, some);
        };
    for (int i = 0; i < 2; i++) {
      assertThatThrownBy(
              () ->
                  Renewal.open(
                          dir.resolve("renewal"), true, authority, delivery, new PrintWriter(err))
                      .run(MEMBERS))
          .isInstanceOf(UserError.class);
      assertThat(authority.rekeying()).isEqualTo(Rekeying.SWITCHED);
      assertThat(authoritiesTrustedBy("x")).isEqualTo(2);
    }
    assertThat(renew(true)).isEqualTo(3);
    assertThat(files.get("y").get(Credentials.AUTHORITIES_FILE)).isNotEqualTo(before);
    assertThat(authority.rekeying()).isNull();
  }

  @Test
  void revokedNodeGetsNothing() {
    unreachable.add("y");
    assertThatThrownBy(() -> renew(false)).isInstanceOf(UserError.class);
    authority.revoke("y");
    assertThat(renew(false)).as("nobody waits for it").isEqualTo(2);
    assertThat(err.toString()).contains("y: was revoked, and gets none");
    assertThat(authority.isRevoked("y")).isTrue();
    assertThatThrownBy(() -> authority.renew("y")).hasMessage("'y' was revoked");
  }
}
