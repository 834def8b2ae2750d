package io.phoenix.routing.runtime;

import io.phoenix.api.Message;
import io.phoenix.api.OwnershipConflictException;
import io.phoenix.api.ResourceName;
import io.phoenix.api.VirtualRange;
import io.phoenix.routing.world.NodeLoop;
import java.time.Duration;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** The application's threads that take messages from the mailbox, and wait for them. */
final class Receiver {
  private final NodeLoop loop;
  private final Sender sender;
  private final BooleanSupplier isOpen;
  private final Runnable checkOpen;
  private final Runnable onTaken;
  private volatile @Nullable OwnershipConflictException conflict;

  /**
   * Receives for a node.
   *
   * @param isOpen whether the node is open
   * @param checkOpen throws, and says why, if it is not
   * @param onTaken called when there is room in the mailbox again, perhaps
   */
  Receiver(
      NodeLoop loop, Sender sender, BooleanSupplier isOpen, Runnable checkOpen, Runnable onTaken) {
    this.isOpen = isOpen;
    this.loop = loop;
    this.sender = sender;
    this.checkOpen = checkOpen;
    this.onTaken = onTaken;
  }

  /** The next who receives is told, once. */
  void onConflict(ResourceName node, VirtualRange lost, ResourceName winner) {
    conflict =
        new OwnershipConflictException(
            "node " + node + " lost " + lost + " to node " + winner + ", which assumed it, too");
  }

  long deadline(Duration timeout) {
    try {
      return Math.addExact(loop.nowNs(), timeout.toNanos());
    } catch (ArithmeticException e) {
      return Long.MAX_VALUE;
    }
  }

  @Nullable Message await(Supplier<@Nullable Message> take, long deadlineNs)
      throws InterruptedException {
    check();
    sender.onReceive();
    Message ready = take.get();
    if (ready != null) {
      onTaken.run();
      return ready;
    }
    if (loop.inLoop()) {
      throw new IllegalStateException("recv would block the loop: use poll or a handler there");
    }
    @Nullable Message[] found = {null};
    loop.runUntil(
        () ->
            found[0] != null
                || (found[0] = take.get()) != null
                || conflict != null
                || !isOpen.getAsBoolean(),
        deadlineNs);
    Message message = found[0];
    if (message != null) {
      onTaken.run();
      return message;
    }
    check();
    if (Thread.interrupted()) {
      throw new InterruptedException("interrupted in recv");
    }
    return null;
  }

  @Nullable Message poll(Supplier<@Nullable Message> take) {
    check();
    Message message = take.get();
    if (message != null) {
      onTaken.run();
    }
    return message;
  }

  private void check() {
    checkOpen.run();
    OwnershipConflictException pending = conflict;
    if (pending != null) {
      conflict = null;
      throw pending;
    }
  }
}
