package io.phoenix.routing.node;

import static java.util.stream.Collectors.toSet;
import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import tlc2.TLC;

/**
 * What the nodes of {@link NamesWorld} did is a behaviour of {@code tla/Departure.tla}: one run of
 * TLC checks the traces of many worlds. {@code -Dphoenix.names.traces=N} says of how many, {@code
 * -Dphoenix.names.seed=S} from which seed on.
 */
class DeliveryTraceTest {
  private static final int TRACES = Integer.getInteger("phoenix.names.traces", 30);
  private static final long FIRST = Long.getLong("phoenix.names.seed", 1);
  private static final int STEPS = 150;
  private static final int NO_ERROR = 0;
  private static final int DEADLOCK = 11;

  @TempDir Path scratch;

  private record Run(int exitCode, String output) {}

  private static DeliveryTrace trace(long seed) {
    DeliveryTrace trace = new DeliveryTrace();
    NamesWorld world = NamesWorld.traced(seed, seed % 2 == 0, trace);
    for (int i = 0; i < STEPS; i++) {
      world.step();
    }
    return trace;
  }

  private Run check(String module) throws Exception {
    Files.writeString(scratch.resolve("Traces.tla"), module);
    Path jar = Path.of(TLC.class.getProtectionDomain().getCodeSource().getLocation().toURI());
    Path log = scratch.resolve("tlc.log");
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(List.of("-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1", "-Xss8m", "-Xmx1g"));
    command.add("-DTLA-Library=" + scratch.toAbsolutePath());
    command.addAll(List.of("-cp", jar.toString(), "tlc2.TLC", "-workers", "2", "-cleanup"));
    command.addAll(List.of("-metadir", scratch.resolve("states").toString()));
    command.addAll(List.of("-config", "TraceDeparture.cfg", "TraceDeparture.tla"));
    Process process =
        new ProcessBuilder(command)
            .directory(Path.of("..", "tla").toFile())
            .redirectErrorStream(true)
            .redirectOutput(log.toFile())
            .start();
    try {
      return new Run(process.waitFor(), Files.readString(log));
    } finally {
      process.destroyForcibly();
    }
  }

  @Test
  void whatNodesDoIsABehaviourOfTheSpecification() throws Exception {
    List<DeliveryTrace> traces =
        LongStream.range(FIRST, FIRST + TRACES).mapToObj(DeliveryTraceTest::trace).toList();
    assertThat(traces.stream().mapToInt(DeliveryTrace::size).average().orElse(0))
        .as("steps of a trace")
        .isGreaterThan(50);
    assertThat(traces.stream().flatMap(trace -> trace.actions().stream()).collect(toSet()))
        .as("actions that are checked")
        .contains("Send", "Arrive", "OnAck", "Hear", "Receive", "Release", "Assume")
        .contains("SendFences", "GiveToKeeper", "Tend", "Leave");

    Run run = check(DeliveryTrace.module(traces));

    assertThat(run.exitCode())
        .as(
            "in the last state, t is the trace that is rejected, of seed t + %d, and i the step%n%s",
            FIRST - 1, run.output())
        .isEqualTo(NO_ERROR);
  }

  /** Mistakes that a node might make, put into what nodes did. */
  private enum Mistake {
    /** A message that should wait has gone. */
    DOES_NOT_WAIT(
        ".*\"Arrive\",\\d+,0,\\d+,\\d+,[1-9].*", "(Arrive\",\\d+,0,\\d+,\\d+),\\d+", "$1,0"),
    /** A way is taken to be clear although messages are on it. */
    FORGETS_A_WAY(".*\"Send\".*\\{<<0,.*", "\\{.*\\}", "{}"),
    /** A node that hears of an owner does not believe it. */
    IGNORES_AN_OWNER(".*\"Hear\",\\d+,1,[1-9].*", "(Hear\",\\d+,1),\\d+", "$1,0");

    private final String step;
    private final String right;
    private final String wrong;

    Mistake(String step, String right, String wrong) {
      this.step = step;
      this.right = right;
      this.wrong = wrong;
    }

    /** Puts it in; returns in which line. */
    private int putInto(List<String> lines) {
      int at = 0;
      while (!lines.get(at).matches(step)) {
        at++;
      }
      String doctored = lines.get(at).replaceFirst(right, wrong);
      assertThat(doctored).isNotEqualTo(lines.get(at));
      lines.set(at, doctored);
      return at;
    }
  }

  @ParameterizedTest
  @EnumSource
  void aTraceWithAMistakeIsRejectedAtThatStep(Mistake mistake) throws Exception {
    List<String> lines = new ArrayList<>(DeliveryTrace.module(List.of(trace(1))).lines().toList());
    int before = 3; // lines, which begin the module and the trace
    int step = mistake.putInto(lines) - before + 1;

    Run run = check(String.join("\n", lines));

    assertThat(run.exitCode()).as(run.output()).isEqualTo(DEADLOCK);
    List<MatchResult> next =
        Pattern.compile("/\\\\ i = (\\d+)").matcher(run.output()).results().toList();
    assertThat(next.get(next.size() - 1).group(1)).as(run.output()).isEqualTo("" + step);
  }
}
