package io.phoenix.migration;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import tlc2.TLC;

/** Runs TLC on the specifications in {@code tla/}, in a JVM of its own: it is made to run once. */
public final class Tlc {
  /** Where the specifications are. */
  public static final Path SPECIFICATIONS = Path.of("..", "tla");

  /** What TLC said, and with which code it ended. */
  public record Run(int exitCode, String output) {
    /** No error was found. */
    public static final int NO_ERROR = 0;

    /** There is no next step where there should be one: a trace is no behaviour. */
    public static final int DEADLOCK = 11;

    /** An invariant is violated. */
    public static final int INVARIANT = 12;

    /** A temporal property is violated. */
    public static final int TEMPORAL = 13;
  }

  private Tlc() {}

  /**
   * Checks a model.
   *
   * @param library where modules are that are not among the specifications
   * @param scratch where TLC may leave what it likes
   */
  public static Run check(String module, String config, Path library, Path scratch)
      throws IOException, InterruptedException, URISyntaxException {
    Path jar = Path.of(TLC.class.getProtectionDomain().getCodeSource().getLocation().toURI());
    Path log = scratch.resolve("tlc.log");
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    // For runs of seconds, compiling better takes longer than what it gains.
    command.addAll(List.of("-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1", "-Xmx1g"));
    command.add("-DTLA-Library=" + library.toAbsolutePath().normalize());
    command.addAll(List.of("-cp", jar.toString(), "tlc2.TLC", "-workers", "2", "-cleanup"));
    command.addAll(List.of("-metadir", scratch.resolve("states").toString()));
    command.addAll(List.of("-config", config, module + ".tla"));
    Process process =
        new ProcessBuilder(command)
            .directory(SPECIFICATIONS.toFile())
            .redirectErrorStream(true)
            .redirectOutput(log.toFile())
            .start();
    try {
      boolean ended = process.waitFor(10, TimeUnit.MINUTES);
      assertThat(ended).as("TLC ends; so far it said:\n%s", Files.readString(log)).isTrue();
      return new Run(process.exitValue(), Files.readString(log));
    } finally {
      process.destroyForcibly();
    }
  }
}
