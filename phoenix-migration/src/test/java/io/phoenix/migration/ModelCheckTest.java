package io.phoenix.migration;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tlc2.TLC;

/**
 * Runs TLC on the tiny models in {@code tla/}, and on the variants that must fail: each in a JVM of
 * its own, since TLC is made to run once. {@code scripts/model-check} runs the same and more.
 */
class ModelCheckTest {
  private static final Path SPECIFICATIONS = Path.of("..", "tla");
  private static final int NO_ERROR = 0;
  private static final int DEADLOCK = 11;
  private static final int INVARIANT = 12;
  private static final int TEMPORAL = 13;

  @TempDir Path scratch;

  @ParameterizedTest
  @CsvSource({
    "MCMigration, TinyLocks",
    "MCMigration, TinyCancel",
    "MCMigration, TinyCrash",
    "MCMigration, TinyLive",
    "Delivery, TinyDelivery",
    "Delivery, TinyDeliveryLive",
  })
  void tinyModelHasNoError(String module, String model) throws Exception {
    Run run = check(module, model + ".cfg", SPECIFICATIONS);

    assertThat(run.exitCode()).as(run.output()).isEqualTo(NO_ERROR);
    assertThat(run.output()).contains("Model checking completed. No error has been found.");
  }

  @ParameterizedTest
  @CsvSource({
    "MCMigration, VariantLine64, OneAttempt",
    "MCMigration, VariantLock2ToName, NobodyAsksTheLeft",
    "MCMigration, VariantEagerUnlock, ArrivesAdjacent",
    "MCMigration, VariantReclaim, Disjoint",
    "Delivery, VariantNoFence, InOrder",
  })
  void variantBreaksItsInvariant(String module, String model, String invariant) throws Exception {
    Run run = check(module, model + ".cfg", SPECIFICATIONS);

    assertThat(run.exitCode()).as(run.output()).isEqualTo(INVARIANT);
    assertThat(run.output()).contains("Error: Invariant " + invariant + " is violated.");
  }

  @ParameterizedTest
  @CsvSource("MCMigration, VariantNoOrder, SomebodySucceeds")
  void variantBreaksItsTemporalProperty(String module, String model, String property)
      throws Exception {
    // TLC does not say which one it was, so there must be no other.
    assertThat(Files.readString(SPECIFICATIONS.resolve(model + ".cfg")))
        .containsOnlyOnce("PROPERT")
        .contains("PROPERTY " + property + "\n");

    Run run = check(module, model + ".cfg", SPECIFICATIONS);

    assertThat(run.exitCode()).as(run.output()).isEqualTo(TEMPORAL);
    assertThat(run.output()).contains("Temporal properties were violated.");
  }

  @ParameterizedTest
  @CsvSource({"good, " + NO_ERROR, "doctored, " + DEADLOCK})
  void sampleTraceIsJudged(String sample, int exitCode) throws Exception {
    Run run =
        check("TraceMigration", "TraceMigration.cfg", SPECIFICATIONS.resolve("samples/" + sample));

    assertThat(run.exitCode()).as(run.output()).isEqualTo(exitCode);
  }

  /** What TLC said, and with which code it ended. */
  private record Run(int exitCode, String output) {}

  private Run check(String module, String config, Path library)
      throws IOException, InterruptedException, URISyntaxException {
    Path jar = Path.of(TLC.class.getProtectionDomain().getCodeSource().getLocation().toURI());
    Path log = scratch.resolve("tlc.log");
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    // For runs of seconds, compiling better takes longer than what it gains.
    command.addAll(List.of("-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1", "-Xmx512m"));
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
