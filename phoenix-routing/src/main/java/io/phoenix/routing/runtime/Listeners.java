package io.phoenix.routing.runtime;

import io.phoenix.api.OwnershipListener;
import io.phoenix.api.ResourceName;
import io.phoenix.api.VirtualRange;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** All who want to hear, on the loop, of changes in who assumes what; any thread may add one. */
final class Listeners {
  private static final Logger log = LoggerFactory.getLogger(Listeners.class);

  private final List<OwnershipListener> all = new CopyOnWriteArrayList<>();

  void add(OwnershipListener listener) {
    all.add(listener);
  }

  void onOwner(VirtualRange range, @Nullable ResourceName owner, long epoch) {
    all.forEach(listener -> listener.onOwner(range, owner, epoch));
  }

  void onConflict(VirtualRange lost, ResourceName winner) {
    all.forEach(listener -> listener.onConflict(lost, winner));
  }

  void onGone(ResourceName gone) {
    all.forEach(listener -> listener.onGone(gone));
  }

  /** The node itself has left: that must come to its end, whatever listeners do. */
  void onLeft() {
    for (OwnershipListener listener : all) {
      try {
        listener.onLeft();
      } catch (RuntimeException e) {
        log.error("a listener failed when its node left", e);
      }
    }
  }
}
