package io.phoenix.routing.sim;

import io.phoenix.api.Loop;
import io.phoenix.routing.world.NodeLoop;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.function.BooleanSupplier;
import java.util.function.LongConsumer;
import java.util.random.RandomGenerator;

/**
 * A node's line of events in the simulated world. Everything on it takes no time; a pause makes its
 * events pile up, and a crash makes them vanish.
 */
public final class SimLoop implements NodeLoop {

  private enum State {
    /** Runs whatever comes. */
    OPEN,
    /** Runs what was queued, and no timers. */
    SHUT_DOWN,
    /** Runs nothing any more. */
    CRASHED
  }

  private final SimWorld world;
  private final SimHost host;
  private final RandomGenerator random;

  /** Clocks have arbitrary origins, and nothing may depend on them: each node's is another. */
  private final long originNs;

  /** What has piled up in a pause. */
  private final ArrayDeque<Event> heldUp = new ArrayDeque<>();

  private State state = State.OPEN;
  private long pausedUntilNs;
  private boolean running;

  SimLoop(SimWorld world, SimHost host) {
    this.world = world;
    this.host = host;
    random = world.random("loop", host.index());
    originNs = world.random("clock", host.index()).nextLong(-1L << 50, 1L << 50);
  }

  /** The machine that this loop runs on. */
  public SimHost host() {
    return host;
  }

  @Override
  public void execute(Runnable task) {
    if (state == State.OPEN) {
      world.add(0, this, false, task);
    }
  }

  @Override
  public Loop.Timer schedule(Duration delay, Runnable task) {
    return timer(delay.toNanos(), task);
  }

  @Override
  public Loop.Timer set(long delayNs, LongConsumer onTimeout) {
    return timer(delayNs, () -> onTimeout.accept(nowNs()));
  }

  private Loop.Timer timer(long delayNs, Runnable task) {
    return state == State.OPEN ? world.add(delayNs, this, true, task) : () -> {};
  }

  @Override
  public boolean tryRun(Runnable task) {
    boolean ready = isReady();
    if (ready) {
      run(task);
    }
    return ready;
  }

  /**
   * Nobody can wait here.
   *
   * @throws UnsupportedOperationException always
   */
  @Override
  public void runUntil(BooleanSupplier done, long deadlineNs) {
    throw new UnsupportedOperationException(
        "nothing blocks in the simulator: use handlers, poll, trySend and timers");
  }

  /**
   * Nobody can wait here.
   *
   * @throws UnsupportedOperationException always
   */
  @Override
  public void checkMayWait() {
    throw new UnsupportedOperationException(
        switch (state) {
          case OPEN ->
              "nothing waits in the simulator, and "
                  + host
                  + " cannot do this at once: leave through the cluster, and call a node that is"
                  + " paused only through its loop's execute";
          case SHUT_DOWN, CRASHED -> "there is no node on " + host + " any more";
        });
  }

  @Override
  public void wake() {
    // Nobody waits.
  }

  @Override
  public void shutdown() {
    if (state == State.OPEN) {
      state = State.SHUT_DOWN;
    }
  }

  @Override
  public long nowNs() {
    return world.nowNs() + originNs;
  }

  @Override
  public boolean inLoop() {
    return running;
  }

  @Override
  public RandomGenerator random() {
    return random;
  }

  /** Whether a task given to {@link #tryRun} would run at once. */
  public boolean isReady() {
    return state == State.OPEN && !running && pausedUntilNs <= world.nowNs() && heldUp.isEmpty();
  }

  boolean isCrashed() {
    return state == State.CRASHED;
  }

  /** Freezes this loop; its events pile up, and run in their order when the pause is over. */
  void pause(long durationNs) {
    pausedUntilNs = Math.max(pausedUntilNs, world.nowNs() + durationNs);
    world.after(durationNs, this::onPauseOver);
  }

  private void onPauseOver() {
    if (pausedUntilNs <= world.nowNs()) { // else it was made longer
      heldUp.forEach(world::release);
      heldUp.clear();
    }
  }

  /** Takes an event whose time has come during a pause; returns whether it did. */
  boolean holdsUp(Event event) {
    boolean paused = pausedUntilNs > world.nowNs() || !heldUp.isEmpty();
    if (paused) {
      heldUp.add(event);
    }
    return paused;
  }

  void crash() {
    state = State.CRASHED;
  }

  /** Runs an event whose time has come, unless this loop has ended meanwhile. */
  void run(Event event) {
    if (state == State.OPEN || (state == State.SHUT_DOWN && !event.timer)) {
      run(event.task);
    }
  }

  private void run(Runnable task) {
    running = true;
    try {
      task.run();
    } catch (RuntimeException | Error failure) {
      if (failure instanceof SimFailure) {
        throw failure;
      }
      throw world.failure(host + " threw " + failure, failure);
    } finally {
      running = false;
    }
    world.afterRun(this);
  }
}
