package io.phoenix.apps.soak;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.function.IntToDoubleFunction;
import org.junit.jupiter.api.Test;

class FlatnessTest {
  private static Flatness of(int samples, IntToDoubleFunction figure) {
    var flatness = new Flatness("figure", 0.05, 1, 0);
    for (int i = 0; i < samples; i++) {
      flatness.add(figure.applyAsDouble(i));
    }
    return flatness;
  }

  @Test
  void whatGrowsInTheFirstHalfOnlyIsFlat() {
    assertThat(of(360, i -> Math.min(i, 180)).isFlat()).isTrue();
  }

  @Test
  void whatGoesUpAndDownIsFlat() {
    assertThat(of(360, i -> 100 + 20 * Math.sin(i)).isFlat()).isTrue();
  }

  @Test
  void whatGrowsAllTheTimeIsNotFlat() {
    Flatness leak = of(360, i -> 100 + i / 10.0);
    assertThat(leak.isFlat()).isFalse();
    assertThat(leak.rise()).isBetween(17.8, 18.1);
    assertThat(leak.toString()).contains("NOT FLAT");
  }

  @Test
  void whatStepsUpInTheLastQuarterIsNotFlat() {
    assertThat(of(360, i -> i == 300 ? 130 : 100).isFlat()).isFalse();
  }

  @Test
  void fewSamplesAreNotJudged() {
    Flatness few = of(6, i -> i * 100);
    assertThat(few.isJudged()).isFalse();
    assertThat(few.isFlat()).isTrue();
  }
}
