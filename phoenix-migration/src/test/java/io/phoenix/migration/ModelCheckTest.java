package io.phoenix.migration;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Runs TLC on the tiny models in {@code tla/}, and on the variants that must fail. {@code
 * scripts/model-check} runs the same and more.
 */
class ModelCheckTest {
  @TempDir Path scratch;

  @ParameterizedTest
  @CsvSource({
    "MCMigration, TinyLocks",
    "MCMigration, TinyCancel",
    "MCMigration, TinyCrash",
    "MCMigration, TinyLive",
    "Delivery, TinyDelivery",
    "Delivery, TinyDeliveryLive",
    "Departure, TinyLeave",
    "Departure, TinyKeeper",
    "Departure, TinyCrashed",
    "MCDeparture, TinyOnWay",
    "Routing, TinyRouting",
    "Routing, TinyRoutingLive",
  })
  void tinyModelHasNoError(String module, String model) throws Exception {
    Tlc.Run run = check(module, model + ".cfg", Tlc.SPECIFICATIONS);

    assertThat(run.exitCode()).as(run.output()).isEqualTo(Tlc.Run.NO_ERROR);
    assertThat(run.output()).contains("Model checking completed. No error has been found.");
  }

  @ParameterizedTest
  @CsvSource({
    "MCMigration, VariantLine64, OneAttempt",
    "MCMigration, VariantLock2ToName, NobodyAsksTheLeft",
    "MCMigration, VariantEagerUnlock, ArrivesAdjacent",
    "MCMigration, VariantReclaim, Disjoint",
    "Delivery, VariantNoFence, InOrder",
    "Departure, VariantRecvAfterRelease, AtOwner",
    "Departure, VariantNoKeeper, NothingSaid",
    "Departure, VariantNoWayMark, InOrder",
    "Departure, VariantNotTentative, OneOwner",
    "Departure, VariantSendsAgain, ExactlyOnce",
    "Routing, VariantPlainVector, NoLoop",
    "Routing, VariantOnlySelected, NoLoop",
    "Routing, VariantForgetsAtOnce, NoLoop",
  })
  void variantBreaksItsInvariant(String module, String model, String invariant) throws Exception {
    Tlc.Run run = check(module, model + ".cfg", Tlc.SPECIFICATIONS);

    assertThat(run.exitCode()).as(run.output()).isEqualTo(Tlc.Run.INVARIANT);
    assertThat(run.output()).contains("Error: Invariant " + invariant + " is violated.");
  }

  /** A model that can do nothing more although messages are left. */
  @ParameterizedTest
  @CsvSource({"Departure, VariantStrands", "MCDeparture, VariantOneLine"})
  void variantLeavesMessagesBehind(String module, String model) throws Exception {
    Tlc.Run run = check(module, model + ".cfg", Tlc.SPECIFICATIONS);

    assertThat(run.exitCode()).as(run.output()).isEqualTo(Tlc.Run.DEADLOCK);
  }

  @ParameterizedTest
  @CsvSource({
    "MCMigration, VariantNoOrder, SomebodySucceeds",
    "Routing, VariantAsksForNothing, Converges",
  })
  void variantBreaksItsTemporalProperty(String module, String model, String property)
      throws Exception {
    // TLC does not say which one it was, so there must be no other.
    assertThat(Files.readString(Tlc.SPECIFICATIONS.resolve(model + ".cfg")))
        .containsOnlyOnce("PROPERT")
        .contains("PROPERTY " + property + "\n");

    Tlc.Run run = check(module, model + ".cfg", Tlc.SPECIFICATIONS);

    assertThat(run.exitCode()).as(run.output()).isEqualTo(Tlc.Run.TEMPORAL);
    assertThat(run.output()).contains("Temporal properties were violated.");
  }

  @ParameterizedTest
  @CsvSource({"good, " + Tlc.Run.NO_ERROR, "doctored, " + Tlc.Run.DEADLOCK})
  void sampleTraceIsJudged(String sample, int exitCode) throws Exception {
    Tlc.Run run =
        check(
            "TraceMigration",
            "TraceMigration.cfg",
            Tlc.SPECIFICATIONS.resolve("samples/" + sample));

    assertThat(run.exitCode()).as(run.output()).isEqualTo(exitCode);
  }

  private Tlc.Run check(String module, String config, Path library) throws Exception {
    return Tlc.check(module, config, library, scratch);
  }
}
