package io.phoenix.apps.launch;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * Three LANs that only SSH connects, whose first nodes leave one after the other, those that hold
 * the planned links among them: those who stay find other links, over SSH.
 */
@Timeout(600)
class LabMeshIT {

  @Test
  void lansStayConnectedWhenTheNodesThatConnectedThemLeave()
      throws IOException, InterruptedException {
    try (Lab lab = Lab.up()) {
      Path ports = lab.home("a1").resolve("ports.yaml");
      Files.writeString(ports, lab.lab("ports").out());
      Lab.Result up = lab.phoenix("a1", "up", ports.toString());
      assertThat(up.out()).contains("6 of 6 nodes take part");
      for (String leaver : new String[] {"b1", "c1", "a1"}) {
        Lab.Result leave = lab.phoenix("a1", "leave", leaver);
        assertThat(leave.out()).contains(leaver + ": leave done");
      }
      awaitRoute(lab, "a2", "b2");
      awaitRoute(lab, "b2", "c2");
      awaitRoute(lab, "c2", "a2");
      assertThat(lab.phoenix("a1", "status").out()).containsPattern("(a2|b2) – (b2|c2) +ssh");
      assertThat(lab.phoenix("a1", "down").code()).isZero();
    }
  }

  private static void awaitRoute(Lab lab, String from, String to) throws InterruptedException {
    String said;
    while (!(said = lab.phoenix("a1", "explain", "route", from, to).out()).contains("→ " + to)) {
      assertThat(said).contains("no way").doesNotContain("Exception");
      Thread.sleep(500);
    }
  }
}
