package io.phoenix.apps.terminal;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.PrintWriter;
import java.io.StringWriter;
import org.junit.jupiter.api.Test;

class LiveLineTest {
  private static final long SECOND = 1_000_000_000;
  private final StringWriter out = new StringWriter();

  @Test
  void terminalShowsOneLineThatIsGoneInTheEnd() {
    var line = new LiveLine(new PrintWriter(out), true, 0);
    line.show("one", SECOND);
    line.show("two", SECOND + 1);
    line.end();
    assertThat(out).hasToString("\r\033[Kone\r\033[Ktwo\r\033[K");
  }

  @Test
  void logHasOneLineInTenSeconds() {
    var line = new LiveLine(new PrintWriter(out), false, -5);
    for (int second = 0; second < 35; second++) {
      line.show("after " + second, second * SECOND);
    }
    line.end();
    assertThat(out.toString().lines()).containsExactly("after 10", "after 20", "after 30");
  }
}
