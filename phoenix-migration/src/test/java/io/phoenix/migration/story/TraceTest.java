package io.phoenix.migration.story;

import static java.util.stream.Collectors.toSet;
import static org.assertj.core.api.Assertions.assertThat;

import io.phoenix.migration.Tlc;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.LongStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * What nodes did in stories is a behaviour of {@code tla/Migration.tla}: one run of TLC checks the
 * traces of many stories. {@code -Dtraces=N} says of how many, {@code -Dtraces.first=S} from which
 * seed on.
 */
class TraceTest {
  private static final int TRACES = Integer.getInteger("traces", 200);
  private static final long FIRST = Long.getLong("traces.first", 1);
  private static final int ACTS = 20;

  /** Seeds of stories in which rare things happen. */
  private static final long[] RARE = {216, 262, 316, 774, 952};

  @TempDir Path scratch;

  @BeforeAll
  static void silence() {
    Selection.silence();
  }

  @AfterAll
  static void speak() {
    Selection.speak();
  }

  private static TraceModule.Trace trace(long seed) {
    boolean crashes = seed % 2 == 0;
    return Story.drawn(seed, ACTS, crashes).play().trace();
  }

  private Tlc.Run check(String module) throws Exception {
    Files.writeString(scratch.resolve("Traces.tla"), module);
    return Tlc.check("TraceMigration", "TraceMigration.cfg", scratch, scratch);
  }

  @Test
  void whatNodesDoIsABehaviourOfTheSpecification() throws Exception {
    List<TraceModule.Trace> traces =
        LongStream.concat(LongStream.range(FIRST, FIRST + TRACES), LongStream.of(RARE))
            .parallel()
            .mapToObj(TraceTest::trace)
            .toList();
    assertThat(traces.stream().mapToInt(TraceModule.Trace::size).average().orElse(0))
        .as("steps of a trace")
        .isGreaterThan(50);

    assertThat(traces.stream().flatMap(trace -> trace.actions().stream()).collect(toSet()))
        .as("actions that are rare, but must be checked, too")
        .contains("Abort", "OnAbort", "OnOwnerSeen", "Reclaim");

    Tlc.Run run = check(TraceModule.of(traces));

    assertThat(run.exitCode())
        .as(
            "in the last state, t is the trace that is rejected, of seed t + %d or a rare one, and i the step%n%s",
            FIRST - 1, run.output())
        .isEqualTo(Tlc.Run.NO_ERROR);
  }

  /** Mistakes that a node might make, put into what nodes did when one of them joined. */
  private enum Mistake {
    /** A node grants its lock, and stays free. */
    GRANT_WITHOUT_LOCK(".*\"On(Query|Lock2)\".*LOCKED.*", "\"LOCKED\",\\d+,\\d+", "\"FREE\",0,0"),
    /** The range is still assumed when it should have been released. */
    NO_RELEASE(".*\"Release\".*", "0,32>>", "0,64>>"),
    /** The sink assumes the range when it is offered, before its state has arrived. */
    EARLY_ASSUME(".*\"OnOffer\".*", "0,0>>", "32,64>>");

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
    Story join = Story.of(1, List.of(new Act.Join(1)));
    String module = TraceModule.of(List.of(join.play().trace()));
    List<String> lines = new ArrayList<>(module.lines().toList());
    int before = 2; // lines, which begin the module and the trace
    int step = mistake.putInto(lines) - before + 1;

    Tlc.Run run = check(String.join("\n", lines));

    assertThat(run.exitCode()).as(run.output()).isEqualTo(Tlc.Run.DEADLOCK);
    List<MatchResult> next =
        Pattern.compile("/\\\\ i = (\\d+)").matcher(run.output()).results().toList();
    assertThat(next.get(next.size() - 1).group(1)).as(run.output()).isEqualTo("" + step);
  }
}
