package io.phoenix.routing.world;

import io.phoenix.api.Loop;
import java.util.function.LongConsumer;

/** Sets timers on a node's loop. Cores have no other notion of the future. */
@FunctionalInterface
public interface Timers {

  /**
   * Calls {@code onTimeout} with the time at which it runs, not before {@code delayNs} from now.
   */
  Loop.Timer set(long delayNs, LongConsumer onTimeout);
}
