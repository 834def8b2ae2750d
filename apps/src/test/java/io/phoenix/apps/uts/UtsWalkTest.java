package io.phoenix.apps.uts;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;

/** The counts are those that the public benchmark comes with. */
class UtsWalkTest {
  @Test
  void t1IsGeometricOfFixedShape() {
    assertThat(count(UtsTree.geometric(UtsShape.FIXED, 4, 10, 19)))
        .isEqualTo(new UtsCount(4_130_071, 3_305_118, 10));
  }

  @Test
  void t3IsBinomialAndDeep() {
    assertThat(count(UtsTree.binomial(2000, 0.124875, 8, 42)))
        .isEqualTo(new UtsCount(4_112_897, 3_599_034, 1572));
  }

  @Test
  void t5IsGeometricOfLinearShape() {
    assertThat(count(UtsTree.geometric(UtsShape.LINEAR, 4, 20, 34)))
        .isEqualTo(new UtsCount(4_147_582, 2_181_318, 20));
  }

  @Test
  void splittingOffTakesHalfOfWhatIsPending() {
    UtsTree tree = UtsTree.binomial(2000, 0.124875, 8, 42);
    var walk = new UtsWalk(tree);
    var other = new UtsWalk(tree);
    walk.startAtRoot();
    for (walk.walk(100); walk.pending() > 1; walk.walk(100)) {
      int pending = walk.pending();
      other.startAt(walk.splitOff());
      assertThat(other.pending()).isBetween(pending / 2, (pending + 1) / 2);
      assertThat(walk.pending()).isEqualTo(pending - other.pending());
    }
  }

  @Test
  void wrongParametersAreNamed() {
    assertThatThrownBy(() -> UtsTree.binomial(10, 1, 2, 0)).hasMessageContaining("probability=1");
    assertThatThrownBy(() -> UtsTree.binomial(-1, 0.1, 2, 0)).hasMessageContaining("branching=-1");
    assertThatThrownBy(() -> UtsTree.binomial(1, 0.1, 101, 0)).hasMessageContaining("children=101");
    assertThatThrownBy(() -> UtsTree.geometric(UtsShape.FIXED, 0, 10, 0))
        .hasMessageContaining("branching=0.0");
    assertThatThrownBy(() -> UtsTree.geometric(UtsShape.EXPDEC, 4, 1, 0))
        .hasMessageContaining("limit=1 must be from 2");
  }

  private static UtsCount count(UtsTree tree) {
    return new UtsWalk(tree).countAll();
  }
}
