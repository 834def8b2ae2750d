package io.phoenix.routing.sim;

import io.phoenix.api.Loop;
import java.util.ArrayList;
import java.util.List;
import java.util.PriorityQueue;
import java.util.SplittableRandom;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/**
 * The simulated world: one virtual clock, one seed, one queue of events. It runs on the calling
 * thread alone and takes nothing from outside, so the same seed tells the same story every time.
 *
 * <pre>{@code
 * SimWorld world = new SimWorld(42);
 * SimHost a = world.network().addHost("10.0.0.1");
 * Node node = OverlayNode.open(config, a.loop(), a.transport(), a.loop().random(), null);
 * world.runFor(Duration.ofSeconds(10).toNanos());
 * }</pre>
 */
public final class SimWorld {
  /** Below this many cancelled events it is not worth while to sweep the queue. */
  private static final int SWEEP_AT_LEAST = 1024;

  private final long seed;
  private final PriorityQueue<Event> queue = new PriorityQueue<>();
  private final List<Consumer<SimLoop>> observers = new ArrayList<>();
  private final Trace trace = new Trace(this::nowNs);
  private final SimNetwork network = new SimNetwork(this);
  private long nowNs;
  private long inserted;
  private long steps;
  private int cancelled;

  /** A world without hosts, at time zero. */
  public SimWorld(long seed) {
    this.seed = seed;
  }

  /** What everything in this world follows from. */
  public long seed() {
    return seed;
  }

  /** Virtual time since the beginning. */
  public long nowNs() {
    return nowNs;
  }

  /** How many events have happened. */
  public long steps() {
    return steps;
  }

  /** The hosts and what lies between them. */
  public SimNetwork network() {
    return network;
  }

  /** What has happened so far, for people and for comparing two runs. */
  public Trace trace() {
    return trace;
  }

  /**
   * A source of chance for one purpose. Sources of different purposes do not disturb each other: a
   * draw more for one of them changes nothing for the others.
   */
  public RandomGenerator random(String purpose, long index) {
    long mixed = new SplittableRandom(seed ^ ((long) purpose.hashCode() << 32)).nextLong();
    // Seeds a fixed step apart would give one and the same sequence, begun at different places.
    return new SplittableRandom(new SplittableRandom(mixed ^ index).nextLong());
  }

  /** The exception that says that a promise was broken, with the story that led to it. */
  public SimFailure failure(String what, @Nullable Throwable cause) {
    return trace.failure(seed, what, cause);
  }

  /** Calls {@code observer} each time a loop has run something, when nothing of it is running. */
  public void observe(Consumer<SimLoop> observer) {
    observers.add(observer);
  }

  /** Lets {@code task} happen after {@code delayNs}. */
  public Loop.Timer after(long delayNs, Runnable task) {
    return add(delayNs, null, false, task);
  }

  /** Runs everything that happens up to a moment, which it then is. */
  public void runUntil(long timeNs) {
    for (Event next = queue.peek(); next != null && next.timeNs() <= timeNs; next = queue.peek()) {
      step();
    }
    nowNs = Math.max(nowNs, timeNs);
  }

  /**
   * Runs until {@code condition} holds, which is looked at after every event, or until a moment.
   *
   * @return whether it holds
   */
  public boolean runUntil(BooleanSupplier condition, long timeNs) {
    while (!condition.getAsBoolean()) {
      Event next = queue.peek();
      if (next == null || next.timeNs() > timeNs) {
        nowNs = Math.max(nowNs, timeNs);
        return false;
      }
      step();
    }
    return true;
  }

  /** Runs everything that happens within the next {@code durationNs}. */
  public void runFor(long durationNs) {
    runUntil(nowNs + durationNs);
  }

  /** Runs the next event; returns whether there was one. */
  public boolean step() {
    Event event = queue.poll();
    if (event == null) {
      return false;
    }
    if (event.isCancelled()) {
      cancelled = Math.max(0, cancelled - 1); // a sweep may have forgotten it already
      return true;
    }
    nowNs = event.timeNs();
    if (event.loop != null && event.loop.holdsUp(event)) {
      return true;
    }
    steps++;
    trace.mix(nowNs ^ Long.rotateLeft(event.number(), 32));
    event.markDone();
    if (event.loop == null) {
      event.task.run();
    } else {
      event.loop.run(event);
    }
    return true;
  }

  Event add(long delayNs, @Nullable SimLoop loop, boolean timer, Runnable task) {
    long timeNs = nowNs + Math.max(0, delayNs);
    if (timeNs < 0) {
      timeNs = Long.MAX_VALUE; // "never" is not to become "long ago"
    }
    Event event = new Event(this, loop, timer, task).place(timeNs, ++inserted);
    queue.add(event);
    return event;
  }

  /** Lets an event that was held up happen now, after what happens now already. */
  void release(Event event) {
    queue.add(event.place(nowNs, ++inserted));
  }

  void onCancelled() {
    cancelled++;
    if (cancelled > SWEEP_AT_LEAST && cancelled > queue.size() / 2) {
      queue.removeIf(Event::isCancelled);
      cancelled = 0;
    }
  }

  void afterRun(SimLoop loop) {
    for (Consumer<SimLoop> observer : observers) {
      observer.accept(loop);
    }
  }
}
