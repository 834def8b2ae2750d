package io.phoenix.apps.nqueens;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class QueensTest {
  @Test
  void countsArePublishedOnes() {
    for (int n = 0; n <= 12; n++) {
      assertThat(Queens.serial(n)).as("%d queens", n).isEqualTo(Queens.known(n).orElseThrow());
    }
  }
}
