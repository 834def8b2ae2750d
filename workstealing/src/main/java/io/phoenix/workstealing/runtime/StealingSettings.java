package io.phoenix.workstealing.runtime;

import io.phoenix.migration.MigrationSettings;
import io.phoenix.workstealing.monitor.PeerInfo;
import io.phoenix.workstealing.steal.SiteSettings;
import org.jspecify.annotations.Nullable;

/**
 * How a node takes part in jobs.
 *
 * @param workers how many worker threads it has
 * @param label what people call the node; empty for its own name
 * @param cluster the name of the machines that it is near to; may be empty
 * @param migration how its part of the space moves
 * @param simulated what tasks cost, if they are to be run by the simulator's clock and without
 *     threads
 */
public record StealingSettings(
    int workers,
    String label,
    String cluster,
    MigrationSettings migration,
    @Nullable CostModel simulated) {

  /** Checks the numbers. */
  public StealingSettings {
    if (workers < 1 || workers > SiteSettings.MAX_WORKERS) {
      throw new IllegalArgumentException(
          "workers=" + workers + " must be in 1.." + SiteSettings.MAX_WORKERS);
    }
    if (cluster.length() > PeerInfo.MAX_CLUSTER) {
      throw new IllegalArgumentException(
          "cluster '" + cluster + "' is longer than " + PeerInfo.MAX_CLUSTER + " characters");
    }
  }

  /** One worker. */
  public static StealingSettings defaults() {
    return new StealingSettings(1, "", "", MigrationSettings.defaults(), null);
  }

  /** With this many worker threads. */
  public StealingSettings withWorkers(int changed) {
    return new StealingSettings(changed, label, cluster, migration, simulated);
  }

  /** With a name for people. */
  public StealingSettings withLabel(String changed) {
    return new StealingSettings(workers, changed, cluster, migration, simulated);
  }

  /** Near to these machines. */
  public StealingSettings withCluster(String changed) {
    return new StealingSettings(workers, label, changed, migration, simulated);
  }

  /** With other settings of migration. */
  public StealingSettings withMigration(MigrationSettings changed) {
    return new StealingSettings(workers, label, cluster, changed, simulated);
  }

  /** For the simulator: tasks run on the node's loop, and take as long as the model says. */
  public StealingSettings withSimulated(CostModel model) {
    return new StealingSettings(workers, label, cluster, migration, model);
  }
}
