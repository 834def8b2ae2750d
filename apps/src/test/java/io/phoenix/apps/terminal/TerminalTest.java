package io.phoenix.apps.terminal;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** What others have written does nothing to the terminal that it is shown in. */
class TerminalTest {
  private static final String RED = "\u001b[31mred\u009b0m\u202e\r";

  @Test
  void linesAndTabsStayAndWhatSteersTheTerminalGoes() {
    assertThat(Terminal.plain("a\tb\nc " + RED)).isEqualTo("a\tb\nc ?[31mred?0m??");
    assertThat(Terminal.line("größe 😀\n" + RED)).isEqualTo("größe 😀??[31mred?0m??");
  }
}
