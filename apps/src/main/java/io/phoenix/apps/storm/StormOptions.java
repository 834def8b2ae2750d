package io.phoenix.apps.storm;

import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** The options that the storm and its nodes' processes share. */
final class StormOptions {
  @Option(
      names = "--nodes",
      paramLabel = "N",
      defaultValue = "5",
      description = "how many nodes take part (default: ${DEFAULT-VALUE})")
  private int nodes;

  @Option(
      names = "--seed",
      paramLabel = "SEED",
      defaultValue = "1",
      description = "where chance comes from (default: ${DEFAULT-VALUE})")
  private long seed;

  @Option(
      names = "--moves-per-second",
      paramLabel = "X",
      defaultValue = "10",
      description = "intervals that change their node, over all (default: ${DEFAULT-VALUE})")
  private double movesPerSecond;

  @Option(
      names = "--cuts-per-second",
      paramLabel = "X",
      defaultValue = "2",
      description = "times that a node cuts its links, over all (default: ${DEFAULT-VALUE})")
  private double cutsPerSecond;

  @Option(
      names = "--messages",
      paramLabel = "N",
      defaultValue = "32",
      description = "messages that each node starts and that hop on (default: ${DEFAULT-VALUE})")
  private int messages;

  @Option(
      names = "--large-every",
      paramLabel = "N",
      defaultValue = "200",
      description = "one in N hops has 100 kB to 1 MiB (default: ${DEFAULT-VALUE})")
  private int largeEvery;

  @Option(
      names = "--churn",
      description = {
        "nodes join and leave for good, from half as many as at the start to half as many again,",
        "and intervals move by the migration protocol, with the state of their streams"
      })
  private boolean churn;

  @Option(
      names = "--churn-per-second",
      paramLabel = "X",
      defaultValue = "1",
      description = "with --churn: nodes that join or leave, over all (default: ${DEFAULT-VALUE})")
  private double churnPerSecond;

  @Spec(Spec.Target.MIXEE)
  private CommandSpec command = CommandSpec.create();

  /**
   * The settings.
   *
   * @throws ParameterException if they make no sense
   */
  StormSettings settings() {
    try {
      return new StormSettings(
          nodes, seed, movesPerSecond, cutsPerSecond, messages, largeEvery, churn, churnPerSecond);
    } catch (IllegalArgumentException e) {
      throw new ParameterException(command.commandLine(), "--" + e.getMessage(), e);
    }
  }
}
