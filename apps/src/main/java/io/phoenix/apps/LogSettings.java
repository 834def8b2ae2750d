package io.phoenix.apps;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.LoggerContext;
import ch.qos.logback.classic.spi.Configurator;
import ch.qos.logback.classic.spi.ConfiguratorRank;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.classic.spi.ThrowableProxyUtil;
import ch.qos.logback.core.ConsoleAppender;
import ch.qos.logback.core.LayoutBase;
import ch.qos.logback.core.encoder.LayoutWrappingEncoder;
import ch.qos.logback.core.spi.ContextAwareBase;
import io.phoenix.apps.terminal.Terminal;
import java.time.Instant;
import java.time.LocalTime;
import java.time.ZoneId;
import java.util.Locale;

/**
 * Warnings to standard error, which leaves standard output to results; more with {@code
 * -Dphoenix.log=debug}. Done here and not in an XML file, which takes a third of a second of
 * processor time to read: a node has half a second to start.
 *
 * <p>{@code -Dlogback.configurationFile=FILE} is used instead of this, if it is given.
 */
@ConfiguratorRank(ConfiguratorRank.CUSTOM_HIGH_PRIORITY)
public final class LogSettings extends ContextAwareBase implements Configurator {

  @Override
  public ExecutionStatus configure(LoggerContext context) {
    if (System.getProperty("logback.configurationFile") != null) {
      return ExecutionStatus.INVOKE_NEXT_IF_ANY;
    }
    var lines = new Lines();
    lines.setContext(context);
    lines.start();
    var encoder = new LayoutWrappingEncoder<ILoggingEvent>();
    encoder.setContext(context);
    encoder.setLayout(lines);
    encoder.start();
    var appender = new ConsoleAppender<ILoggingEvent>();
    appender.setContext(context);
    appender.setName("stderr");
    appender.setTarget("System.err");
    appender.setEncoder(encoder);
    appender.start();
    var root = context.getLogger(org.slf4j.Logger.ROOT_LOGGER_NAME);
    root.setLevel(Level.toLevel(System.getProperty("phoenix.log"), Level.WARN));
    root.addAppender(appender);
    context.getLogger("io.netty").setLevel(Level.WARN); // its chatter at debug would bury ours
    return ExecutionStatus.DO_NOT_INVOKE_NEXT_IF_ANY;
  }

  /** {@code 14:05:59.123 WARN Links - …}. */
  static final class Lines extends LayoutBase<ILoggingEvent> {
    private final ZoneId zone = ZoneId.systemDefault();

    @Override
    public String doLayout(ILoggingEvent event) {
      LocalTime time = LocalTime.ofInstant(Instant.ofEpochMilli(event.getTimeStamp()), zone);
      String logger = event.getLoggerName();
      return String.format(
          Locale.ROOT,
          "%02d:%02d:%02d.%03d %-5s %s - %s%n%s",
          time.getHour(),
          time.getMinute(),
          time.getSecond(),
          time.getNano() / 1_000_000,
          event.getLevel(),
          logger.substring(logger.lastIndexOf('.') + 1),
          Terminal.plain(event.getFormattedMessage()),
          event.getThrowableProxy() == null
              ? ""
              : ThrowableProxyUtil.asString(event.getThrowableProxy()));
    }
  }
}
