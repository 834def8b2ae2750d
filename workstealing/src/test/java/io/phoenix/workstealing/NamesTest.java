package io.phoenix.workstealing;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class NamesTest {
  private static final List<String> NAMES = List.of("fib", "nqueens", "pfold", "uts");

  @Test
  void findsWhatWasMistyped() {
    assertThat(Names.nearest("nquens", NAMES)).contains("nqueens");
    assertThat(Names.nearest("pfodl", NAMES)).contains("pfold");
    assertThat(Names.nearest("utss", NAMES)).contains("uts");
    assertThat(Names.hint("fob", NAMES)).isEqualTo("did you mean 'fib'?");
  }

  @Test
  void listsAllIfNothingIsNear() {
    assertThat(Names.nearest("quicksort", NAMES)).isEmpty();
    assertThat(Names.hint("quicksort", NAMES)).isEqualTo("one of: fib, nqueens, pfold, uts");
  }
}
