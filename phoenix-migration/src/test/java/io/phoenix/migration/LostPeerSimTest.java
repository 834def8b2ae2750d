package io.phoenix.migration;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.slf4j.LoggerFactory;

/**
 * One of the two nodes of a migration disappears after the first message of the protocol, after the
 * second, and so on: the other one is free, and what it says of the range is what the package
 * {@code transfer} promises for that step.
 */
class LostPeerSimTest {
  @BeforeAll
  static void silence() {
    ((Logger) LoggerFactory.getLogger("io.phoenix")).setLevel(Level.OFF);
  }

  @AfterAll
  static void speak() {
    ((Logger) LoggerFactory.getLogger("io.phoenix")).setLevel(null);
  }

  /** Something that goes on between two nodes, and is disturbed after a number of messages. */
  private interface Disturbance {
    void disturb(TwoNodes nodes, String context);
  }

  /** Tries it after each message of the migration, with names in either order. */
  private static void afterEachMessage(boolean join, boolean live, Disturbance disturbance) {
    List<Long> seeds = new ArrayList<>();
    Set<Boolean> orders = new HashSet<>();
    for (long seed = 1; orders.size() < 2; seed++) {
      if (orders.add(new TwoNodes(seed, live).isSourceFirst())) {
        seeds.add(seed);
      }
    }
    seeds.parallelStream().forEach(seed -> afterEachMessage(seed, join, live, disturbance));
  }

  private static void afterEachMessage(
      long seed, boolean join, boolean live, Disturbance disturbance) {
    int messages = 1;
    TwoNodes nodes = new TwoNodes(seed, live).begin(join);
    while (nodes.runUntilMessage(messages)) {
      disturbance.disturb(nodes, "seed " + seed + ", after message " + messages);
      nodes = new TwoNodes(seed, live).begin(join);
      messages++;
    }
    assertThat(messages).as("the whole protocol").isGreaterThan(10);
  }

  @ParameterizedTest
  @CsvSource({"true, true", "true, false", "false, true", "false, false"})
  void ifTheSinkCrashesTheSourceOwnsTheRangeUnlessItHandedItOver(boolean join, boolean live) {
    afterEachMessage(
        join,
        live,
        (nodes, context) -> {
          nodes.crash(nodes.sink());
          nodes.assertSourceSaysWhereTheRangeIs(context);
          nodes.assertSourceCanReclaimWhatIsInDoubt(context);
        });
  }

  @ParameterizedTest
  @CsvSource({"true, true", "true, false", "false, true", "false, false"})
  void ifTheSourceCrashesTheSinkOwnsTheRangeIfItWasHandedOver(boolean join, boolean live) {
    afterEachMessage(
        join,
        live,
        (nodes, context) -> {
          nodes.crash(nodes.source());
          nodes.assertSinkSaysWhereTheRangeIs(context);
        });
  }

  @ParameterizedTest
  @CsvSource({"true, true", "false, false"})
  void ifTheSinkLeavesInTheMiddleTheSourceIsFree(boolean join, boolean live) {
    afterEachMessage(
        join,
        live,
        (nodes, context) -> {
          nodes.leave(nodes.sink());
          nodes.assertSourceSaysWhereTheRangeIs(context);
        });
  }

  @ParameterizedTest
  @CsvSource({"true, true", "false, false"})
  void ifTheSourceLeavesInTheMiddleTheSinkIsFree(boolean join, boolean live) {
    afterEachMessage(
        join,
        live,
        (nodes, context) -> {
          nodes.leave(nodes.source());
          nodes.assertSinkSaysWhereTheRangeIs(context);
        });
  }

  @ParameterizedTest
  @CsvSource({"true, true", "true, false", "false, true", "false, false"})
  void ifTheyAreCutOffForLongBothSayWhereItIsAndAfterwardsThereIsOneOwner(
      boolean join, boolean live) {
    afterEachMessage(
        join,
        live,
        (nodes, context) -> {
          nodes.cutOff(nodes.sink());
          nodes.assertSourceSaysWhereTheRangeIs(context);
          nodes.assertSinkSaysWhereTheRangeIs(context);
          nodes.heal();
          nodes.assertOneOwnerWithAllState(context);
        });
  }
}
