package io.phoenix.apps.fuzz;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.phoenix.apps.config.Complaint;
import io.phoenix.apps.config.PortsFile;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.util.List;

/** Ports files: each is understood, or there are complaints that say what, where, and what else. */
final class PortsDoor implements FuzzDoor {
  private static final List<String> FILES =
      List.of(
          """
          application: histogram     # nodes of other applications are refused
          space: 2^20
          security: tls
          directory: .phoenix
          ports: 7000-7099
          nodes: 1
          workers: 4
          java: /opt/jdk17/bin/java
          jvm: [-Xmx4g]
          lans:
            office:
              hosts: [pc1, pc2]
              reach: direct
            cluster:
              hosts:
                - node[01-16]
                - {host: big, nodes: 4, java: /usr/bin/java}
              reach: {jump: node01}
            laboratory:
              hosts:
                - {host: lab1, reach: {ssh: me@lab.example.org:2222}}
            home:
              hosts: [laptop]
              reach: {listen: gw.example.org}
          """,
          "application: lab\nlans:\n  a: {hosts: [a1, a2], reach: none}\n  b: [b1]\n",
          "application: a\nlans:\n  x:\n    - {host: x1, reach: {jump: x2}}\n    - {host: x2}\n",
          "--- # one\n\"application\": 'a b'\nlans: {? x : [\"x1\", x2:7001]}\n",
          "pc1\npc2:7001   # the second\nnode[1-3]\n",
          "me@host.example.org:22 slots=4\n[fe80::1]:7000\n");

  @Override
  public String name() {
    return "ports";
  }

  @Override
  public String what() {
    return "ports files, as YAML and as plain lists";
  }

  @Override
  public int trialInputs() {
    return 100_000;
  }

  @Override
  public Trial open(long seed) {
    return new Reading();
  }

  private static final class Reading implements Trial {
    /** {@code a[1-99999]} is a file in order, of many hosts: the bound is that of hosts. */
    private static final long MOST_HOSTS_BYTES = 512L << 20;

    private long refused;

    @Override
    public List<byte[]> valid() {
      return FILES.stream().map(file -> file.getBytes(UTF_8)).toList();
    }

    @Override
    public long mayAllocate(int inputBytes) {
      return MOST_HOSTS_BYTES;
    }

    @Override
    public void put(byte[] input) {
      String text;
      try {
        text = UTF_8.newDecoder().decode(ByteBuffer.wrap(input)).toString();
      } catch (CharacterCodingException e) {
        text = new String(input, java.nio.charset.StandardCharsets.ISO_8859_1); // else it is over
      }
      PortsFile file = PortsFile.parse("ports.yaml", text);
      if (file.complaints().isEmpty()) {
        BrokenPromise.unless(file.config() != null, "neither a config nor a complaint");
      } else {
        refused++;
        file.complaints().forEach(Reading::check);
      }
    }

    private static void check(Complaint complaint) {
      BrokenPromise.unless(
          complaint.at().line() > 0
              && complaint.at().column() > 0
              && isForPeople(complaint.message())
              && isForPeople(complaint.hint()),
          "no help: " + complaint);
    }

    /** One line, and nothing that a terminal would obey. */
    private static boolean isForPeople(String text) {
      return !text.isBlank() && text.codePoints().noneMatch(Character::isISOControl);
    }

    @Override
    public long refused() {
      return refused;
    }

    @Override
    public void check() {}
  }
}
