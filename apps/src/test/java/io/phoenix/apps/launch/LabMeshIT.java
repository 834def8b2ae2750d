package io.phoenix.apps.launch;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * Two LANs that only SSH connects. All nodes leave that hold the planned links between them, one
 * after the other; those who stay find another link, through the SSH server that the ports file
 * names.
 */
@Timeout(600)
class LabMeshIT {

  @Test
  void lansStayConnectedWhenTheNodesThatConnectedThemLeave()
      throws IOException, InterruptedException {
    try (Lab lab = Lab.up(3)) {
      Path ports = lab.home("a1").resolve("ports.yaml");
      Files.writeString(ports, lab.lab("ports").out());
      Lab.Result up = lab.phoenix("a1", "up", ports.toString(), "--hosts", "a1,a2,a3,c1,c2,c3");
      assertThat(up.out()).contains("6 of 6 nodes take part");
      for (String leaver : new String[] {"a1", "c1", "c2", "a2"}) {
        assertThat(lab.phoenix("a1", "leave", leaver).out()).contains(leaver + ": leave done");
      }
      awaitRoute(lab, "a3", "c3");
      awaitRoute(lab, "c3", "a3");
      assertThat(lab.phoenix("a1", "status").out()).containsPattern("a3 – c3 +ssh");
      assertThat(lab.phoenix("a1", "down").code()).isZero();
    }
  }

  private static void awaitRoute(Lab lab, String from, String to) throws InterruptedException {
    while (!lab.phoenix("a1", "explain", "route", from, to).out().contains("→ " + to)) {
      Thread.sleep(500);
    }
  }
}
