package io.phoenix.apps;

import static org.assertj.core.api.Assertions.assertThat;

import io.phoenix.apps.terminal.CommandErrors;
import io.phoenix.apps.terminal.UserError;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
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
  void everyCommandIsInOneGroup() {
    List<String> grouped =
        CommandGroups.GROUPS.values().stream().flatMap(List::stream).sorted().toList();
    assertThat(grouped).isEqualTo(commands().sorted().toList());
  }

  static Stream<String> commands() {
    return Main.commandLine().getSubcommands().keySet().stream();
  }

  @ParameterizedTest
  @MethodSource("commands")
  void everyCommandHasHelpThatBeginsAlike(String name) {
    assertThat(execute(Main.commandLine(), name, "--help")).isZero();
    assertThat(out.toString()).startsWith("Usage: phoenix " + name).contains("-h, --help");
    assertThat(err.toString()).isEmpty();
  }

  @ParameterizedTest
  @MethodSource("commands")
  void theListOfCommandsHasOneWholeSentenceForEach(String name) {
    String[] description =
        Main.commandLine().getSubcommands().get(name).getCommandSpec().usageMessage().description();
    assertThat(description[0]).endsWith(".");
  }

  @Test
  void onlyTheCommandThatIsCalledIsBuilt() {
    assertThat(Main.commandLine("status", "--cluster", "x").getSubcommands())
        .containsOnlyKeys("status");
    assertThat(Main.commandLine("completion").getSubcommands()).containsKeys("up", "status");
    assertThat(Main.commandLine("no-such-command").getSubcommands()).containsKeys("up", "status");
  }

  @ParameterizedTest
  @MethodSource("commands")
  void everyCommandRefusesWhatItDoesNotKnow(String name) {
    assertThat(execute(Main.commandLine(), name, "--bogus")).isEqualTo(2);
    assertThat(err.toString()).matches("(?s)error: .*\nhint: 'phoenix " + name + " --help'.*\n");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "status --cluster no-such-cluster",
        "logs --cluster no-such-cluster",
        "leave --cluster no-such-cluster a1",
        "explain --cluster no-such-cluster owner 42",
        "revoke --cluster no-such-cluster a1",
        "renew --cluster no-such-cluster",
        "down --cluster no-such-cluster",
        "join --cluster no-such-cluster no-such-file a1",
        "check no-such-file",
        "up no-such-file"
      })
  void whatCannotBeDoneIsAnErrorWithAHint(String line) {
    assertThat(execute(Main.commandLine(), line.split(" ", -1))).isEqualTo(1);
    assertThat(err.toString()).contains("error: ").contains("hint: ").doesNotContain("\tat ");
  }

  @Test
  void theApplicationOfALocalClusterIsNoFile() {
    assertThat(execute(Main.commandLine(), "up", "--local", "2", "--", "no-such-app")).isEqualTo(1);
    assertThat(err.toString()).contains("no-such-app").doesNotContain("FILE");
    assertThat(execute(Main.commandLine(), "up", "some-file", "--local", "2")).isEqualTo(2);
    assertThat(err.toString()).contains("FILE, or --local N");
  }

  @Test
  void whatTheUserCanMendIsPrintedWithoutAStackTrace() {
    CommandLine failing =
        CommandErrors.reporting(
            new CommandLine(new Failing(new UserError("port=1 is in use", "take another"))));
    assertThat(execute(failing)).isEqualTo(1);
    assertThat(err.toString()).isEqualTo("error: port=1 is in use\nhint: take another\n");
  }

  @Test
  void aBugIsPrintedWithItsStackTrace() {
    CommandLine failing =
        CommandErrors.reporting(
            new CommandLine(new Failing(new IllegalStateException("state=IDLE"))));
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
