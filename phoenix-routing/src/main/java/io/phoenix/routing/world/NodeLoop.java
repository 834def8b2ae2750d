package io.phoenix.routing.world;

import io.phoenix.api.Loop;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;

/**
 * A {@link Loop} as the runtime needs it: one line of events whose <em>baton</em> can pass from
 * thread to thread. A thread that wants to send or that waits for a message takes the baton and
 * runs the loop itself where it can, which saves the hand-over to another thread and its wake-up.
 */
public interface NodeLoop extends Loop, Timers {

  /**
   * Runs {@code task} on the calling thread if nobody holds the baton.
   *
   * @return whether the task has run; if not, use {@link #execute}
   */
  boolean tryRun(Runnable task);

  /**
   * Runs the loop on the calling thread, or lets its own thread run it, until {@code done} is true,
   * the deadline has passed, or the thread is interrupted (its interrupt flag stays set). {@code
   * done} may become true through any thread; who makes it so calls {@link #wake}.
   */
  void runUntil(BooleanSupplier done, long deadlineNs);

  /**
   * Checks that the calling thread may wait until this loop has done something.
   *
   * @throws RuntimeException if it would wait for ever, because it is the one that must do that
   */
  default void checkMayWait() {}

  /** Makes threads in {@link #runUntil} look at their condition again. */
  void wake();

  /**
   * Has {@link #shutdown} wait, but not for long, while {@code condition} holds. A loop without
   * last words to send need not.
   */
  default void lingerWhile(BooleanSupplier condition) {}

  /**
   * Has {@code listener} told, once and on the loop, if the virtual machine fails in the midst of
   * something that runs here: it is out of memory or out of stack. What was being done is half
   * done, so nothing that lives on this loop can be trusted, and the loop ends.
   */
  default void onFailure(Consumer<VirtualMachineError> listener) {}

  /** Ends the loop, after what is queued has run; timers that are still set never run. */
  void shutdown();
}
