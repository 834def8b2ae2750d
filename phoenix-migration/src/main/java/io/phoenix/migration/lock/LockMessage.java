package io.phoenix.migration.lock;

import io.phoenix.api.ResourceName;
import io.phoenix.api.VirtualRange;

/** The messages of Figure 3. Each belongs to an attempt; {@code from} is who sent it. */
public sealed interface LockMessage {

  /** The attempt that it belongs to. */
  Attempt attempt();

  /** Whether only the attempt's initiator has reason to say so; all else is said to it. */
  default boolean isFromInitiator() {
    return this instanceof Query || this instanceof Lock2 || this instanceof Cleanup;
  }

  /** Calls the handler's method for this kind of message. */
  void dispatch(ResourceName from, Handler handler, long nowNs);

  /**
   * From the initiator to a virtual node: who are you, and may I have your lock? Answered by {@link
   * LockYouFirst}, {@link Ok1} or {@link Fail1}.
   */
  record Query(Attempt attempt) implements LockMessage {
    @Override
    public void dispatch(ResourceName from, Handler handler, long nowNs) {
      handler.onQuery(this, nowNs);
    }
  }

  /**
   * The initiator's name comes first: it must lock itself before it asks again, by {@link Lock2}.
   *
   * @param interval what the sender assumes
   */
  record LockYouFirst(Attempt attempt, VirtualRange interval) implements LockMessage {
    @Override
    public void dispatch(ResourceName from, Handler handler, long nowNs) {
      handler.onLockYouFirst(from, this, nowNs);
    }
  }

  /**
   * From an initiator that has locked itself: may I have your lock, if you assume just this?
   * Answered by {@link Ok2} or {@link Fail2}.
   */
  record Lock2(Attempt attempt, VirtualRange interval) implements LockMessage {
    @Override
    public void dispatch(ResourceName from, Handler handler, long nowNs) {
      handler.onLock2(this, nowNs);
    }
  }

  /**
   * The first lock is granted: that of the sender.
   *
   * @param interval what the sender assumes, and will until the lock is returned
   */
  record Ok1(Attempt attempt, VirtualRange interval, Standing standing) implements LockMessage {
    @Override
    public void dispatch(ResourceName from, Handler handler, long nowNs) {
      handler.onOk1(from, this, nowNs);
    }
  }

  /** The second lock is granted: that of the sender. */
  record Ok2(Attempt attempt, Standing standing) implements LockMessage {
    @Override
    public void dispatch(ResourceName from, Handler handler, long nowNs) {
      handler.onOk2(from, this, nowNs);
    }
  }

  /** The query's receiver is locked already. */
  record Fail1(Attempt attempt) implements LockMessage {
    @Override
    public void dispatch(ResourceName from, Handler handler, long nowNs) {
      handler.onFail1(from, this, nowNs);
    }
  }

  /** The second lock cannot be had: the initiator unlocks itself. */
  record Fail2(Attempt attempt) implements LockMessage {
    @Override
    public void dispatch(ResourceName from, Handler handler, long nowNs) {
      handler.onFail2(from, this, nowNs);
    }
  }

  /** The initiator returns a lock that it cannot use. Answered by {@link CleanupAck}. */
  record Cleanup(Attempt attempt) implements LockMessage {
    @Override
    public void dispatch(ResourceName from, Handler handler, long nowNs) {
      handler.onCleanup(from, this, nowNs);
    }
  }

  /** The lock has been returned. */
  record CleanupAck(Attempt attempt) implements LockMessage {
    @Override
    public void dispatch(ResourceName from, Handler handler, long nowNs) {
      handler.onCleanupAck(from, this, nowNs);
    }
  }

  /** The protocol's table of contents. */
  interface Handler {
    /** Lines 20 to 32. */
    void onQuery(Query m, long nowNs);

    /** Lines 33 to 40. */
    void onLockYouFirst(ResourceName from, LockYouFirst m, long nowNs);

    /** Lines 41 to 48. */
    void onLock2(Lock2 m, long nowNs);

    /** Line 49. */
    void onFail1(ResourceName from, Fail1 m, long nowNs);

    /** Lines 50 to 52. */
    void onFail2(ResourceName from, Fail2 m, long nowNs);

    /** Lines 53 to 59. */
    void onOk1(ResourceName from, Ok1 m, long nowNs);

    /** Lines 60 to 62. */
    void onOk2(ResourceName from, Ok2 m, long nowNs);

    /** Lines 63 to 65. */
    void onCleanup(ResourceName from, Cleanup m, long nowNs);

    /** Line 66. */
    void onCleanupAck(ResourceName from, CleanupAck m, long nowNs);
  }
}
