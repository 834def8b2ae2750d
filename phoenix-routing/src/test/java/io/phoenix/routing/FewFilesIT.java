package io.phoenix.routing;

import static org.assertj.core.api.Assertions.assertThat;

import io.phoenix.api.Node;
import io.phoenix.api.Phoenix;
import io.phoenix.api.Port;
import io.phoenix.routing.tls.ClusterAuthority;
import java.io.BufferedReader;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A node that may open few files, at a door with more strangers than that. */
@Timeout(120)
class FewFilesIT {
  private static final String LIMIT = "ulimit -n 160 && exec \"$@\"";
  private static final int STRANGERS = 400;

  @TempDir Path directory;

  @Test
  void aNodeOutOfFilesPausesSaysSoOnceAndLetsAMemberIn() throws Exception {
    ClusterAuthority authority = ClusterAuthority.create(directory.resolve("authority"), "few");
    authority.issue("few").writeTo(directory.resolve("few"));
    Path log = directory.resolve("log");
    Process process = start(log);
    List<Socket> strangers = new ArrayList<>();
    try (BufferedReader out = process.inputReader()) {
      Port port = Port.parse(out.readLine());
      for (int i = 0; i < STRANGERS; i++) {
        var socket = new Socket();
        strangers.add(socket);
        socket.connect(new InetSocketAddress(port.host(), port.port()));
      }
      while (!Files.readString(log).contains("nothing is accepted for")) {
        Thread.sleep(1); // the test as a whole has a deadline
      }
      try (Node member =
          Phoenix.open(
              FewFiles.CONFIG
                  .withPorts(port.toString())
                  .withSecurity(authority.issue("member").writeTo(directory.resolve("member"))))) {
        while (member.explain().ports().get(0).linkedTo() == null) {
          Thread.sleep(1);
        }
      }
      assertThat(Files.readString(log)).containsOnlyOnce("Too many open files");
      assertThat(Files.size(log)).isLessThan(20_000);
    } finally {
      for (Socket stranger : strangers) {
        stranger.close();
      }
      process.getOutputStream().close();
      process.destroyForcibly().waitFor();
    }
  }

  private Process start(Path log) throws IOException {
    List<String> command = new ArrayList<>(List.of("sh", "-c", LIMIT, "sh"));
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(List.of("-cp", System.getProperty("java.class.path"), FewFiles.class.getName()));
    command.add(directory.resolve("few").toString());
    return new ProcessBuilder(command).redirectError(log.toFile()).start();
  }
}
