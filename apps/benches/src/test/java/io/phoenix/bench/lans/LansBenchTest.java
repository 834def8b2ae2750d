package io.phoenix.bench.lans;

import static org.assertj.core.api.Assertions.assertThat;

import io.phoenix.apps.terminal.CommandErrors;
import java.io.PrintWriter;
import java.io.StringWriter;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import picocli.CommandLine;

class LansBenchTest {
  @ParameterizedTest
  @CsvSource({"--rounds=0, 1", "--cuts=-1, 1", "--only=everything, 2", "--bogus, 2"})
  void aWrongOptionIsAnErrorWithAHint(String option, int code) {
    var err = new StringWriter();
    assertThat(
            CommandErrors.reporting(new CommandLine(new LansBench()))
                .setErr(new PrintWriter(err))
                .execute(option))
        .isEqualTo(code);
    assertThat(err.toString()).startsWith("error: ").contains("hint: ");
  }

  @Test
  void theLongestGapIsThatBetweenTwoArrivals() {
    var arrivals = new Arrivals();
    for (long ms : new long[] {5, 6, 46, 47}) {
      arrivals.onArrival(ms * 1_000_000);
    }
    assertThat(arrivals.count()).isEqualTo(4);
    assertThat(arrivals.takeLongestGapMs()).isEqualTo(40);
    arrivals.onArrival(49_000_000);
    assertThat(arrivals.takeLongestGapMs()).isEqualTo(2);
  }
}
