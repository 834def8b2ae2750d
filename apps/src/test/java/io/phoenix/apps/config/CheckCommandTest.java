package io.phoenix.apps.config;

import static org.assertj.core.api.Assertions.assertThat;

import io.phoenix.apps.terminal.CommandErrors;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

class CheckCommandTest {
  @TempDir private Path dir;
  private final StringWriter out = new StringWriter();
  private final StringWriter err = new StringWriter();

  @Test
  void showsWhoReachesWhom() throws IOException {
    int code =
        check(
            """
            application: lab
            lans:
              a: {hosts: [a1, a2], reach: direct}
              b: [b1, b2]
              c: {hosts: [c1, c2], reach: none}
              d: {hosts: [d1, d2], reach: {jump: d1}}
            """);
    assertThat(code).isZero();
    assertThat(out.toString())
        .isEqualToNormalizingNewlines(
            """
            ports.yaml: application 'lab', 1,048,576 virtual nodes; 8 nodes on 8 hosts in 4 LANs; \
            links are TLS

              a: a1 a2; reached directly
              b: b1 b2; reached by SSH
              c: c1 c2; reached not from outside
              d: d1 d2; reached by SSH or by SSH through d1

            Who reaches whom:

              from \\ to  a    b    c    d
              a          tcp  ssh  -    ssh
              b          tcp  tcp  -    ssh
              c          tcp  ssh  tcp  ssh
              d          tcp  ssh  -    tcp
              outside    tcp  ssh  -    ssh
            """
                .replace("ports.yaml", dir.resolve("ports.yaml").toString()));
  }

  @Test
  void mistakesAreErrorsWithHintsAndPlaces() throws IOException {
    assertThat(check("application: a\nlan: {x: [x1]}\n")).isEqualTo(1);
    assertThat(err.toString())
        .contains(
            "ports.yaml:2:1: unknown key 'lan'\nhint: did you mean 'lans'?",
            "ports.yaml:1:1: no 'lans'\nhint: ");
    assertThat(out.toString()).isEmpty();
  }

  @Test
  void theExampleInItsHelpIsSound() {
    String help = new CommandLine(new CheckCommand()).getUsageMessage();
    String all = help.substring(help.indexOf("All that it can say:"));
    String example =
        all.substring(all.indexOf("  application"), all.indexOf("A plain list"))
            .replace("\n  ", "\n");
    PortsFile file = PortsFile.parse("help", example.strip());
    assertThat(file.complaints()).isEmpty();
    assertThat(file.config().nodes()).isEqualTo(2 + 16 + 4 + 1 + 1);
  }

  private int check(String text) throws IOException {
    Path file = Files.writeString(dir.resolve("ports.yaml"), text);
    return CommandErrors.reporting(new CommandLine(new CheckCommand()))
        .setOut(new PrintWriter(out))
        .setErr(new PrintWriter(err))
        .execute(file.toString());
  }
}
