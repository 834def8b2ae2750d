package io.phoenix.apps.launch;

import static org.assertj.core.api.Assertions.assertThat;

import io.phoenix.apps.config.PortsConfig;
import io.phoenix.apps.config.PortsFile;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What nodes may dial in other LANs by themselves is what the ports file says, and no more. */
class BridgeOptionsTest {
  private static BridgeOptions options(String lans) {
    return new BridgeOptions(members(lans));
  }

  private static List<Member> members(String lans) {
    PortsConfig config = PortsFile.parse("test", "application: x\nlans:\n" + lans).config();
    return config.hosts().stream().flatMap(host -> Member.allOf(host).stream()).toList();
  }

  private static Member member(String lans, String label) {
    return members(lans).stream().filter(m -> m.label().equals(label)).findFirst().orElseThrow();
  }

  @Test
  void inOneLanNodesNeedNotBeTold() {
    String lans = "  a: [a1, a2]\n";
    assertThat(options(lans).of(member(lans, "a1"))).isEmpty();
  }

  @Test
  void otherLansAreDialledAsTheFileSays() {
    String lans = "  a: {hosts: [a1], reach: direct}\n  c: {hosts: [c1, c2], reach: {jump: c1}}\n";
    assertThat(options(lans).of(member(lans, "a1")))
        .containsExactly(
            "--reachable-at",
            "a1:7000",
            "--bridge-port",
            "127.0.0.1:7000 only via ssh://c1",
            "--bridge-port",
            "c2:7000 only via ssh://c1");
    assertThat(options(lans).of(member(lans, "c2")))
        .containsExactly("--reachable-at", "c2:7000 only via ssh://c1", "--bridge-port", "a1:7000");
  }

  @Test
  void whoCanReachNobodyOutsideLeavesItToOthers() {
    String lans = "  a: {hosts: [a1], reach: direct}\n  d: {hosts: [d1], reach: none}\n";
    assertThat(options(lans).of(member(lans, "a1")))
        .containsExactly("--reachable-at", "a1:7000", "--mesh-bridges", "0");
    assertThat(options(lans).of(member(lans, "d1"))).containsExactly("--bridge-port", "a1:7000");
  }
}
