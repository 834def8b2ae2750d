package io.phoenix.apps.launch;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The scripts as a real shell runs them, with something else in place of Java. */
@Timeout(60)
class ScriptsTest {
  private static final String DIRECTORY = ".phoenix";
  private static final Duration LIMIT = Duration.ofSeconds(30);

  @TempDir Path home;
  private Path place;
  private Process foreign;

  @BeforeEach
  void startSomethingOfSomebodyElse() throws IOException {
    place = home.resolve(Scripts.place(DIRECTORY, "c", "node"));
    foreign = new ProcessBuilder("sleep", "100").start();
  }

  @AfterEach
  void endIt() {
    foreign.destroyForcibly();
    run(Scripts.signal(DIRECTORY, "c", "node", "KILL"));
  }

  private String run(String script) {
    return new LocalShell(home).run(script, LIMIT).out().strip();
  }

  private String probe() {
    return run(Scripts.probe("java", DIRECTORY, "jars/x.jar", "c", List.of("node")));
  }

  private String signal() {
    return run(Scripts.signal(DIRECTORY, "c", "node", "KILL"));
  }

  private long startNode() throws IOException {
    Path java =
        Files.writeString(
            home.resolve("java"),
            """
            #!/bin/sh
            for word; do last=$word; done
            echo ready >"$last"
            while :; do sleep 1; done
            """);
    Files.setPosixFilePermissions(java, PosixFilePermissions.fromString("rwx------"));
    String ready = Scripts.place(DIRECTORY, "c", "node") + "/ready";
    var start =
        new Scripts.Start(
            "node",
            java.toString(),
            List.of("--ready", ready),
            "no.jsa",
            Map.of("node.pem", "key"));
    assertThat(run(Scripts.start(DIRECTORY, "c", List.of(start), 20))).isEqualTo("ready node");
    return Long.parseLong(Files.readString(place.resolve("pid")).strip());
  }

  private static boolean runs(long pid) {
    return ProcessHandle.of(pid).map(ProcessHandle::isAlive).orElse(false);
  }

  private static void awaitEnd(long pid) throws InterruptedException {
    while (runs(pid)) {
      Thread.sleep(5); // the test as a whole has a deadline
    }
  }

  @Test
  void aNodeThatRunsIsFoundAndCanBeKilled() throws Exception {
    long pid = startNode();
    assertThat(probe()).contains("runs=node");
    assertThat(signal()).isEqualTo("signalled");
    awaitEnd(pid);
    assertThat(signal()).isEqualTo("gone");
    assertThat(probe()).doesNotContain("runs=node");
  }

  @Test
  void whoeverHasGotTheIdOfANodeThatIsGoneIsLeftAlone() throws Exception {
    long pid = startNode();
    signal();
    awaitEnd(pid);
    Files.writeString(place.resolve("pid"), foreign.pid() + "\n");
    assertThat(probe()).doesNotContain("runs=node");
    assertThat(signal()).isEqualTo("gone");
    assertThat(foreign.isAlive()).isTrue();
    // Started at the same moment, even: it is another program.
    run(
        "sed 's/^.*) //' /proc/%d/stat | cut -d ' ' -f 20 >%s/born"
            .formatted(foreign.pid(), place));
    assertThat(signal()).isEqualTo("gone");
    assertThat(foreign.isAlive()).isTrue();
  }

  @Test
  void nothingSecretAndNothingLargeIsLeftOfANodeThatHasEnded() throws Exception {
    long pid = startNode();
    Path jars = Files.createDirectories(home.resolve(DIRECTORY).resolve("jars"));
    Path part = Files.createFile(jars.resolve("hash-17.jsa." + pid));
    Path archive = Files.createFile(jars.resolve("hash-17.jsa"));
    Path said = Files.writeString(home.resolve("java_pid77_stdout.txt"), "to hash-17.jsa." + pid);
    Path others = Files.writeString(home.resolve("java_pid78_stdout.txt"), "to x.jsa.1");
    String cleanUp = Scripts.cleanUp(DIRECTORY, "c", List.of("node", "never-started"));
    assertThat(run(cleanUp)).isEqualTo("runs=node");
    assertThat(place.resolve("tls/node.pem")).exists();

    signal();
    awaitEnd(pid);
    assertThat(run(cleanUp)).isEmpty();
    assertThat(place.resolve("tls")).doesNotExist();
    assertThat(part).doesNotExist();
    assertThat(said).doesNotExist();
    assertThat(place).isDirectoryContaining("glob:**log").isDirectoryNotContaining("glob:**pid");
    assertThat(archive).exists();
    assertThat(others).exists();
  }
}
