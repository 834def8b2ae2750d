package io.phoenix.routing.tcp;

import io.netty.channel.IoHandlerContext;

/**
 * Tells Netty's I/O handler whether and how long it may sleep, and gives the baton back meanwhile.
 *
 * <p>{@code EpollIoHandler.run} asks, in this order: {@code canBlock}; {@code deadlineNanos}; then,
 * having announced that it is to be woken up from now on, {@code canBlock} again; then it sleeps;
 * then, before it touches any channel, {@code shouldReportActiveIoTime}. So the second {@code
 * canBlock} is the place to give the baton back, and {@code shouldReportActiveIoTime} the place to
 * take it again. In between the handler uses nothing but what only the thread with the seat uses.
 * (Other handlers ask in other orders, and so keep the baton while they sleep.)
 */
final class PollContext implements IoHandlerContext {
  private static final Wait NOBODY = new Wait(() -> false, Long.MAX_VALUE, true);

  private final BatonEventLoop loop;
  private final boolean sharesSleep;
  private boolean mayBlock;
  private boolean isAnnounced;
  private boolean isAway;

  /** Whether the thread with the seat may be asleep, with the baton or without. */
  private volatile boolean isAsleep;

  private Wait wait = NOBODY;
  private long limitNs = Long.MAX_VALUE;

  PollContext(BatonEventLoop loop, boolean sharesSleep) {
    this.loop = loop;
    this.sharesSleep = sharesSleep;
  }

  boolean sharesSleep() {
    return sharesSleep;
  }

  void prepare(boolean mayBlock, Wait wait) {
    this.mayBlock = mayBlock;
    this.wait = wait;
    isAnnounced = false;
  }

  @Override
  public boolean canBlock() {
    if (!mayBlock || loop.hasWork() || wait.isDone()) {
      return false;
    }
    if (isAnnounced && sharesSleep) {
      isAway = true;
      loop.baton.giveBack();
      if (loop.hasTasks()) {
        loop.handler.wakeup(); // queued while the baton was held, so nobody else will
      }
    }
    isAsleep = !sharesSleep;
    return true;
  }

  @Override
  public long deadlineNanos() {
    isAnnounced = true;
    limitNs = wait.limitNs(loop.nextTimerNs());
    // On Netty's own scale, where times are positive and -1 stands for never.
    return limitNs == Long.MAX_VALUE ? -1 : Math.max(0, limitNs - loop.ticker().initialNanoTime());
  }

  @Override
  public long delayNanos(long nowNs) {
    if (!isAnnounced) {
      limitNs = wait.limitNs(loop.nextTimerNs());
    }
    return limitNs == Long.MAX_VALUE ? Long.MAX_VALUE : Math.max(0, limitNs - nowNs);
  }

  @Override
  public boolean shouldReportActiveIoTime() {
    takeBatonBack();
    return false;
  }

  /** Whether whoever holds the baton sleeps. */
  boolean isAsleep() {
    return isAsleep;
  }

  void takeBatonBack() {
    isAsleep = false;
    if (isAway) {
      loop.baton.insist();
      isAway = false;
      wait = NOBODY;
    }
  }

  /** Whether there is a sleeper that would now sleep too long. Holding the baton. */
  boolean isOutdated() {
    return isAway && loop.nextTimerNs() < limitNs;
  }
}
