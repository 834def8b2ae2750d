package io.phoenix.bench;

import static org.assertj.core.api.Assertions.assertThat;

import io.phoenix.apps.terminal.CommandErrors;
import java.io.PrintWriter;
import java.io.StringWriter;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine;

class MessagingBenchTest {
  @ParameterizedTest
  @ValueSource(
      strings = {
        "--repetitions=0",
        "--millis=-1",
        "--millis=soon",
        "--warm-up=0",
        "--scale=2",
        "--scale=-1",
        "--bogus"
      })
  void aWrongOptionIsAnErrorWithAHint(String option) {
    var err = new StringWriter();
    int code =
        CommandErrors.reporting(new CommandLine(new MessagingBench()))
            .setErr(new PrintWriter(err))
            .execute(option);
    assertThat(code).isEqualTo(2);
    assertThat(err.toString()).startsWith("error: ").contains("hint: 'messaging --help'");
  }
}
