package io.phoenix.apps.storm;

import static org.assertj.core.api.Assertions.assertThat;

import io.phoenix.apps.Main;
import java.io.PrintWriter;
import java.io.StringWriter;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class StormCommandTest {
  private final StringWriter out = new StringWriter();
  private final StringWriter err = new StringWriter();

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '"',
      textBlock =
          """
          --nodes=0               | --nodes=0 must be at least 2
          --nodes=1               | --nodes=1 must be at least 2
          --nodes=-3              | --nodes=-3 must be at least 2
          --nodes=100000          | --nodes=100000 must be at most
          --nodes=many            | 'many' is not an int
          --seconds=-1            | --seconds=-1.0 must be above 0
          --seconds=0             | --seconds=0.0 must be above 0
          --seconds=NaN           | --seconds=NaN must be above 0
          --moves-per-second=-1   | --moves-per-second=-1.0 must not be negative
          --cuts-per-second=-1    | --cuts-per-second=-1.0 must not be negative
          --messages=0            | --messages=0 must be above 0
          --large-every=0         | --large-every=0 must be above 0
          --churn-per-second=-1   | --churn-per-second=-1.0 must not be negative
          --topology=star         | 'star'
          --bogus                 | --bogus
          """)
  void aWrongOptionIsAnErrorWithAHint(String option, String error) {
    assertThat(execute("storm", option)).isEqualTo(2);
    assertThat(err.toString()).startsWith("error: ").contains(error);
    assertThat(err.toString()).contains("\nhint: 'phoenix storm --help' lists what it takes\n");
    assertThat(out.toString()).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(strings = {"storm", "demo"})
  void eachCommandHasHelp(String command) {
    assertThat(execute(command, "--help")).isZero();
    assertThat(out.toString()).startsWith("Usage: phoenix " + command);
  }

  @Test
  void aStormIsInOnePlaceOnly() {
    assertThat(execute("storm", "--simulated", "--embedded")).isEqualTo(2);
    assertThat(err.toString()).contains("--simulated and --embedded exclude each other");
  }

  @ParameterizedTest
  @ValueSource(strings = {"--moves-per-second=10", "--churn"})
  void theSimulatedStormIsTheSameForTheSameSeed(String option) {
    String[] storm = {"storm", "--simulated", "--nodes=3", "--seconds=0.3", option};
    assertThat(execute(storm)).isZero();
    String first = out.toString();
    out.getBuffer().setLength(0);
    assertThat(execute(storm)).isZero();
    assertThat(out.toString()).isEqualTo(first).contains("verdict: nothing lost");
  }

  @Test
  void demoTakesNoOptions() {
    assertThat(execute("demo", "--nodes=3")).isEqualTo(2);
    assertThat(err.toString()).startsWith("error: ").contains("--nodes=3", "hint: ");
  }

  private int execute(String... arguments) {
    return Main.commandLine()
        .setOut(new PrintWriter(out))
        .setErr(new PrintWriter(err))
        .execute(arguments);
  }
}
