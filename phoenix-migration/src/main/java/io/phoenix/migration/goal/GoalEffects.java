package io.phoenix.migration.goal;

import io.phoenix.api.Loop;
import io.phoenix.api.VirtualRange;
import java.util.function.LongConsumer;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/** What a pursuit sees of its node, and asks of it. */
public interface GoalEffects {

  /** What this node assumes; {@code null} if nothing. */
  @Nullable VirtualRange interval();

  /** Asks whoever assumes {@code v} how much it has. */
  void probe(long v, long round);

  /** Calls back on the loop after {@code delayNs}. */
  Loop.Timer after(long delayNs, LongConsumer action);

  /** The source of chance. */
  RandomGenerator random();
}
