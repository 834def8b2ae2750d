package io.phoenix.apps.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** Who has left, as members say: any member may say anything. */
class LeaversTest {
  private final Leavers leavers = new Leavers();

  @Test
  void labelsThatAreLongerThanLabelsAreNotKept() {
    leavers.addLeft("lan1-3\n" + "x".repeat(1 << 20));
    assertThat(leavers.left()).containsExactly("lan1-3");
  }

  @Test
  void aBoundedNumberIsKept() {
    for (int i = 0; i < 5000; i++) {
      leavers.addLeft("node" + i);
    }
    assertThat(leavers.left()).hasSize(1000);
  }
}
