package io.phoenix.apps.soak;

import static org.assertj.core.api.Assertions.assertThat;

import io.phoenix.apps.terminal.CommandErrors;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

/** A soak in small: that it runs, and that it notices what it is for. */
@Timeout(300)
class SoakIT {
  private final StringWriter out = new StringWriter();

  @TempDir Path directory;

  @Test
  void allHoldsInAShortSoakWithEverythingAtOnce() {
    int code = soak("--minutes=0.3", "--nodes=5", "--seed=4");
    assertThat(code).as(out::toString).isZero();
    assertThat(out.toString())
        .contains("verdict: all held; seed 4")
        .containsPattern("messages sent +[1-9]")
        .containsPattern("LOST WITHOUT A WORD +0\n")
        .containsPattern("events: move +[1-9]")
        .containsPattern("connects without a certificate +[1-9]")
        .containsPattern("times that it was thrown out +[1-9]");
  }

  @Test
  void messageThatOneNodeLosesIsNoticed() {
    int code = soak("--minutes=0.05", "--nodes=4", "--seed=1", "--flaw=" + Flaw.LOSE);
    assertThat(code).as(out::toString).isEqualTo(1);
    assertThat(out.toString())
        .contains("verdict: FAILED; seed 1")
        .containsPattern("lost without a word: .* message");
  }

  private int soak(String... options) {
    var command = CommandErrors.reporting(new CommandLine(new SoakCommand()));
    var arguments = new ArrayList<String>(List.of(options));
    arguments.add("--dir=" + directory);
    return command
        .setOut(new PrintWriter(out))
        .setErr(new PrintWriter(out))
        .execute(arguments.toArray(String[]::new));
  }
}
