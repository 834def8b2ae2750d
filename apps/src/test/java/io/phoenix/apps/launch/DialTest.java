package io.phoenix.apps.launch;

import static org.assertj.core.api.Assertions.assertThat;

import io.phoenix.apps.config.PortsConfig;
import io.phoenix.apps.config.PortsFile;
import org.junit.jupiter.api.Test;

class DialTest {
  private static final PortsConfig CONFIG =
      PortsFile.parse(
              "test",
              """
              application: x
              lans:
                a: {hosts: [a1, a2], reach: direct}
                b: [{host: b1, reach: {ssh: "me@gw:2222"}}, b2]
                c: {hosts: [c1, c2], reach: {jump: c1}}
                d: {hosts: [d1], reach: none}
                here: [localhost, 127.0.0.5, "::1"]
                e: {hosts: [e1], reach: {listen: [bastion, me@gw]}, ports: 7100}
              """)
          .config();

  @Test
  void nodesOfTheSameLanAreDialledByName() {
    assertThat(dial("c1", "c2")).isEqualTo("c2:7000");
  }

  @Test
  void thoseOfOthersAreDialledAsTheFileSays() {
    assertThat(dial("c1", "a2")).isEqualTo("a2:7000");
    assertThat(dial("a1", "b1")).isEqualTo("127.0.0.1:7000 only via ssh://me@gw:2222");
    assertThat(dial("a1", "b2")).isEqualTo("127.0.0.1:7000 only via ssh://b2");
    assertThat(dial("a1", "c1")).isEqualTo("127.0.0.1:7000 only via ssh://c1");
    assertThat(dial("a1", "c2")).isEqualTo("c2:7000 only via ssh://c1");
    assertThat(Dial.kindOf(dial("a1", "c2"))).isEqualTo("ssh");
    assertThat(Dial.kindOf(dial("a1", "a2"))).isEqualTo("tcp");
  }

  @Test
  void whoListensAtAServerIsDialledThere() {
    assertThat(Dial.listen(member("e1"))).isEqualTo("0.0.0.0:7100 via ssh://bastion,ssh://me@gw");
    assertThat(dial("a1", "e1")).isEqualTo("127.0.0.1:7100 only via ssh://bastion,ssh://me@gw");
    assertThat(Dial.listen(member("a1"))).isEqualTo("0.0.0.0:7000");
    assertThat(vantage("a1").sshTo(CONFIG.host("e1").orElseThrow())).isNull();
  }

  @Test
  void hostsThatAreThisMachineListenWhereOtherMachinesDoNotReach() {
    assertThat(Dial.listen(member("localhost"))).isEqualTo("127.0.0.1:7000");
    assertThat(Dial.listen(member("127.0.0.5"))).isEqualTo("127.0.0.5:7000");
    assertThat(Dial.listen(member("::1"))).isEqualTo("[::1]:7000");
  }

  @Test
  void whoeverLetsNobodyInIsDialledFromItsOwnLanOnly() {
    assertThat(Dial.from(vantage("a1")).canReach(member("d1"))).isFalse();
    assertThat(Dial.from(vantage("d1")).canReach(member("d1"))).isTrue();
  }

  private static String dial(String from, String to) {
    return Dial.from(vantage(from)).to(member(to));
  }

  private static Vantage vantage(String host) {
    return Vantage.of(CONFIG.host(host).orElseThrow());
  }

  private static Member member(String host) {
    return new Member(CONFIG.host(host).orElseThrow(), 0);
  }
}
