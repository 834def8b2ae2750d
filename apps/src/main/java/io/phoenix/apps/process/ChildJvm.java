package io.phoenix.apps.process;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.phoenix.apps.terminal.UserError;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * A JVM with the same Java, class path and options as this one, which runs a {@link LineServer}.
 *
 * <pre>{@code
 * try (ChildJvm child = ChildJvm.start("node 3", log, StormProcess.class, List.of())) {
 *   child.ask("open").thenAccept(System.out::println);
 * }
 * }</pre>
 */
public final class ChildJvm implements AutoCloseable {
  /** Of the child's log, when it died. */
  private static final int LAST_LINES = 15;

  private static final long END_SECONDS = 5;

  private final String name;
  private final Path log;
  private final Process process;
  private final OutputStream questions;
  private final Thread shutdownHook;

  /** Guarded by this. Questions that have not been answered, in their order. */
  private final Queue<CompletableFuture<String>> open = new ArrayDeque<>();

  /** Guarded by this. Set when the child has ended. */
  private @Nullable UserError end;

  private volatile boolean closing;

  private ChildJvm(String name, Path log, Process process) {
    this.name = name;
    this.log = log;
    this.process = process;
    this.questions = process.getOutputStream();
    this.shutdownHook = new Thread(this::kill, "end " + name);
    Runtime.getRuntime().addShutdownHook(shutdownHook);
    Thread reader = new Thread(this::readAnswers, "answers of " + name);
    reader.setDaemon(true);
    reader.start();
  }

  /**
   * Starts a child.
   *
   * @param name what it is called in messages to people
   * @param log where its standard error goes
   */
  public static ChildJvm start(String name, Path log, Class<?> main, List<String> arguments) {
    return start(List.of(), name, log, main, arguments);
  }

  /**
   * As {@link #start(String, Path, Class, List)}, by another command.
   *
   * @param by what the child's command line follows: taskset, nice, …
   */
  static ChildJvm start(
      List<String> by, String name, Path log, Class<?> main, List<String> arguments) {
    var command = new ArrayList<>(by);
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    for (String option : ManagementFactory.getRuntimeMXBean().getInputArguments()) {
      // Debuggers and coverage belong to this process alone.
      if (!option.startsWith("-javaagent") && !option.startsWith("-agent")) {
        command.add(option);
      }
    }
    command.add("-XX:+ExitOnOutOfMemoryError"); // one that does nothing would hold its port
    String own = System.getProperty(OwnClasses.PROPERTY, "");
    if (!own.isEmpty()) {
      command.add("-D" + OwnClasses.PROPERTY + "=" + own);
    }
    command.add("-cp");
    command.add(System.getProperty("java.class.path"));
    command.add(main.getName());
    command.addAll(arguments);
    try {
      return new ChildJvm(
          name, log, new ProcessBuilder(command).redirectError(log.toFile()).start());
    } catch (IOException e) {
      throw new UserError(
          "cannot start " + name + ": " + e.getMessage(), "is there memory for another process?");
    }
  }

  /**
   * Asks a question; the answer is completed with a {@link UserError} if the child dies or fails.
   */
  public synchronized CompletableFuture<String> ask(String question) {
    if (end != null) {
      return CompletableFuture.failedFuture(end);
    }
    var answer = new CompletableFuture<String>();
    open.add(answer);
    try {
      questions.write((Lines.escape(question) + "\n").getBytes(UTF_8));
      questions.flush();
    } catch (IOException e) {
      // It is dying: its end, which the reader is about to see, says more than this exception.
    }
    return answer;
  }

  /** What it is called in messages to people. */
  public String name() {
    return name;
  }

  /** Asks it to end, by SIGTERM; see {@link OrderlyExit} for what it may do about that. */
  public void terminate() {
    process.toHandle().destroy(); // the process's own method would close the pipes, too
  }

  /** Its id in the operating system. */
  public long pid() {
    return process.pid();
  }

  /** Completed with its exit code when it has ended. */
  public CompletableFuture<Integer> exit() {
    return process.onExit().thenApply(Process::exitValue);
  }

  /** Where its standard error goes. */
  public Path log() {
    return log;
  }

  private void readAnswers() {
    try (BufferedReader in = process.inputReader(UTF_8)) {
      for (String line = in.readLine(); line != null; line = in.readLine()) {
        onAnswer(line);
      }
    } catch (IOException | UncheckedIOException e) {
      // The pipe is gone; so is the child, or it will be in a moment.
    }
    onEnd();
  }

  private void onAnswer(String line) {
    CompletableFuture<String> answer;
    synchronized (this) {
      answer = open.poll();
    }
    String text = Lines.unescape(line.substring(1));
    if (answer == null) {
      kill();
    } else if (line.startsWith(LineServer.SUCCESS)) {
      answer.complete(text);
    } else {
      answer.completeExceptionally(new UserError(name + " failed: " + text, "its log is " + log));
    }
  }

  private void onEnd() {
    int code = waitForEnd();
    var error =
        new UserError(
            name + " ended with exit code " + code + "; the last lines of its log:\n" + lastLines(),
            "the whole log is " + log);
    List<CompletableFuture<String>> unanswered;
    synchronized (this) {
      end = error;
      unanswered = List.copyOf(open);
      open.clear();
    }
    unanswered.forEach(answer -> answer.completeExceptionally(error));
  }

  private int waitForEnd() {
    try {
      return process.waitFor();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return -1;
    }
  }

  private String lastLines() {
    try {
      List<String> lines = Files.readAllLines(log);
      int from = Math.max(0, lines.size() - LAST_LINES);
      return "  " + String.join("\n  ", lines.subList(from, lines.size()));
    } catch (IOException | UncheckedIOException e) {
      return "  (cannot be read: " + e.getMessage() + ")";
    }
  }

  /** With what it started in turn, such as POV-Ray, which would go on for nobody. */
  private void kill() {
    List<ProcessHandle> descendants = process.descendants().toList();
    process.destroyForcibly();
    descendants.forEach(ProcessHandle::destroyForcibly);
  }

  /** Ends the child: closes the pipe, then waits a little, then kills it. */
  @Override
  public void close() {
    if (closing) {
      return;
    }
    closing = true;
    try {
      questions.close();
      if (!process.waitFor(END_SECONDS, TimeUnit.SECONDS)) {
        kill();
      }
    } catch (IOException e) {
      kill();
    } catch (InterruptedException e) {
      kill();
      Thread.currentThread().interrupt();
    }
    try {
      Runtime.getRuntime().removeShutdownHook(shutdownHook);
    } catch (IllegalStateException e) {
      // The JVM is shutting down: the hook runs, and finds the child dead.
    }
  }
}
