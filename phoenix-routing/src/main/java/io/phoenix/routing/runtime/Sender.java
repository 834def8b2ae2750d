package io.phoenix.routing.runtime;

import io.phoenix.api.BackPressureException;
import io.phoenix.api.Message;
import io.phoenix.api.NodeClosedException;
import io.phoenix.api.PhoenixException;
import io.phoenix.api.SendTimeoutException;
import io.phoenix.routing.flow.Parcel;
import io.phoenix.routing.node.NodeCore;
import io.phoenix.routing.node.Presence;
import io.phoenix.routing.world.NodeLoop;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.BooleanSupplier;
import org.jctools.queues.MpscUnboundedArrayQueue;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The way of a message from any thread to the core. There it is counted against the send buffer; a
 * thread that finds no room waits, running the loop meanwhile where nobody else does.
 *
 * <p>A single message is sent by the calling thread itself, if it can have the loop: that saves a
 * wake-up. A thread that sends one after the other only queues them: the loop's own thread sends
 * many with one system call while more are queued.
 */
final class Sender {
  private static final Logger log = LoggerFactory.getLogger(Sender.class);
  private static final long WARN_NS = 1_000_000_000L;

  /** After so many sends without a receive, a thread is taken to be streaming. */
  private static final int STREAMING = 3;

  /** After so many changes, who is away is looked at again, whatever else there is to do. */
  private static final int REFRESH_CHANGES = 1024;

  private final NodeLoop loop;
  private final LoopCalls calls;
  private final NodeCore core;
  private final SendBudget budget;
  private final Duration timeout;
  private final BooleanSupplier isOpen;
  private final MpscUnboundedArrayQueue<Message> outbox = new MpscUnboundedArrayQueue<>(1024);
  private final Runnable drain = this::drain;
  private final Runnable drainInTurn = this::drainInTurn;

  /** Whether {@link #drainInTurn} is queued and has not begun. */
  private final AtomicBoolean drainQueued = new AtomicBoolean();

  private volatile boolean someWait;

  /** Who is there, if so much waits for others that it matters; else {@code null}. */
  private volatile @Nullable Presence presence;

  /** What has changed since {@link #presence} was looked at; for the loop only. */
  private int changes;

  private int sendsSinceReceive;

  Sender(
      NodeLoop loop,
      LoopCalls calls,
      NodeCore core,
      SendBudget budget,
      Duration timeout,
      BooleanSupplier isOpen) {
    this.loop = loop;
    this.calls = calls;
    this.core = core;
    this.budget = budget;
    this.timeout = timeout;
    this.isOpen = isOpen;
  }

  void send(Message message) {
    long cost = Parcel.cost(message.payload().length);
    if (loop.inLoop()) {
      if (!budget.tryTakeOnLoop(cost, isAway(message.to()))) {
        throw new BackPressureException(
            "no room for a message to "
                + describe(message.to())
                + ", and nothing may wait on the loop: use trySend, or a thread of your own");
      }
    } else if (!budget.tryTake(cost, isAway(message.to()))) {
      waitForRoom(message.to(), cost);
    }
    submit(message);
  }

  boolean trySend(Message message) {
    boolean room = budget.tryTake(Parcel.cost(message.payload().length), isAway(message.to()));
    if (room) {
      submit(message);
    }
    return room;
  }

  private void submit(Message message) {
    if (loop.inLoop()) {
      long nowNs = loop.nowNs();
      drainTo(nowNs); // what this thread sent before it came to run the loop goes first
      core.send(message, nowNs);
      if (!calls.inTask() && !core.isDelivering()) {
        loop.execute(drain);
      }
      return;
    }
    outbox.offer(message);
    boolean streaming = sendsSinceReceive++ >= STREAMING;
    if ((streaming || !loop.tryRun(drain)) && !drainQueued.getAndSet(true)) {
      try {
        calls.execute(drainInTurn);
      } catch (NodeClosedException e) {
        drainQueued.set(false); // others that come too late shall hear of it as well
        throw e;
      }
    }
  }

  private void drainInTurn() {
    drainQueued.set(false); // first: what is sent from now on may be missed below
    drain();
  }

  /** The thread receives: it is not streaming. */
  void onReceive() {
    sendsSinceReceive = 0;
  }

  private void drain() {
    long nowNs = loop.nowNs();
    drainTo(nowNs);
    core.finish(nowNs);
  }

  /** Gives the core everything that was sent so far. */
  void drainTo(long nowNs) {
    for (Message m = outbox.relaxedPoll(); m != null; m = outbox.relaxedPoll()) {
      core.send(m, nowNs);
    }
  }

  /** A message is no longer under way from here. */
  void onAccepted(Message message) {
    budget.giveBack(Parcel.cost(message.payload().length));
    if (someWait) {
      loop.wake();
    }
  }

  /** So many bytes more, or less, wait for those who are away; called on the loop. */
  void onAway(long deltaBytes) {
    budget.moveAway(deltaBytes);
    if (!budget.isAwayScarce()) {
      presence = null;
    } else if (presence == null || changes >= REFRESH_CHANGES) {
      refresh(); // at once: a thread that sends without a pause may keep the loop busy
    } else if (changes++ == 0) {
      loop.execute(this::refresh); // once for all that changes in the present event
    }
    if (someWait) {
      loop.wake();
    }
  }

  private void refresh() {
    changes = 0;
    presence = budget.isAwayScarce() ? core.presence() : null;
    if (someWait) {
      loop.wake();
    }
  }

  private boolean isAway(long to) {
    if (loop.inLoop()) {
      return budget.isAwayScarce() && core.isAway(to);
    }
    Presence known = presence;
    return known != null && known.isAway(to);
  }

  private void waitForRoom(long to, long cost) {
    long startNs = loop.nowNs();
    long deadlineNs = startNs + timeout.toNanos();
    long warnNs = startNs + WARN_NS;
    someWait = true;
    boolean[] taken = {false};
    while (true) {
      loop.runUntil(() -> takeOrStop(to, cost, taken), Math.min(warnNs, deadlineNs));
      if (taken[0]) {
        return;
      }
      if (!isOpen.getAsBoolean()) {
        throw new NodeClosedException("the node left while a send waited for room");
      }
      long waitedMs = (loop.nowNs() - startNs) / 1_000_000;
      if (Thread.currentThread().isInterrupted()) {
        throw new PhoenixException(
            "interrupted after waiting " + waitedMs + " ms for room to send to " + describe(to));
      }
      if (loop.nowNs() >= deadlineNs) {
        throw new SendTimeoutException(
            "no room for a message to " + describe(to) + " within " + timeout);
      }
      log.warn("send has waited {} ms for room: it is for {}", waitedMs, describe(to));
      warnNs = loop.nowNs() + 10 * WARN_NS;
    }
  }

  private boolean takeOrStop(long to, long cost, boolean[] taken) {
    taken[0] = taken[0] || budget.tryTake(cost, isAway(to));
    return taken[0] || !isOpen.getAsBoolean();
  }

  private String describe(long to) {
    return calls.call(() -> Descriptions.target(core, to, budget));
  }
}
