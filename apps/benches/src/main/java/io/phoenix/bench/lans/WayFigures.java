package io.phoenix.bench.lans;

import io.phoenix.apps.process.Children;
import io.phoenix.bench.Rows;
import io.phoenix.routing.tls.ClusterAuthority;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.function.BiFunction;

/** Two ways between the same two hosts, measured by turns; the best of several rounds counts. */
final class WayFigures {
  private static final String CIPHER = "aes128-gcm@openssh.com";
  private static final int FORWARDED = 7999;
  private static final int MIB = 1 << 20;
  private static final int MILLIS = 1500;

  private final BenchLab lab;
  private final Rows rows;
  private final int rounds;

  WayFigures(BenchLab lab, Rows rows, int rounds) {
    this.lab = lab;
    this.rows = rows;
    this.rounds = rounds;
  }

  /** The best of what was measured on one way. */
  private static final class Best {
    double tripNs = Double.MAX_VALUE;
    double streamed;
    double swungNs = Double.MAX_VALUE;

    void take(LabNode client) {
      tripNs = Math.min(tripNs, client.number(LabChild.PING, 8, MILLIS));
      streamed = Math.max(streamed, client.number(LabChild.STREAM, MIB, MILLIS));
      swungNs = Math.min(swungNs, client.number(LabChild.PING, MIB, MILLIS));
    }

    double gigabytesSwung() {
      return 2.0 * MIB / swungNs;
    }
  }

  /** Our tunnel beside OpenSSH's, from a gateway to another LAN's. */
  void measureTunnels() throws IOException, InterruptedException {
    Files.writeString(
        lab.home("a1").resolve(".ssh/config"),
        "  Ciphers " + CIPHER + "\n",
        StandardOpenOption.APPEND);
    Path out = lab.directory().resolve("ssh.out");
    Process ssh = lab.start(out, "a1", "ssh", "-N", "-L", FORWARDED + ":127.0.0.1:7000", "b1");
    var ours = new Best();
    var theirs = new Best();
    try (var children = new Children("phoenix-bench")) {
      var server = new LabNode(lab, children, "b1");
      var client = new LabNode(lab, children, "a1");
      for (int i = 0; i <= rounds; i++) { // the first one is to warm up
        boolean counts = i > 0;
        measure(
            client,
            server,
            LabChild.PLAIN,
            "127.0.0.1:7000 only via ssh://b1",
            counts ? ours : new Best());
        measure(
            client, server, LabChild.PLAIN, "127.0.0.1:" + FORWARDED, counts ? theirs : new Best());
      }
    } finally {
      ssh.destroy();
      ssh.waitFor();
    }
    rows.add("tunnel, 1 MiB messages one way", ours.streamed / 1e6, "MB/s");
    rows.add("ssh -L, 1 MiB messages one way", theirs.streamed / 1e6, "MB/s");
    rows.atLeast("  tunnel / ssh -L", ours.streamed / theirs.streamed, "×", 0.9);
    rows.add("tunnel, 8 B round trip", ours.tripNs / 1e3, "µs");
    rows.add("ssh -L, 8 B round trip", theirs.tripNs / 1e3, "µs");
    rows.atMost("  tunnel / ssh -L", ours.tripNs / theirs.tripNs, "×", 1.2);
  }

  /** TLS beside plain TCP, inside a LAN. */
  void measureTls() {
    Path authority = lab.directory().resolve("authority");
    ClusterAuthority ca = ClusterAuthority.create(authority, "bench");
    BiFunction<String, String, Path> give =
        (node, where) -> {
          Path files = lab.directory().resolve(where);
          ca.issue(node).writeTo(files);
          return files;
        };
    Path forServer = give.apply("server", "tls-server");
    Path forClient = give.apply("client", "tls-client");
    var sealed = new Best();
    var plain = new Best();
    try (var children = new Children("phoenix-bench")) {
      var server = new LabNode(lab, children, "a2");
      var client = new LabNode(lab, children, "a1");
      for (int i = 0; i <= rounds; i++) {
        boolean counts = i > 0;
        server.open(1, forServer.toString());
        client.open(0, forClient.toString(), "a2:7000");
        (counts ? sealed : new Best()).take(client);
        close(client, server);
        measure(client, server, LabChild.PLAIN, "a2:7000", counts ? plain : new Best());
      }
    }
    rows.add("TLS, 1 MiB ping-pong", sealed.gigabytesSwung(), "GB/s");
    rows.add("plain TCP, 1 MiB ping-pong", plain.gigabytesSwung(), "GB/s");
    rows.atLeast("  TLS / plain", sealed.gigabytesSwung() / plain.gigabytesSwung(), "×", 0.5);
    rows.add("TLS, 1 MiB messages one way", sealed.streamed / 1e6, "MB/s");
    rows.add("plain TCP, 1 MiB messages one way", plain.streamed / 1e6, "MB/s");
    rows.atLeast("  TLS / plain", sealed.streamed / plain.streamed, "×", 0.5);
    rows.add("TLS, 8 B round trip", sealed.tripNs / 1e3, "µs");
    rows.add("plain TCP, 8 B round trip", plain.tripNs / 1e3, "µs");
    rows.atMost("  TLS / plain", sealed.tripNs / plain.tripNs, "×", 1.15);
  }

  private static void measure(
      LabNode client, LabNode server, String security, String way, Best best) {
    server.open(1, security);
    client.open(0, security, way);
    best.take(client);
    close(client, server);
  }

  private static void close(LabNode client, LabNode server) {
    client.ask(LabChild.CLOSE);
    server.ask(LabChild.CLOSE);
  }
}
