package io.phoenix.migration;

import io.phoenix.api.Node;
import io.phoenix.api.ResourceName;
import io.phoenix.migration.lock.Attempt;
import io.phoenix.migration.lock.LockCore;
import io.phoenix.migration.transfer.Transfers;
import java.util.function.LongConsumer;
import org.jspecify.annotations.Nullable;

/**
 * Looks after a lock that was granted to another node. When a node is gone, its locks are free; but
 * its message that asks for one may have waited, in a log or with a node that kept it, for somebody
 * to assume the virtual node that it was for, and arrive after that. So if a lock is held for
 * longer than any attempt takes, this node looks whether the holder is still there.
 */
final class LockWatch {
  private final Node node;
  private final LockCore lock;
  private final Transfers transfers;
  private final Timer timer;
  private @Nullable Attempt watched;

  /** Does something after a while. */
  @FunctionalInterface
  interface Timer {
    void after(LongConsumer action);
  }

  LockWatch(Node node, LockCore lock, Transfers transfers, Timer timer) {
    this.node = node;
    this.lock = lock;
    this.transfers = transfers;
    this.timer = timer;
  }

  /** A message about locks has been handled. */
  void onEvent() {
    Attempt holder = lock.holder();
    if (holder != null
        && !holder.equals(watched)
        && !holder.initiator().equals(node.resourceName())) {
      watched = holder;
      timer.after(now -> look(holder, now));
    }
  }

  private void look(Attempt holder, long nowNs) {
    if (!holder.equals(lock.holder())) {
      return;
    }
    if (!isKnown(holder.initiator())) {
      lock.onGone(holder.initiator(), transfers.current(), nowNs);
    }
    if (holder.equals(lock.holder())) {
      timer.after(now -> look(holder, now));
    }
  }

  private boolean isKnown(ResourceName name) {
    return node.explain().routes().stream().anyMatch(route -> route.node().equals(name));
  }
}
