package io.phoenix.apps.fuzz;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.classic.spi.ThrowableProxyUtil;
import ch.qos.logback.core.AppenderBase;
import org.jspecify.annotations.Nullable;
import org.slf4j.LoggerFactory;

/**
 * Hears what nodes log. A handler that throws is logged as an error by the node that called it, and
 * goes on: here that is a broken promise. Warnings about peers are as many as the inputs, and are
 * dropped.
 */
final class ErrorLog implements AutoCloseable {
  private final Logger logger = (Logger) LoggerFactory.getLogger("io.phoenix");
  private final @Nullable Level level = logger.getLevel();
  private final boolean additive = logger.isAdditive();
  private volatile @Nullable ILoggingEvent first;

  private final AppenderBase<ILoggingEvent> appender =
      new AppenderBase<>() {
        @Override
        protected void append(ILoggingEvent event) {
          boolean isError = event.getLevel().isGreaterOrEqual(Level.ERROR);
          if (first == null && (isError || event.getThrowableProxy() != null)) {
            first = event;
          }
        }
      };

  ErrorLog() {
    appender.setContext(logger.getLoggerContext());
    appender.start();
    logger.addAppender(appender);
    logger.setAdditive(false);
    logger.setLevel(Level.WARN);
  }

  /** Throws if an error was logged since the last call. */
  void check() {
    ILoggingEvent event = first;
    if (event != null) {
      first = null;
      throw new BrokenPromise(
          "logged: "
              + event.getFormattedMessage()
              + "\n"
              + ThrowableProxyUtil.asString(event.getThrowableProxy()));
    }
  }

  @Override
  public void close() {
    logger.detachAppender(appender);
    logger.setAdditive(additive);
    logger.setLevel(level);
  }
}
