package io.phoenix.apps;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.PrintWriter;
import java.io.StringWriter;
import org.junit.jupiter.api.Test;
import picocli.CommandLine;
import picocli.CommandLine.Command;

class MainTest {
  private final StringWriter out = new StringWriter();
  private final StringWriter err = new StringWriter();

  @Test
  void helpGoesToStandardOutput() {
    assertThat(execute(Main.commandLine(), "--help")).isZero();
    assertThat(out.toString()).startsWith("Usage: phoenix");
    assertThat(err.toString()).isEmpty();
  }

  @Test
  void anUnknownOptionIsAnErrorWithAHint() {
    assertThat(execute(Main.commandLine(), "--bogus")).isEqualTo(2);
    assertThat(err.toString()).matches("(?s)error: .*--bogus.*\nhint: .*phoenix --help.*\n");
  }

  @Test
  void whatTheUserCanMendIsPrintedWithoutAStackTrace() {
    CommandLine failing =
        Main.reporting(
            new CommandLine(new Failing(new UserError("port=1 is in use", "take another"))));
    assertThat(execute(failing)).isEqualTo(1);
    assertThat(err.toString()).isEqualTo("error: port=1 is in use\nhint: take another\n");
  }

  @Test
  void aBugIsPrintedWithItsStackTrace() {
    CommandLine failing =
        Main.reporting(new CommandLine(new Failing(new IllegalStateException("state=IDLE"))));
    assertThat(execute(failing)).isEqualTo(1);
    assertThat(err.toString()).contains("\tat ", "error: ", "state=IDLE", "hint: ");
  }

  private int execute(CommandLine command, String... args) {
    return command.setOut(new PrintWriter(out)).setErr(new PrintWriter(err)).execute(args);
  }

  @Command(name = "failing")
  private record Failing(RuntimeException failure) implements Runnable {
    @Override
    public void run() {
      throw failure;
    }
  }
}
