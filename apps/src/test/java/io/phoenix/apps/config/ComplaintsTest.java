package io.phoenix.apps.config;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

/** Each mistake is said with its place and what would be right. */
class ComplaintsTest {

  @Test
  void everythingIsSaidAtOnceInTheOrderOfTheFile() {
    assertThat(
            complaints(
                """
                aplication: histogram
                ports: 70000
                lans:
                  office:
                    host: [pc1]
                  cluster:
                    hosts: [n1, n2, n1, "n3:x"]
                    reach: shh
                """))
        .containsExactly(
            "1:1 unknown key 'aplication' | did you mean 'application'? (known: application,"
                + " directory, java, jvm, lans, nodes, ports, security, space, workers)",
            "1:1 no 'application' | name it in the first line: application: histogram",
            "2:8 port 70000 does not exist | ports are in 1..65535; above 1023 anybody may listen"
                + " on them",
            "4:3 LAN 'office' has no hosts | write hosts: [host1, host2]",
            "5:5 unknown key 'host' | did you mean 'hosts'? (known: hosts, java, jvm, nodes, ports,"
                + " reach, workers)",
            "7:21 host 'n1' is there twice, first in line 7 | remove one; for several nodes on a"
                + " host write {host: n1, nodes: 2}",
            "7:25 'x' is not a port | ports are numbers in 1..65535, as in pc1:7000",
            "8:12 unknown way to reach a host, 'shh' | did you mean 'ssh'? (known: direct, none,"
                + " ssh)");
  }

  @Test
  void aLanWithoutAWayToTheOthersIsNamed() {
    assertThat(
            complaints(
                """
                application: a
                lans:
                  x: {hosts: [x1], reach: none}
                  y: {hosts: [y1], reach: none}
                """))
        .containsExactly(
            "4:3 no way between LAN 'y' and LAN 'x' | let a host of y have reach: direct, ssh or"
                + " {listen: …}");
  }

  @Test
  void aLanThatOnlyReachesOthersIsNoMistake() {
    assertThat(
            complaints("application: a\nlans:\n  x: {hosts: x1, reach: none}\n  y: {hosts: y1}\n"))
        .isEmpty();
  }

  @Test
  void jumpsInACircleAreFound() {
    assertThat(
            complaints(
                """
                application: a
                lans:
                  x:
                    - {host: x1, reach: {jump: x2}}
                    - {host: x2, reach: {jump: x1}}
                """))
        .hasSize(2)
        .first()
        .asString()
        .startsWith("4:14 the way to 'x1' is a circle: x1 → x2 → x1");
  }

  @Test
  void aJumpThroughAHostThatNobodyReachesIsFound() {
    assertThat(
            complaints(
                "application: a\nlans:\n  x: [{host: x1, reach: none}, {host: x2, reach: {jump:"
                    + " x1}}]\n"))
        .singleElement()
        .asString()
        .contains("goes through 'x1', which nobody can log in to");
  }

  @Test
  void serversThatShallListenAreChecked() {
    assertThat(
            complaints(
                """
                application: a
                lans:
                  x: [x1]
                  y: {hosts: [y1, y2], nodes: 2, reach: {listen: me@gw}}
                  z: {hosts: [z1], reach: {listen: gw2, jump: x1}}
                  w: {hosts: [w1], reach: {listne: gw3}}
                  v: {hosts: [v1], reach: {listen: []}}
                """))
        .containsExactly(
            "4:19 'y1' and 'y2' both want port 7000 of gw | give it ports of its own: {host: y2,"
                + " ports: 7002}",
            "5:36 'listen' is for hosts that nobody can log in to, and 'ssh' and 'jump' say how to"
                + " | keep one of them; servers on the way go before it: listen: [bastion,"
                + " gateway]",
            "6:28 unknown key 'listne' | did you mean 'listen'? (known: jump, listen, ssh)",
            "7:36 no SSH server that shall listen | write one that this host can log in to: reach:"
                + " {listen: gw.example.org}");
  }

  @Test
  void aKeyThatIsThereTwiceIsFound() {
    assertThat(complaints("application: a\napplication: b\nlans: {x: [x1]}\n"))
        .containsExactly(
            "2:1 'application' is there twice | keep one of them; the first is in line 1");
  }

  @Test
  void wrongKindsOfValuesAreFound() {
    assertThat(
            complaints(
                """
                application: [a]
                space: many
                nodes: 0
                java: "ja va; rm"
                security: ssl
                lans:
                  x:
                    hosts: [[x1], {ports: 5-1}]
                    reach: [ssh]
                  "y z": [y1]
                """))
        .extracting(line -> line.substring(0, line.indexOf(" | ")))
        .containsExactly(
            "1:14 'application' is a list",
            "2:8 'space' is 'many', which is no number",
            "3:8 nodes=0 must be in 1..1000",
            "4:7 'java' is 'ja va; rm', which has unusual characters",
            "5:11 unknown security 'ssl'",
            "8:13 a list in 'hosts'",
            "8:19 a host without a name",
            "8:27 ports=5-1 is empty",
            "9:12 'reach' is a list",
            "10:3 'y z' cannot be the name of a LAN");
  }

  @Test
  void moreNodesThanPortsAreFound() {
    assertThat(complaints("application: a\nports: 7000\nlans: {x: {hosts: [x1], nodes: 3}}\n"))
        .containsExactly(
            "3:20 nodes=3 need as many ports, and ports=7000 are fewer | write ports: 7000-7002");
  }

  @Test
  void whatIsNoYamlIsShownItsPlace() {
    assertThat(complaints("application: a\nlans: [x: }\n"))
        .singleElement()
        .asString()
        .startsWith("2:11 no YAML: ");
    assertThat(complaints("application: a\nlans:\n\tx: [x1]\n"))
        .singleElement()
        .asString()
        .startsWith("3:1 no YAML: ");
  }

  @Test
  void whatYamlCanDoAndThisFileNeedNotIsRefused() {
    assertThat(complaints("application: &a x\nlans: *a\n").get(0)).startsWith("2:7 an alias");
    assertThat(complaints("application: a\n---\nlans: x\n").get(0)).contains("second document");
    assertThat(complaints("a: " + "[".repeat(100_000)).get(0)).contains("levels deep");
    assertThat(complaints("").get(0)).startsWith("1:1 the file is empty");
    assertThat(complaints("a: \u0007\n").get(0)).startsWith("1:4 no text");
  }

  @Test
  void slotsOfMachinesFilesAreExplained() {
    assertThat(complaints("pc1 slots=4\npc2\n"))
        .containsExactly(
            "1:5 'slots=4' after the host | how many workers a host has is said in a YAML file:"
                + " {host: pc1, workers: 4}");
  }

  @Test
  void hintsHaveNothingThatATerminalObeys() {
    assertThat(complaints("p\u001b[2Jc1 slots=4\n"))
        .isNotEmpty()
        .noneMatch(line -> line.codePoints().anyMatch(Character::isISOControl));
  }

  private static List<String> complaints(String text) {
    return PortsFile.parse("ports.yaml", text).complaints().stream()
        .map(c -> c.at().line() + ":" + c.at().column() + " " + c.message() + " | " + c.hint())
        .toList();
  }
}
