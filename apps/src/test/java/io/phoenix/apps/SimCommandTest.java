package io.phoenix.apps;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.PrintWriter;
import java.io.StringWriter;
import org.junit.jupiter.api.Test;

class SimCommandTest {
  private final StringWriter out = new StringWriter();
  private final StringWriter err = new StringWriter();

  private int sim(String... args) {
    String[] all = new String[args.length + 1];
    all[0] = "sim";
    System.arraycopy(args, 0, all, 1, args.length);
    return Main.commandLine()
        .setOut(new PrintWriter(out))
        .setErr(new PrintWriter(err))
        .execute(all);
  }

  @Test
  void oneSeedIsToldInOneLine() {
    assertThat(sim("--seed", "5", "--scenario", "routes")).isZero();
    assertThat(out.toString()).startsWith("seed 5, routes: ").hasLineCount(1);
  }

  @Test
  void traceTellsTheStory() {
    assertThat(sim("--seed", "1", "--scenario", "moves", "--trace", "--nodes", "2")).isZero();
    assertThat(out.toString())
        .contains("node 0 opens", "node 1 opens", "releases", "everything is healed")
        .doesNotContain("ownership {");
  }

  @Test
  void framesAreToldWhenAskedFor() {
    assertThat(sim("--seed", "1", "--scenario", "moves", "--trace", "--frames", "--nodes", "2"))
        .isZero();
    assertThat(out.toString()).contains("ownership {", "data ~", "ack ~");
  }

  @Test
  void manySeedsAreSummedUp() {
    assertThat(sim("--seeds", "4", "--scenario", "moves")).isZero();
    assertThat(out.toString()).startsWith("4 of 4 seeds: ").endsWith(", 0 failed\n");
  }

  @Test
  void aSmallNetworkIsMeasured() {
    assertThat(sim("--scale", "20")).isZero();
    assertThat(out.toString()).startsWith("20 nodes, ").contains("control traffic at rest");
  }

  @Test
  void wrongOptionsAreExplained() {
    assertThat(sim("--nodes", "1")).isEqualTo(2);
    assertThat(sim("--seeds", "0")).isEqualTo(2);
    assertThat(sim("--scale", "2")).isEqualTo(2);
    assertThat(sim("--frames")).isEqualTo(2);
    assertThat(sim("--scenario", "bogus")).isEqualTo(2);
    assertThat(err.toString())
        .contains(
            "error: --nodes=1 must be in 2..64",
            "error: --seeds=0 must be above 0",
            "error: --scale=2 must be in 3..10000",
            "error: --frames needs --trace",
            "'bogus' is none of [standard, moves, leaves, routes, ladder, absences, crashes,"
                + " departures, takeovers, turmoil]",
            "hint: 'phoenix sim --help' lists what it takes");
  }
}
