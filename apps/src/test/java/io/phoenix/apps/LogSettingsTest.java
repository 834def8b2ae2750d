package io.phoenix.apps;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.LoggerContext;
import ch.qos.logback.classic.spi.Configurator.ExecutionStatus;
import ch.qos.logback.classic.spi.LoggingEvent;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class LogSettingsTest {
  private final LoggerContext context = new LoggerContext();
  private final Logger root = context.getLogger(org.slf4j.Logger.ROOT_LOGGER_NAME);

  @AfterEach
  void forget() {
    System.clearProperty("phoenix.log");
    System.clearProperty("logback.configurationFile");
  }

  @Test
  void warningsAreLoggedUnlessMoreIsAskedFor() {
    new LogSettings().configure(context);
    assertThat(root.getLevel()).isEqualTo(Level.WARN);
    System.setProperty("phoenix.log", "debug");
    new LogSettings().configure(context);
    assertThat(root.getLevel()).isEqualTo(Level.DEBUG);
    assertThat(context.getLogger("io.netty").getLevel()).isEqualTo(Level.WARN);
  }

  @Test
  void ownFileIsUsedInstead() {
    System.setProperty("logback.configurationFile", "mine.xml");
    assertThat(new LogSettings().configure(context)).isEqualTo(ExecutionStatus.INVOKE_NEXT_IF_ANY);
    assertThat(root.iteratorForAppenders()).isExhausted();
  }

  @Test
  void lineTellsTimeLevelLoggerMessageAndStackTrace() {
    Logger logger = context.getLogger("io.phoenix.routing.Links");
    var failure = new IllegalStateException("s=2");
    var event = new LoggingEvent("", logger, Level.WARN, "cut {}", failure, new Object[] {"a1"});
    assertThat(new LogSettings.Lines().doLayout(event))
        .matches("(?s)\\d\\d:\\d\\d:\\d\\d\\.\\d{3} WARN  Links - cut a1\\R.*")
        .contains("IllegalStateException: s=2", "\tat " + LogSettingsTest.class.getName());
  }

  @Test
  void lineHasNothingThatSteersTheTerminal() {
    var event = new LoggingEvent();
    event.setLoggerName("x.Logger");
    event.setLevel(Level.WARN);
    event.setMessage("\u001b[31mred\u009b0m\u202e\r");
    assertThat(new LogSettings.Lines().doLayout(event)).doesNotContain("\u001b", "\u202e");
  }
}
