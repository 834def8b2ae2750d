package io.phoenix.apps.launch;

import static org.assertj.core.api.Assertions.assertThat;

import io.phoenix.api.SshHop;
import io.phoenix.apps.config.PortsConfig;
import io.phoenix.apps.config.PortsFile;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class VantageTest {
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
              """)
          .config();

  @Test
  void aMachineIsTheHostThatHasItsAddress() {
    assertThat(Vantage.here(CONFIG, "b2"::equals)).isEqualTo(new Vantage("b", "b2"));
    assertThat(Vantage.here(CONFIG, name -> false)).isEqualTo(Vantage.OUTSIDE);
  }

  @Test
  void theWayBySshDependsOnWhereOneStands() {
    Vantage a1 = Vantage.of(CONFIG.host("a1").orElseThrow());
    Vantage c1 = Vantage.of(CONFIG.host("c1").orElseThrow());
    assertThat(way(a1, "a2")).isEqualTo(hops("a2"));
    assertThat(way(c1, "a2")).isEqualTo(hops("a2"));
    assertThat(way(a1, "b1")).isEqualTo(hops("me@gw:2222"));
    assertThat(way(a1, "b2")).isEqualTo(hops("b2"));
    assertThat(way(a1, "c2")).isEqualTo(hops("c1", "c2"));
    assertThat(way(c1, "c2")).isEqualTo(hops("c2"));
    assertThat(way(a1, "c1")).isEqualTo(hops("c1"));
    assertThat(way(a1, "d1")).isNull();
    assertThat(way(Vantage.OUTSIDE, "c2")).isEqualTo(hops("c1", "c2"));
  }

  private static List<SshHop> way(Vantage from, String to) {
    return from.sshTo(CONFIG.host(to).orElseThrow());
  }

  private static List<SshHop> hops(String... hops) {
    return Stream.of(hops).map(SshHop::parse).toList();
  }
}
