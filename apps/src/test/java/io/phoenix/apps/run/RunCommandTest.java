package io.phoenix.apps.run;

import static org.assertj.core.api.Assertions.assertThat;

import io.phoenix.apps.terminal.CommandErrors;
import io.phoenix.workstealing.policy.Policies;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import picocli.CommandLine;

/** What can be wrong with a command line is said before any node is started. */
class RunCommandTest {
  private final StringWriter err = new StringWriter();

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '"',
      value = {
        "\"\"                          | which application? One of: bintree, fib, nqueens",
        "nquens 8                      | no application is named 'nquens'; did you mean 'nqueens'?",
        "nqueens 8 --nodes 0           | --nodes=0 must be from 1 to 1000",
        "nqueens 8 --workers 0         | --workers=0 must be from 1 to",
        "nqueens 8 --policy randon     | --policy: no policy is named 'randon'; did you mean"
            + " 'random'?",
        "nqueens 8 --nodes 2 --cluster=x | --nodes, --config and --cluster exclude each other",
        "nqueens 8 --workers 2 --config x | --workers: the ports file says how many a host has",
        "nqueens 21                    | N=21 must be from 1 to 20",
        "nqueens 32 --first            | N=32 must be from 1 to 31",
        "nqueens 8 --grain 9           | --grain=9 must be from 0 to 8",
        "nqueens 16 --grain 15         | --grain=15 must be from 0 to 14",
        "nqueens eight                 | Invalid value for positional parameter at index 0 (N)",
        "fib -1                        | N=-1 must be from 0 to 88",
        "fib 89                        | N=89 must be from 0 to 88",
        "bintree 62                    | DEPTH=62 must be from 0 to 61",
        "bintree 5 --spins=-1          | --spins=-1 must be from 0 to 10000000",
        "pfold 5x5x5                   | a box of 5 × 5 × 5 must have from 1 to 64 points",
        "pfold 3x3                     | '3x3' is not a box such as 3x3x4",
        "pfold 3x3x3 --length 28       | --length=28 must be from 1 to 27",
        "pfold 3x3x3 --sequence HXP    | 'HXP' is not a sequence of H and P",
        "uts T9                        | no tree is named 'T9'; did you mean 'T1'?",
        "uts T1 --type binomial        | TREE or --type, not both",
        "uts --type binomial --probability 2 | probability=2.0 must be from 0 to below 1",
        "uts T1 --grain 0              | --grain=0 must be from 1 to",
        "ray --size 5                  | --size: '5' is not a size such as 800x600",
        "ray --samples 17              | --samples=17 must be from 1 to 16",
      })
  void wrongCommandLineIsNamed(String words, String error) {
    assertThat(run(words)).isEqualTo(CommandLine.ExitCode.USAGE);
    assertThat(err.toString()).startsWith("error: " + error).contains("\nhint: ");
  }

  @Test
  void helpListsAllPoliciesThatHaveAName() {
    var out = new StringWriter();
    CommandErrors.reporting(new CommandLine(new RunCommand()))
        .setOut(new PrintWriter(out))
        .execute("nqueens", "--help");
    assertThat(out.toString())
        .contains("how to steal: " + String.join(", ", Policies.all().keySet()) + ";");
  }

  @Test
  void sceneThatDoesNotParseIsNamedWithLineAndColumn(@TempDir Path directory) throws Exception {
    Path scene = Files.writeString(directory.resolve("bad.scene"), "ambient 0\nshpere at 0 0 0\n");
    assertThat(run("ray " + scene)).isEqualTo(CommandLine.ExitCode.SOFTWARE);
    assertThat(err.toString())
        .contains("bad.scene: line 2, column 1: 'shpere' is not a statement")
        .contains("hint: 'phoenix run ray --help'");
    assertThat(run("ray missing.scene")).isEqualTo(CommandLine.ExitCode.SOFTWARE);
    assertThat(err.toString()).contains("error: no scene is named 'missing.scene'");
  }

  private int run(String words) {
    return CommandErrors.reporting(new CommandLine(new RunCommand()))
        .setErr(new PrintWriter(err))
        .execute(words.isBlank() ? new String[0] : words.split(" "));
  }
}
