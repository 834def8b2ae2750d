package io.phoenix.apps.process;

import io.phoenix.apps.terminal.UserError;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.stream.Stream;

/** Several child processes with a directory for their logs, which goes unless it is kept. */
public final class Children implements AutoCloseable {
  private final Path logs;
  private final List<ChildJvm> children = new CopyOnWriteArrayList<>();
  private boolean keepLogs;

  /** Makes the directory. */
  public Children(String prefix) {
    try {
      this.logs = Files.createTempDirectory(prefix);
    } catch (IOException e) {
      throw new UserError(
          "cannot make a directory for logs: " + e.getMessage(),
          "is " + System.getProperty("java.io.tmpdir") + " writable?");
    }
  }

  /** Has a directory that is there already, in which the logs stay. */
  public Children(Path logs) {
    this.logs = logs;
    keepLogs = true;
  }

  /** Starts one more; its log is named after it. */
  public ChildJvm start(String name, Class<?> main, List<String> arguments) {
    return start(List.of(), name, main, arguments);
  }

  /**
   * As {@link #start(String, Class, List)}, by another command.
   *
   * @param by what the child's command line follows: taskset, nice, …
   */
  public ChildJvm start(List<String> by, String name, Class<?> main, List<String> arguments) {
    Path log = logs.resolve(name.replace(' ', '-') + ".log");
    ChildJvm child = ChildJvm.start(by, name, log, main, arguments);
    children.add(child);
    return child;
  }

  /** Where the logs are. */
  public Path logs() {
    return logs;
  }

  /** Leaves the logs for people to read. */
  public void keepLogs() {
    keepLogs = true;
  }

  /**
   * Waits for an answer.
   *
   * @throws UserError if the child died, failed, or does not answer in time; the logs stay
   */
  public <T> T await(CompletableFuture<T> answer, Duration timeout) {
    try {
      return answer.get(timeout.toMillis(), TimeUnit.MILLISECONDS);
    } catch (ExecutionException e) {
      keepLogs();
      if (e.getCause() instanceof UserError error) {
        throw error;
      }
      throw new IllegalStateException(e.getCause());
    } catch (TimeoutException e) {
      keepLogs();
      throw new UserError(
          "a child process has not answered for " + timeout.toSeconds() + " s",
          "the logs of all of them are in " + logs);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new UserError("interrupted", "start it again");
    }
  }

  /** Ends all children, all at once, and removes their logs unless these are kept. */
  @Override
  public void close() {
    children.parallelStream().forEach(ChildJvm::close);
    if (!keepLogs) {
      try (Stream<Path> files = Files.list(logs)) {
        for (Path file : (Iterable<Path>) files::iterator) {
          Files.delete(file);
        }
        Files.delete(logs);
      } catch (IOException | UncheckedIOException e) {
        // They are in the temporary directory, which somebody cleans up.
      }
    }
  }
}
