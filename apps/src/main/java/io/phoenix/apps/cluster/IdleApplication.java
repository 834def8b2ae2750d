package io.phoenix.apps.cluster;

import io.phoenix.migration.Migration;
import io.phoenix.migration.state.MigratingState;
import java.util.List;

/** Does nothing but take part: joins, leaves, gives and takes virtual nodes that have no state. */
public final class IdleApplication implements NodeApplication {
  static final String NAME = "idle";

  @Override
  public String name() {
    return NAME;
  }

  @Override
  public Running start(Place place, List<String> arguments) {
    if (!arguments.isEmpty()) {
      throw new IllegalArgumentException("'" + NAME + "' takes no arguments");
    }
    Migration migration = Migration.on(place.node(), MigratingState.none());
    return () -> migration;
  }
}
