package io.phoenix.api;

import java.time.Duration;
import java.util.concurrent.Executor;
import java.util.random.RandomGenerator;

/**
 * The single line of events of a node. Code that takes time, chance and concurrency only from here
 * runs unchanged on a real node and, repeatably, in the simulator.
 *
 * <pre>{@code
 * node.loop().schedule(Duration.ofSeconds(1), () -> node.send(0, STILL_HERE, new byte[0]));
 * }</pre>
 */
public interface Loop extends Executor {

  /** Runs {@code task} on the loop, soon; tasks of one thread run in their order. */
  @Override
  void execute(Runnable task);

  /** Runs {@code task} on the loop after {@code delay}. */
  Timer schedule(Duration delay, Runnable task);

  /** The loop's clock, in nanoseconds from an arbitrary origin; never goes back. */
  long nowNs();

  /** Whether the calling thread is running the loop at this moment. */
  boolean inLoop();

  /** The source of chance; seeded in the simulator. Use it on the loop only. */
  RandomGenerator random();

  /** A task that has been scheduled. */
  @FunctionalInterface
  interface Timer {
    /** Keeps the task from running, if it has not yet. */
    void cancel();
  }
}
