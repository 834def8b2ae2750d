package io.phoenix.apps.soak;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.Test;

class SoakPlanTest {
  @Test
  void oneSeedGivesOnePlan() {
    Duration hour = Duration.ofHours(1);
    assertThat(SoakPlan.of(5, hour)).isEqualTo(SoakPlan.of(5, hour));
    assertThat(SoakPlan.of(5, hour)).isNotEqualTo(SoakPlan.of(6, hour));
  }

  @Test
  void everythingHappensInAShortSoakToo() {
    for (long seed = 0; seed < 100; seed++) {
      assertThat(SoakPlan.of(seed, Duration.ofSeconds(10)).events())
          .extracting(SoakPlan.Event::kind)
          .contains(SoakPlan.Kind.values());
    }
  }
}
