package io.phoenix.apps;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class NearestTest {
  private static final List<String> NAMES = List.of("fib", "nqueens", "pfold", "uts");

  @Test
  void findsWhatWasMistyped() {
    assertThat(Nearest.to("nquens", NAMES)).contains("nqueens");
    assertThat(Nearest.to("pfodl", NAMES)).contains("pfold");
    assertThat(Nearest.to("utss", NAMES)).contains("uts");
    assertThat(Nearest.hint("fob", NAMES)).isEqualTo("did you mean 'fib'?");
  }

  @Test
  void listsAllIfNothingIsNear() {
    assertThat(Nearest.to("quicksort", NAMES)).isEmpty();
    assertThat(Nearest.hint("quicksort", NAMES)).isEqualTo("one of: fib, nqueens, pfold, uts");
  }
}
