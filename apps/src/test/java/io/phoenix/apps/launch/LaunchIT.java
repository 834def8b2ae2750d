package io.phoenix.apps.launch;

import static org.assertj.core.api.Assertions.assertThat;

import io.phoenix.apps.launch.Lab.Result;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Clusters in the lab: a real sshd on each of six hosts in three LANs. */
class LaunchIT {
  private static Lab lab;

  @BeforeAll
  static void buildLab() {
    lab = Lab.up();
  }

  @AfterAll
  static void removeLab() {
    lab.close();
  }

  @Test
  void everyHostThatFailsIsReportedWithItsReasonAndTheOthersGoOn() throws IOException {
    breakHosts();
    Path file =
        Files.writeString(
            lab.home("a1").resolve("ports.yaml"),
            """
            application: broken
            lans:
              a: [a1, a2]
              b: [b1, b2]
              c: {hosts: [c1, {host: c2, java: /no/such/java}], reach: {jump: c1}}
            """);
    Result up = lab.phoenix("a1", "up", file.toString());

    assertThat(up.code()).isEqualTo(1);
    assertThat(up.out())
        .containsPattern("a1 +1 node, ready after")
        .containsPattern("error: a2: .*No space left on device")
        .containsPattern("hint: make room on that disk")
        .containsPattern("error: b1: .*(key|authenticat|refuse)")
        .containsPattern("error: b2: .*key")
        .containsPattern("error: c1: .*allows no further session")
        .containsPattern("hint: raise MaxSessions")
        .containsPattern("error: c2: no Java: '/no/such/java -version' says: .*not found")
        .containsPattern("hint: install a JRE >= 17, or say in the ports file where it is")
        .contains("cluster 'broken': 1 of 6 nodes take part")
        .doesNotContain("\tat ");

    assertThat(lab.on("a2", "umount", lab.home("a2") + "/.phoenix").code()).isZero();
    Result join = lab.phoenix("a1", "join", file.toString(), "a2");
    assertThat(join.out()).contains("1 of 1 nodes have joined");
    Result status = lab.phoenix("a1", "status");
    assertThat(status.code()).isZero();
    assertThat(status.out())
        .containsPattern("a1 +a +taking part +\\[\\d+, \\d+\\) +50.0 %")
        .containsPattern("a1 – a2 +tcp +[\\d.]+ ms +a1:7000");
    assertThat(lab.phoenix("a1", "explain", "route", "a1", "a2").out()).contains("→ a2 by tcp");
    aNodeThatIsTerminatedHasLeftAndMayComeBack(file);
    aNodeMayLeaveForAWhileAndReturn();
    assertThat(lab.phoenix("a1", "leave", "a2").out()).contains("a2: leave done");
    Result last = lab.phoenix("a1", "leave", "a1");
    assertThat(last.code()).isEqualTo(1);
    assertThat(last.out()).contains("error: a1 stays: it is the last node");
    assertThat(lab.phoenix("a1", "down").out()).contains("cluster 'broken' is down: 1 nodes ended");
    assertThat(lab.phoenix("a1", "status").out()).contains("no cluster was started from here");
  }

  @Test
  void nodesStartFromTheArchiveThatAFirstOneMadeUnlessItIsDamaged() throws Exception {
    Path file =
        Files.writeString(
            lab.home("b2").resolve("ports.yaml"), "application: archived\nlans: {b: [b2]}\n");
    assertThat(lab.phoenix("b2", "up", file.toString()).code()).isZero();
    assertThat(mapsArchive()).isFalse();
    Path archive = awaitArchive(lab.home("b2").resolve(".phoenix/jars"));
    assertThat(lab.phoenix("b2", "down").code()).isZero();

    assertThat(lab.phoenix("b2", "up", file.toString()).code()).isZero();
    assertThat(mapsArchive()).isTrue();
    assertThat(lab.phoenix("b2", "down").code()).isZero();

    byte[] bytes = Files.readAllBytes(archive);
    Files.delete(archive);
    Files.write(archive, Arrays.copyOf(bytes, bytes.length / 2));
    assertThat(lab.phoenix("b2", "up", file.toString()).code()).isZero();
    assertThat(mapsArchive()).isFalse();
    assertThat(lab.phoenix("b2", "logs", "b2").out()).doesNotContain("[warning]", "[error]");
    assertThat(lab.phoenix("b2", "down").code()).isZero();
  }

