package io.phoenix.apps.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.phoenix.api.SshHop;
import io.phoenix.apps.terminal.UserError;
import io.phoenix.workstealing.runtime.StealingSettings;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PortsFileTest {
  @TempDir private Path dir;

  @Test
  void fiveLinesAreEnough() {
    PortsConfig config =
        read(
            """
            application: histogram
            lans:
              office: [pc1, pc2]
              cluster:
                hosts: [node1, node2]
            """);
    assertThat(config.application()).isEqualTo("histogram");
    assertThat(config.space()).isEqualTo(1L << 20);
    assertThat(config.plain()).isFalse();
    assertThat(config.lans()).extracting(Lan::name).containsExactly("office", "cluster");
    Host host = config.host("node2").orElseThrow();
    assertThat(host.lan()).isEqualTo("cluster");
    assertThat(host.ports()).isEqualTo(new PortRange(7000, 7099));
    assertThat(host.java()).isEqualTo("java");
    assertThat(host.reach()).isEqualTo(new Reach.Ssh(null, List.of()));
  }

  @Test
  void whatIsSaidOfAllGoesUnlessALanOrAHostSaysOtherwise() {
    PortsConfig config =
        read(
            """
            application: a
            space: 2^30
            security: none
            directory: scratch/phoenix
            ports: 8000-8010
            workers: 2
            jvm: [-Xmx1g, -Xss1m]
            lans:
              x:
                hosts: [x1, {host: x2, workers: 8, nodes: 3, java: /opt/java}, "x3:9000"]
                workers: 4
              y: {hosts: y1, reach: direct, ports: 9}
            """);
    assertThat(config.space()).isEqualTo(1L << 30);
    assertThat(config.plain()).isTrue();
    assertThat(config.directory()).isEqualTo("scratch/phoenix");
    assertThat(config.nodes()).isEqualTo(6);
    assertThat(config.hosts()).extracting(Host::workers).containsExactly(4, 8, 4, 2);
    assertThat(config.hosts())
        .extracting(host -> host.ports().toString())
        .containsExactly("8000-8010", "8000-8010", "9000", "9");
    assertThat(config.host("x2").orElseThrow().java()).isEqualTo("/opt/java");
    assertThat(config.host("y1").orElseThrow().jvm()).containsExactly("-Xmx1g", "-Xss1m");
    assertThat(config.host("y1").orElseThrow().reach()).isEqualTo(new Reach.Direct());
  }

  @Test
  void nodesTakeAsManyWorkersAndAsLongNamesOfLansAsTheFileMaySay() {
    String lan = "a".repeat(63);
    Host host =
        read("application: a\nlans:\n  " + lan + ":\n    hosts: [h]\n    workers: 10000\n")
            .hosts()
            .get(0);
    StealingSettings taken =
        StealingSettings.defaults().withWorkers(host.workers()).withCluster(host.lan());
    assertThat(taken.workers()).isEqualTo(10_000);
    assertThat(taken.cluster()).isEqualTo(lan);
    assertThatThrownBy(() -> read("application: a\nlans:\n  " + lan + "a:\n    hosts: [h]\n"))
        .hasMessageContaining("the name of a LAN is longer than 63 characters");
  }

  @Test
  void aRangeStandsForManyHosts() {
    PortsConfig config = read("application: a\nlans:\n  x:\n    hosts:\n      - n[08-11].org\n");
    assertThat(config.hosts())
        .extracting(Host::name)
        .containsExactly("n08.org", "n09.org", "n10.org", "n11.org");
  }

  @Test
  void aGatewayThatIsInItsLanIsReachedWithoutAJump() {
    PortsConfig config =
        read(
            """
            application: a
            lans:
              c:
                hosts: [{host: c1, reach: {ssh: "gw.example.org:2222"}}, c2]
                reach: {jump: c1}
              d:
                hosts: [d1, d2]
                reach: {jump: d1}
            """);
    assertThat(config.host("c1").orElseThrow().reach())
        .isEqualTo(new Reach.Ssh(SshHop.parse("gw.example.org:2222"), List.of()));
    assertThat(config.host("c2").orElseThrow().reach())
        .isEqualTo(new Reach.Ssh(null, List.of(SshHop.parse("gw.example.org:2222"))));
    assertThat(config.host("d1").orElseThrow().reach()).isEqualTo(new Reach.Ssh(null, List.of()));
    assertThat(config.host("d2").orElseThrow().reach())
        .isEqualTo(new Reach.Ssh(null, List.of(SshHop.parse("d1"))));
  }

  @Test
  void jumpsOfJumpHostsAreTakenBeforeThem() {
    PortsConfig config =
        read(
            """
            application: a
            lans:
              c:
                - {host: c1, reach: {jump: bastion}}
                - {host: c2, reach: {jump: me@c1}}
            """);
    assertThat(config.host("c2").orElseThrow().reach())
        .isEqualTo(new Reach.Ssh(null, List.of(SshHop.parse("bastion"), SshHop.parse("me@c1"))));
  }

  @Test
  void aPlainListOfHostsIsOneLan() throws IOException {
    Path file =
        Files.writeString(
            dir.resolve("machines.txt"), "# ours\npc1\n  pc2:7100 # old\n\n[fe80::1]:7200\n");
    PortsConfig config = PortsFile.read(file).config();
    assertThat(config.application()).isEqualTo("machines");
    assertThat(config.hosts())
        .extracting(host -> host.name() + " " + host.ports())
        .containsExactly("pc1 7000-7099", "pc2 7100", "fe80::1 7200");
  }

  @Test
  void aFileThatIsNotThereIsTheUsersError() {
    assertThatThrownBy(() -> PortsFile.read(dir.resolve("absent")))
        .isInstanceOf(UserError.class)
        .hasMessageContaining("absent");
    assertThatThrownBy(() -> PortsFile.read(dir)).hasMessageContaining("directory");
  }

  @Test
  void aFileThatIsNoTextIsTheUsersError() throws IOException {
    Path file = Files.write(dir.resolve("jar"), new byte[] {'P', 'K', (byte) 0xff, (byte) 0xfe});
    assertThatThrownBy(() -> PortsFile.read(file))
        .isInstanceOf(UserError.class)
        .hasMessageContaining("no text");
  }

  private static PortsConfig read(String text) {
    PortsFile file = PortsFile.parse("ports.yaml", text);
    assertThat(file.complaints()).isEmpty();
    return file.config();
  }
}
