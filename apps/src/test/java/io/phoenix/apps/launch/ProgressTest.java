package io.phoenix.apps.launch;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.List;
import org.junit.jupiter.api.Test;

class ProgressTest {
  private final StringWriter text = new StringWriter();
  private final PrintWriter out = new PrintWriter(text);

  @Test
  void aLogGetsOneLineForEachHost() {
    var progress = new Progress(List.of("a1", "bb22"), out, false);
    progress.step("a1", "connecting");
    progress.end("a1", "ready");
    progress.step("bb22", "connecting");
    progress.end("bb22", "FAILED");
    assertThat(text.toString()).isEqualToNormalizingNewlines("  a1    ready\n  bb22  FAILED\n");
  }

  @Test
  void aTerminalKeepsALineForEachHostWhereItIs() {
    var progress = new Progress(List.of("a1", "b1"), out, true);
    text.getBuffer().setLength(0);
    progress.step("b1", "starting");
    assertThat(text.toString()).isEqualTo("\033[2A\r\033[K  a1  …\n\r\033[K  b1  starting\n");
  }
}
