package io.phoenix.apps.launch;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * A storm over three LANs, while what is between its nodes fails, one thing after another; {@code
 * -Dlab.thorough=true} for every link and gateway.
 */
class LabStormIT {
  /** Longer than a link may be silent, so that it is given up with what is under way. */
  private static final long FAULT_MS = 6000;

  private static final long LIMIT_SECONDS = 180;

  /** Two hosts that are linked. */
  private record Link(String a, String b) {}

  /** All links of the six nodes. */
  private static final List<Link> ALL =
      List.of(
          new Link("a1", "a2"),
          new Link("b1", "b2"),
          new Link("c1", "c2"),
          new Link("a1", "b1"),
          new Link("a2", "b2"),
          new Link("a1", "c1"),
          new Link("a2", "c2"),
          new Link("b1", "c1"),
          new Link("b2", "c2"));

  /** One of each kind: inside a LAN, between gateways, out of a NAT. */
  private static final List<Link> SOME =
      List.of(new Link("b1", "b2"), new Link("a1", "b1"), new Link("a2", "c2"));

  private static final boolean IS_THOROUGH = Boolean.getBoolean("lab.thorough");

  @TempDir private Path dir;

  @Test
  void nothingIsLostWhileAnyOneLinkOrGatewayIsCut() throws IOException, InterruptedException {
    Path out = dir.resolve("out");
    try (Lab lab = Lab.up()) {
      Path file = lab.home("a1").resolve("ports.yaml");
      Files.writeString(file, lab.lab("ports").out());
      // It goes on until a node has left, at the end.
      Process storm =
          lab.begin(
              out, "a1", "up", file.toString(), "--", "storm", "--seconds", "1", "--leaves", "1");
      awaitBegin(storm, out);
      for (Link link : IS_THOROUGH ? ALL : SOME) {
        fail(lab, List.of("cut", link.a(), link.b()), List.of("heal", link.a(), link.b()));
      }
      for (String gateway : IS_THOROUGH ? List.of("a1", "b1", "c1") : List.of("c1")) {
        fail(lab, List.of("cut", gateway, "wan"), List.of("heal", gateway, "wan"));
      }
      for (String gateway : List.of("a1", "b1", "c1")) {
        command(lab, List.of("sshd", gateway, "stop"));
        command(lab, List.of("sshd", gateway, "start"));
      }
      assertThat(storm.isAlive()).as(Files.readString(out)).isTrue();
      assertThat(lab.phoenix("a1", "leave", "b2").out()).contains("b2: leave done");
      boolean isOver = storm.waitFor(LIMIT_SECONDS, TimeUnit.SECONDS);
      assertThat(isOver).as(Files.readString(out)).isTrue();
      assertThat(Files.readString(out))
          .contains("cluster 'phoenix-lab': 6 of 6 nodes take part")
          .contains("verdict: nothing lost, nothing duplicated, nothing out of order");
      assertThat(storm.exitValue()).isZero();
    }
  }

  private static void awaitBegin(Process storm, Path out) throws IOException, InterruptedException {
    while (!Files.readString(out).contains("take part")) {
      assertThat(storm.isAlive()).as(Files.readString(out)).isTrue();
      Thread.sleep(100);
    }
  }

  /** A fault that lasts for a while. */
  private static void fail(Lab lab, List<String> begin, List<String> end)
      throws InterruptedException {
    command(lab, begin);
    Thread.sleep(FAULT_MS);
    command(lab, end);
  }

  private static void command(Lab lab, List<String> command) {
    Lab.Result result = lab.lab(command.toArray(String[]::new));
    assertThat(result.code()).as(command + ": " + result.out()).isZero();
  }
}
