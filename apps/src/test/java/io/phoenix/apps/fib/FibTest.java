package io.phoenix.apps.fib;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class FibTest {
  @Test
  void recursionAndAdditionAgree() {
    for (int n = 0; n <= 25; n++) {
      assertThat(Fib.serial(n)).isEqualTo(Fib.byAddition(n));
    }
    assertThat(Fib.serial(30)).isEqualTo(832_040);
    assertThat(Fib.byAddition(Fib.MAX)).isEqualTo(7_540_113_804_746_346_429L);
  }
}
