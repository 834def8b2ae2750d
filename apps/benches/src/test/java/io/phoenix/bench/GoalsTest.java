package io.phoenix.bench;

import static org.assertj.core.api.Assertions.assertThat;

import io.phoenix.bench.Goals.Goal;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class GoalsTest {
  private final Results results = new Results();

  @Test
  void aGoalIsMetByTheBestRepetitionOfEachSide() {
    results.add(Figures.RTT, 130);
    results.add(Figures.RTT, 95);
    results.add(Figures.BLOCKING_RTT, 90);
    results.add(Figures.BLOCKING_RTT, 80);
    Goal goal = goal("handler round trip");
    assertThat(goal.reached()).hasValue(95.0 / 80);
    assertThat(goal.verdict()).isEqualTo("met");
  }

  @Test
  void ratesMustBeAboveTheirLimit() {
    results.add(Figures.STREAM_8, 1_000_000);
    results.add(Figures.MPI_WINDOW_8, 168_000);
    results.add(Figures.NIO_BATCH_8, 1_900_000);
    assertThat(goal("8 B messages / MPICH").verdict()).isEqualTo("short");
    assertThat(goal("aim: 8 B messages").verdict()).isEqualTo("met");
  }

  @Test
  void aHopIsWhatARelayAddsToTheDirectRoundTrip() {
    results.add(Figures.RTT, 100);
    results.add(Figures.relayed(1, Placement.ANYWHERE), 220);
    results.add(Figures.relayed(2, Placement.ANYWHERE), 380);
    assertThat(goal("added by each hop, of 1,").reached()).hasValue(1.2);
    assertThat(goal("added by each hop, of 2,").reached()).hasValue(1.4);
    assertThat(goal("added by each hop, of 2,").verdict()).isEqualTo("short");
  }

  @Test
  void hopsAreComparedWithADirectRoundTripInTheSamePlaces() {
    results.add(Figures.RTT, 20);
    results.add(Figures.relayed(0, Placement.TWO_CORES), 60);
    results.add(Figures.relayed(1, Placement.TWO_CORES), 120);
    assertThat(goal("added by each hop, of 1, two cores").reached()).hasValue(1.0);
    assertThat(goal("added by each hop, of 1, / direct").reached()).isEmpty();
  }

  @Test
  void whatIsMissingIsNotMeasured() {
    assertThat(Goals.of(results)).extracting(Goal::verdict).containsOnly("not measured");
  }

  @Test
  void aMebibyteRoundTripBecomesBandwidth() {
    var task = new Task(Task.Kind.ROUND_TRIP, 1 << 20, 1);
    assertThat(Figures.of("X", task).what()).isEqualTo("1 MiB ping-pong, GB/s");
    assertThat(Figures.value(task, 1 << 20)).isEqualTo(2.0);
  }

  @Test
  void tableAndJsonHoldEveryFigureAndGoal() {
    results.add(Figures.RTT, 100);
    results.add(Figures.RTT, 120);
    List<Goal> goals = Goals.of(results);
    assertThat(Table.of(results, goals)).contains("8 B round trip, µs", "100.00", "110.00");
    assertThat(Json.of(results, goals, Map.of("java", "17 \"x\"")))
        .contains(
            "\"values\": [100.0, 120.0]", "\"17 \\\"x\\\"\"", "\"verdict\": \"not measured\"");
  }

  private Goal goal(String text) {
    return Goals.of(results).stream()
        .filter(goal -> goal.text().startsWith(text))
        .findFirst()
        .orElseThrow();
  }
}
