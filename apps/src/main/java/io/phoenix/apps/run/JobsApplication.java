package io.phoenix.apps.run;

import io.phoenix.apps.cluster.NodeApplication;
import io.phoenix.migration.Migration;
import io.phoenix.workstealing.Applications;
import io.phoenix.workstealing.runtime.Stealing;
import io.phoenix.workstealing.runtime.StealingSettings;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/**
 * Lets the nodes of a cluster work on jobs: {@code phoenix up FILE -- jobs}, then {@code phoenix
 * run APP --cluster NAME}, as often as one likes, while nodes join and leave.
 */
public final class JobsApplication implements NodeApplication {
  static final String NAME = "jobs";

  @Override
  public String name() {
    return NAME;
  }

  @Override
  public Running start(Place place, List<String> arguments) {
    if (!arguments.isEmpty()) {
      throw new IllegalArgumentException("'" + NAME + "' takes no arguments");
    }
    Stealing stealing =
        Stealing.on(
            place.node(),
            Applications.installed(),
            StealingSettings.defaults()
                .withWorkers(place.workers())
                .withLabel(place.label())
                .withCluster(place.lan()));
    return new Running() {
      @Override
      public Migration migration() {
        return stealing.migration();
      }

      @Override
      public CompletableFuture<@Nullable Void> leftByItself() {
        return stealing.leftByItself();
      }

      /** Others go on with its work meanwhile: a job need not wait for a node that is away. */
      @Override
      public boolean takesShareAlong() {
        return false;
      }

      @Override
      public CompletableFuture<Void> beforeEnd() {
        stealing.close();
        return CompletableFuture.completedFuture(null);
      }
    };
  }
}
