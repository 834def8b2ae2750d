package io.phoenix.apps.launch;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.phoenix.api.PhoenixException;
import io.phoenix.apps.cluster.Control.Reply;
import io.phoenix.apps.config.PortsFile;
import io.phoenix.routing.tls.Credentials;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Nodes that answer, that do not, and that cannot be reached at all: each is reported. */
class RevocationTest {
  private static final List<Member> MEMBERS =
      PortsFile.parse("ports", "application: c\nlans: {a: [answers, silent, refuses, dead]}\n")
          .config()
          .hosts()
          .stream()
          .flatMap(host -> Member.allOf(host).stream())
          .toList();

  @TempDir Path home;

  private CompletableFuture<Reply> ask(Member member) {
    return switch (member.label()) {
      case "answers" -> CompletableFuture.completedFuture(reply(true, ""));
      case "refuses" -> CompletableFuture.completedFuture(reply(false, "for a reason"));
      default -> new CompletableFuture<>();
    };
  }

  private static Reply reply(boolean ok, String text) {
    return new Reply(1, ok, text.getBytes(UTF_8));
  }

  private HostShell shell(Member member) {
    if (member.label().equals("dead")) {
      throw new PhoenixException("no route to host");
    }
    return new LocalShell(home);
  }

  private static String script(Member member) {
    return Scripts.deliver(
        ".phoenix", "c", member.label(), Map.of(Credentials.REVOKED_FILE, "the list"));
  }

  @Test
  void silentNodesAreToldBySshAndNobodyHoldsUpTheOthers() throws IOException {
    for (Member member : MEMBERS) {
      Files.createDirectories(listOf(member).getParent());
    }
    var revocation =
        new Revocation(this::ask, this::shell, RevocationTest::script, Duration.ofMillis(100));
    for (int i = 0; i < 2; i++) { // it may be repeated
      List<Revocation.Outcome> outcomes = revocation.tell(MEMBERS);
      assertThat(outcomes)
          .extracting(o -> o.member().label() + " " + o.isTold() + " " + o.how())
          .containsExactly(
              "answers true told",
              "silent true told by SSH (does not answer)",
              "refuses true told by SSH (refuses: for a reason)",
              "dead false does not answer; by SSH: no route to host");
    }
    assertThat(listOf(MEMBERS.get(0))).doesNotExist();
    assertThat(listOf(MEMBERS.get(1))).hasContent("the list");
    assertThat(listOf(MEMBERS.get(2))).hasContent("the list");
  }

  private Path listOf(Member member) {
    return home.resolve(Scripts.place(".phoenix", "c", member.label()))
        .resolve("tls")
        .resolve(Credentials.REVOKED_FILE);
  }
}
