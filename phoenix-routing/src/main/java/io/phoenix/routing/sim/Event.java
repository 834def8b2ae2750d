package io.phoenix.routing.sim;

import io.phoenix.api.Loop;
import org.jspecify.annotations.Nullable;

/**
 * Something that will happen at a moment of virtual time. Events of the same moment happen in the
 * order in which they were put into the queue, so that the order of all events is total.
 */
final class Event implements Comparable<Event>, Loop.Timer {
  /** Whose line of events this belongs to; {@code null} for the world itself. */
  final @Nullable SimLoop loop;

  /** Whether it dies with its loop's shutdown, as timers do and queued tasks do not. */
  final boolean timer;

  final Runnable task;

  private final SimWorld world;
  private long timeNs;
  private long number;
  private boolean cancelled;
  private boolean done;

  Event(SimWorld world, @Nullable SimLoop loop, boolean timer, Runnable task) {
    this.world = world;
    this.loop = loop;
    this.timer = timer;
    this.task = task;
  }

  /** Gives it its place in the queue. */
  Event place(long timeNs, long number) {
    this.timeNs = timeNs;
    this.number = number;
    return this;
  }

  long timeNs() {
    return timeNs;
  }

  long number() {
    return number;
  }

  boolean isCancelled() {
    return cancelled;
  }

  void markDone() {
    done = true;
  }

  @Override
  public void cancel() {
    if (!cancelled && !done) {
      cancelled = true;
      world.onCancelled();
    }
  }

  @Override
  public int compareTo(Event other) {
    int byTime = Long.compare(timeNs, other.timeNs);
    return byTime != 0 ? byTime : Long.compare(number, other.number);
  }
}
