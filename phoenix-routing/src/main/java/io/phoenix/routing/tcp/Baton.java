package io.phoenix.routing.tcp;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/**
 * The right to be the loop: at most one thread holds it. Taking it when it is free and giving it
 * back costs two atomic operations.
 *
 * <p>Only one thread may <em>insist</em> at a time: the one that has the seat at the poll. It goes
 * before all that merely try, so that threads which send without end cannot starve what came in.
 */
final class Baton {
  /** About ten microseconds: longer than most holders run, shorter than a wake-up. */
  private static final int SPINS = 300;

  private static final VarHandle HOLDER;

  static {
    try {
      HOLDER = MethodHandles.lookup().findVarHandle(Baton.class, "holder", Thread.class);
    } catch (ReflectiveOperationException e) {
      throw new ExceptionInInitializerError(e);
    }
  }

  private volatile @Nullable Thread holder;
  private volatile @Nullable Thread insisting;
  private volatile boolean insistingSleeps;

  boolean isHeldBy(Thread thread) {
    return holder == thread;
  }

  boolean isHeld() {
    return holder != null;
  }

  @Nullable Thread holder() {
    return holder;
  }

  /** Takes the baton if it is free and nobody insists on it. */
  boolean tryTake() {
    return holder == null
        && insisting == null
        && HOLDER.compareAndSet(this, null, Thread.currentThread());
  }

  /** Takes the baton, after whoever holds it now. For the thread that has the seat only. */
  void insist() {
    Thread me = Thread.currentThread();
    if (HOLDER.compareAndSet(this, null, me)) {
      return;
    }
    insisting = me;
    for (int spins = SPINS; spins > 0; spins--) {
      if (holder == null && HOLDER.compareAndSet(this, null, me)) {
        insisting = null;
        return;
      }
      Thread.onSpinWait();
    }
    boolean interrupted = false;
    insistingSleeps = true;
    while (!HOLDER.compareAndSet(this, null, me)) {
      LockSupport.park(this);
      interrupted |= Thread.interrupted(); // a set flag would keep park from parking
    }
    insistingSleeps = false;
    insisting = null;
    if (interrupted) {
      me.interrupt();
    }
  }

  /** Gives the baton back. A full fence: what the caller reads next was not read before. */
  void giveBack() {
    holder = null;
    VarHandle.fullFence();
    if (insistingSleeps) {
      LockSupport.unpark(insisting);
    }
  }
}
