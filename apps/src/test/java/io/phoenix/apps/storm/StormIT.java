package io.phoenix.apps.storm;

import static org.assertj.core.api.Assertions.assertThat;

import io.phoenix.apps.terminal.CommandErrors;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine;

class StormIT {
  private final StringWriter out = new StringWriter();
  private final StringWriter err = new StringWriter();

  @Test
  @Timeout(120)
  void realProcessesLoseNothingWhileLinksAreCutAndIntervalsMove() {
    int code = storm("--nodes=3", "--topology=ring");
    assertThat(code).as(() -> out + "\n" + err).isZero();
    assertThat(out.toString())
        .contains("verdict: nothing lost")
        .containsPattern("link cuts +[1-9]");
    assertThat(out.toString()).containsPattern("interval moves +[1-9]");
  }

  @ParameterizedTest
  @ValueSource(strings = {"--embedded", "--simulated"})
  @Timeout(120)
  void nodesOfOneProcessLoseNothingEither(String place) {
    int code = storm("--nodes=4", place);
    assertThat(code).as(() -> out + "\n" + err).isZero();
    assertThat(out.toString())
        .contains("verdict: nothing lost")
        .containsPattern("link cuts +[1-9]");
  }

  @Test
  @Timeout(180)
  void realProcessesComeAndGoAndNothingIsLost() {
    int code = storm("--nodes=3", "--churn", "--churn-per-second=2");
    assertThat(code).as(() -> out + "\n" + err).isZero();
    assertThat(out.toString())
        .contains("verdict: nothing lost")
        .containsPattern("nodes that joined +[1-9]")
        .containsPattern("nodes that left +[1-9]")
        .containsPattern("interval moves +[1-9]")
        .containsPattern("link cuts +[1-9]");
  }

  @ParameterizedTest
  @ValueSource(strings = {"--embedded", "--simulated"})
  @Timeout(120)
  void nodesOfOneProcessComeAndGoAndNothingIsLost(String place) {
    int code = storm("--nodes=4", "--churn", "--churn-per-second=5", place);
    assertThat(code).as(() -> out + "\n" + err).isZero();
    assertThat(out.toString())
        .contains("verdict: nothing lost")
        .containsPattern("nodes that joined +[1-9]")
        .containsPattern("nodes that left +[1-9]");
  }

  private int storm(String... options) {
    CommandLine storm =
        CommandErrors.reporting(new CommandLine(new StormCommand()))
            .setOut(new PrintWriter(out))
            .setErr(new PrintWriter(err));
    var arguments = new ArrayList<String>(List.of(options));
    arguments.add("--seconds=5");
    arguments.add("--cuts-per-second=5");
    arguments.add("--moves-per-second=20");
    return storm.execute(arguments.toArray(String[]::new));
  }
}
