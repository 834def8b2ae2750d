package io.phoenix.routing.runtime;

import io.phoenix.api.NodeClosedException;
import io.phoenix.routing.world.NodeLoop;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.RejectedExecutionException;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Carries calls of any thread to a node's loop, and their results back. */
final class LoopCalls {
  private final NodeLoop loop;
  private final Runnable afterTask;
  private volatile @Nullable RuntimeException failure;
  private boolean inTask;

  /**
   * Calls for a loop.
   *
   * @param afterTask runs, on the loop, when a task is done: sends what it has given to be sent
   */
  LoopCalls(NodeLoop loop, Runnable afterTask) {
    this.loop = loop;
    this.afterTask = afterTask;
  }

  /**
   * Whether a task is running, after which {@code afterTask} is called; to be asked on the loop.
   */
  boolean inTask() {
    return inTask;
  }

  /** The loop has failed: calls that wait for it, and later ones, throw this. */
  void fail(RuntimeException exception) {
    failure = exception;
  }

  /** Runs a task, being on the loop. */
  void runTask(Runnable task) {
    boolean outer = inTask;
    inTask = true;
    try {
      task.run();
    } finally {
      inTask = outer;
      afterTask.run();
    }
  }

  /** Runs a task on the loop, and returns when it has run. */
  void run(Runnable task) {
    call(
        () -> {
          task.run();
          return Boolean.TRUE;
        });
  }

  /** Calls on the loop, and returns the result or throws what the call threw. */
  <T> T call(Supplier<T> call) {
    if (loop.inLoop()) {
      return call.get();
    }
    CompletableFuture<T> result = new CompletableFuture<>();
    Runnable task = () -> runTask(() -> complete(result, call));
    if (!loop.tryRun(task)) {
      loop.checkMayWait();
      execute(task);
    }
    try {
      return result.join();
    } catch (CompletionException e) {
      RuntimeException failed = failure;
      if (failed != null) {
        throw failed;
      }
      if (e.getCause() instanceof Error error) {
        throw error;
      }
      throw e.getCause() instanceof RuntimeException cause ? cause : e;
    }
  }

  /** Has the loop run something soon; a loop that has ended says so in the node's words. */
  void execute(Runnable task) {
    try {
      loop.execute(task);
    } catch (RejectedExecutionException e) {
      RuntimeException failed = failure;
      if (failed != null) {
        throw failed;
      }
      throw new NodeClosedException("the node left meanwhile: open another one to go on");
    }
  }

  private <T> void complete(CompletableFuture<T> result, Supplier<T> call) {
    try {
      RuntimeException failed = failure;
      if (failed != null) {
        throw failed;
      }
      result.complete(call.get());
    } catch (VirtualMachineError e) {
      result.completeExceptionally(e);
      throw e; // to the loop, which ends
    } catch (RuntimeException | Error e) {
      result.completeExceptionally(e);
    }
  }
}