  private static boolean mapsArchive() {
    String pid = lab.home("b2") + "/.phoenix/nodes/archived/b2/pid";
    return lab.on("b2", "sh", "-c", "grep -c /jars/.*[.]jsa /proc/$(cat " + pid + ")/maps").code()
        == 0;
  }

  private static Path awaitArchive(Path directory) throws Exception {
    long deadlineNs = System.nanoTime() + TimeUnit.SECONDS.toNanos(60);
    while (true) {
      try (Stream<Path> files = Files.list(directory)) {
        Optional<Path> found = files.filter(f -> f.toString().endsWith(".jsa")).findFirst();
        if (found.isPresent()) {
          return found.get();
        }
      }
      assertThat(System.nanoTime()).isLessThan(deadlineNs);
      Thread.sleep(50);
    }
  }

  private static void aNodeThatIsTerminatedHasLeftAndMayComeBack(Path file) {
    String pid = lab.home("a2") + "/.phoenix/nodes/broken/a2/pid";
    lab.on(
        "a2",
        "sh",
        "-c",
        "kill -TERM $(cat " + pid + "); tail --pid=$(cat " + pid + ") -f /dev/null");
    Result left = lab.phoenix("a1", "status");
    assertThat(left.out()).contains("left: a2").doesNotContain("not answering");
    assertThat(left.code()).isZero();
    assertThat(lab.phoenix("a1", "join", file.toString(), "a2").out())
        .contains("1 of 1 nodes have joined");
    lab.on("a2", "sh", "-c", "kill -KILL $(cat " + pid + ")");
    Result killed = lab.phoenix("a1", "status");
    assertThat(killed.out()).contains("not answering: a2").doesNotContain("left: ");
    assertThat(killed.code()).isEqualTo(1);
    // What it had is nobody's now: the cluster is ended, and one made anew.
    assertThat(lab.phoenix("a1", "down", "--force").out()).contains("cluster 'broken' is down");
    assertThat(lab.phoenix("a1", "up", "--hosts", "a1,a2", file.toString()).code()).isZero();
  }

  /** By SSH, with a log on the host of the node. */
  private static void aNodeMayLeaveForAWhileAndReturn() {
    Path log = lab.home("a2").resolve(".phoenix/nodes/broken/a2/leave.log");
    assertThat(lab.phoenix("a1", "leave", "a2", "--log").out())
        .contains("a2: leaves for a while, with its log in " + log);
    assertThat(lab.on("a2", "stat", "-c", "%a", log.toString()).out().strip()).isEqualTo("600");
    assertThat(lab.phoenix("a1", "status").out()).contains("away: a2");
    assertThat(lab.phoenix("a1", "return", "a2").out()).contains("1 of 1 nodes have returned");
    assertThat(lab.phoenix("a1", "status").out())
        .containsPattern("a2 +a +taking part")
        .doesNotContain("away: ");
    Result again = lab.phoenix("a1", "return", "a2");
    assertThat(again.code()).isEqualTo(1);
    assertThat(again.out()).contains("a2 of this cluster runs there already");
  }

  /** Each host in another way. */
  private static void breakHosts() throws IOException {
    lab.on("a2", "mkdir", "-p", lab.home("a2") + "/.phoenix");
    lab.on("a2", "mount", "-t", "tmpfs", "-o", "size=1m", "none", lab.home("a2") + "/.phoenix");
    Files.writeString(lab.home("b1").resolve(".ssh/authorized_keys"), "");
    Path known = lab.home("a1").resolve(".ssh/known_hosts");
    String keys = Files.readString(known);
    String keyOfA1 = keys.lines().filter(line -> line.startsWith("a1")).findFirst().orElseThrow();
    String another = keyOfA1.substring(keyOfA1.indexOf(' '));
    Files.writeString(
        known, Pattern.compile("(?m)^(b2\\S*) .*$").matcher(keys).replaceAll("$1" + another));
    Path config = lab.file("c1", "sshd_config");
    Files.writeString(
        config, Files.readString(config).replaceAll("MaxSessions \\d+", "MaxSessions 0"));
    lab.lab("sshd", "c1", "stop");
    lab.lab("sshd", "c1", "start");
  }
}
