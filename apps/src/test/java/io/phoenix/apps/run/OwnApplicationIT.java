package io.phoenix.apps.run;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The command as people have it: a jar, and classes of their own beside it. */
@Timeout(120)
class OwnApplicationIT {
  private static final Path JAR = Path.of("target/phoenix.jar").toAbsolutePath();

  @TempDir private Path directory;

  @Test
  void applicationAndPolicyOfOnesOwnRunOnNodesOfThisMachine() throws Exception {
    String path = ReadmeCode.own(directory).toString();
    String run =
        phoenix("--classpath", path, "run", "primes", "1000000", "--policy", "next-up", "--serial");
    assertThat(run)
        .contains("78498\n")
        .containsPattern("node 1 +[1-9]")
        .containsPattern("node 2 +[1-9]")
        .contains("serial: ");
    assertThat(phoenix("--classpath", path, "run", "terms", "25")).contains("75025\n");
    assertThat(phoenix("--classpath", path, "run", "--help")).contains("primes", "terms");
    assertThat(phoenix("--classpath", path, "run", "primes"))
        .contains("error: primes: up to which number?");
    assertThat(phoenix("--classpath", path + "x", "run", "primes"))
        .contains("error: --classpath: there is no '" + path + "x'");
  }

  @Test
  void clusterOfAPortsFileIsStartedForTheJobAndEndsWithIt() throws Exception {
    String path = ReadmeCode.own(directory).toString();
    Path file =
        Files.writeString(
            directory.resolve("ports.yaml"),
            """
            application: own
            lans:
              here:
                - host: localhost
                  nodes: 2
                  workers: 1
                  ports: 17300-17399
                  jvm: [-Dphoenix.classpath=%s]
            """
                .formatted(path));
    assertThat(
            phoenix("--classpath", path, "run", "primes", "1000000", "--config", file.toString()))
        .contains("78498\n")
        .contains("cluster 'own' is down: 2 nodes ended");
    assertThat(phoenix("status")).contains("no cluster was started from here");
  }

  private String phoenix(String... words) throws Exception {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.add("-Duser.home=" + directory);
    command.addAll(List.of("-jar", JAR.toString()));
    command.addAll(List.of(words));
    Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
    try {
      String said = new String(process.getInputStream().readAllBytes(), UTF_8);
      assertThat(process.waitFor(10, TimeUnit.SECONDS)).isTrue();
      return said;
    } finally {
      process.destroy();
    }
  }
}
