package io.phoenix.routing.runtime;

import io.phoenix.api.NodeClosedException;
import io.phoenix.api.ResourceName;
import org.jspecify.annotations.Nullable;

/** Whether a node takes part. Written on the loop, read by any thread. */
final class Lifecycle {
  private final ResourceName name;
  private volatile State state = State.OPEN;
  private volatile @Nullable VirtualMachineError failure;

  enum State {
    /** Taking part. */
    OPEN,
    /** Handing over; calls are refused. It takes part again if its log cannot be written. */
    LEAVING,
    /** Gone. */
    LEFT,
    /** Gone without a word, because the virtual machine failed on the loop. */
    FAILED
  }

  Lifecycle(ResourceName name) {
    this.name = name;
  }

  void become(State next) {
    state = next;
  }

  void fail(VirtualMachineError error) {
    failure = error;
    state = State.FAILED;
  }

  boolean is(State asked) {
    return state == asked;
  }

  boolean isOpen() {
    return state == State.OPEN;
  }

  /** Whether nothing happens here any more. */
  boolean isOver() {
    return state == State.LEFT || state == State.FAILED;
  }

  void checkNotFailed() {
    NodeFailure.check(name, failure);
  }

  void checkOpen() {
    checkNotFailed();
    if (state != State.OPEN) {
      throw new NodeClosedException(
          "node " + name + " has left the computation: open another one to go on");
    }
  }
}
