package io.phoenix.apps.bintree;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class BintreeTest {
  @Test
  void countsItsNodes() {
    for (int depth = 0; depth <= 12; depth++) {
      assertThat(Bintree.serial(depth, 3)).isEqualTo(Bintree.known(depth));
    }
  }
}
