package io.phoenix.migration.lock;

import io.phoenix.api.ResourceName;
import io.phoenix.api.VirtualRange;
import io.phoenix.migration.lock.LockMessage.Cleanup;
import io.phoenix.migration.lock.LockMessage.CleanupAck;
import io.phoenix.migration.lock.LockMessage.Fail1;
import io.phoenix.migration.lock.LockMessage.Fail2;
import io.phoenix.migration.lock.LockMessage.Lock2;
import io.phoenix.migration.lock.LockMessage.LockYouFirst;
import io.phoenix.migration.lock.LockMessage.Ok1;
import io.phoenix.migration.lock.LockMessage.Ok2;
import io.phoenix.migration.lock.LockMessage.Query;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The locking protocol of one node: Figures 2 and 3 of paper 001. Comments give the figures' line
 * numbers, fields the names of Figure 1. See the package for the invariants and the departures.
 */
public final class LockCore implements LockMessage.Handler {
  /** p: the name of this node. */
  private final ResourceName self;

  private final LockEffects out;

  /** h: whose attempt holds this node's lock, its own or another's; s is FREE if there is none. */
  private @Nullable Attempt h;

  /** l: the attempt of this node that is out, waiting for an answer. */
  private @Nullable Attempt l;

  /** What {@link #l} is meant to lock. */
  private Intent intent = Intent.JOIN;

  /** Who is to answer next; {@code null} while it is whoever assumes a virtual node. */
  private @Nullable ResourceName awaited;

  /** What the node that said lock_you_first assumed then. */
  private @Nullable VirtualRange told;

  private long attempts;

  /** The protocol of a node that is unlocked. */
  public LockCore(ResourceName self, LockEffects out) {
    this.self = self;
    this.out = out;
  }

  /** Whether s = FREE. */
  public boolean isFree() {
    return h == null;
  }

  /** h: the attempt that holds this node's lock. */
  public @Nullable Attempt holder() {
    return h;
  }

  /** The attempt of this node that is out, if l. */
  public @Nullable Attempt attempt() {
    return l;
  }

  /** Whether an attempt may begin: s = FREE and not l. */
  public boolean canBegin() {
    return h == null && l == null;
  }

  /**
   * Begins an attempt (Figure 2).
   *
   * @param v for {@link Intent#JOIN} any virtual node; else the one beside the interval
   */
  public Attempt beginTransaction(Intent intent, long v) {
    if (!canBegin()) {
      throw new IllegalStateException("beginTransaction with h=" + h + ", l=" + l);
    }
    if ((intent == Intent.JOIN) != (out.interval() == null)) {
      throw new IllegalStateException(intent + " with I=" + out.interval());
    }
    Attempt attempt = new Attempt(self, ++attempts);
    this.intent = intent;
    l = attempt;
    awaited = null;
    out.onAction("BeginTransaction", null, attempt, VirtualRange.single(v));
    out.send(v, new Query(attempt));
    return attempt;
  }

  @Override
  public void onQuery(Query m, long nowNs) {
    ResourceName q = m.attempt().initiator();
    VirtualRange interval = Objects.requireNonNull(out.interval(), "onQuery with I empty");
    if (self.equals(q)) { // l.21: the virtual node has come to me meanwhile
      end("OnQuery", q, m, "this node itself assumes what it asked for", nowNs);
    } else if (q.compareTo(self) < 0) { // l.23: q must lock itself first
      answer("OnQuery", q, new LockYouFirst(m.attempt(), interval));
    } else if (h == null) { // l.26
      var grant = new Ok1(m.attempt(), interval, out.standing()); // may throw: weights are not ours
      h = m.attempt();
      answer("OnQuery", q, grant);
    } else { // l.29
      answer("OnQuery", q, new Fail1(m.attempt()));
    }
  }

  @Override
  public void onLockYouFirst(ResourceName from, LockYouFirst m, long nowNs) {
    boolean current = m.attempt().equals(l); // if not, forget it: it carries no lock
    if (current && h == null && isAsIntended(m.interval())) { // l.34
      h = m.attempt();
      told = m.interval();
      awaited = from; // or whoever has its interval by now; should it be gone, do not wait
      out.onAction("OnLockYouFirst", from, m.attempt(), null);
      // Departs from l.36: to a virtual node, since the node of that name may have left.
      out.send(m.interval().first(), new Lock2(m.attempt(), m.interval()));
    } else {
      String reason = h == null ? from + " is no neighbour any more" : "locked by " + h;
      end("OnLockYouFirst", from, m, reason, nowNs);
    }
  }

  @Override
  public void onLock2(Lock2 m, long nowNs) {
    ResourceName q = m.attempt().initiator();
    // Departs from l.42: the order is checked again, as the interval may have come to another node.
    if (h == null && m.interval().equals(out.interval()) && q.compareTo(self) < 0) {
      var grant = new Ok2(m.attempt(), out.standing()); // may throw, as above
      h = m.attempt();
      answer("OnLock2", q, grant);
    } else {
      answer("OnLock2", q, new Fail2(m.attempt()));
    }
  }

  @Override
  public void onFail1(ResourceName from, Fail1 m, long nowNs) {
    end("OnFail1", from, m, from + " is locked", nowNs);
  }

  @Override
  public void onFail2(ResourceName from, Fail2 m, long nowNs) {
    if (m.attempt().equals(l)) {
      unlock(m.attempt());
    }
    end("OnFail2", from, m, from + " is locked, or its interval has changed", nowNs);
  }

  @Override
  public void onOk1(ResourceName from, Ok1 m, long nowNs) {
    boolean current = m.attempt().equals(l);
    if (current && h == null && isAsIntended(m.interval())) { // l.54
      h = m.attempt();
      l = null;
      out.onAction("OnOk1", from, m.attempt(), null);
      out.onLocked(new Transaction(m.attempt(), intent, from, m.interval(), m.standing()), nowNs);
    } else { // l.58; an answer that is no longer waited for carries a lock as well
      awaited = current ? from : awaited;
      answer("OnOk1", from, new Cleanup(m.attempt()));
    }
  }

  @Override
  public void onOk2(ResourceName from, Ok2 m, long nowNs) {
    if (m.attempt().equals(l) && m.attempt().equals(h)) {
      l = null;
      out.onAction("OnOk2", from, m.attempt(), null);
      VirtualRange interval = Objects.requireNonNull(told);
      out.onLocked(new Transaction(m.attempt(), intent, from, interval, m.standing()), nowNs);
    } else { // no longer waited for, but it carries a lock
      answer("OnOk2", from, new Cleanup(m.attempt()));
    }
  }

  @Override
  public void onCleanup(ResourceName from, Cleanup m, long nowNs) {
    unlock(m.attempt()); // unless the holder was taken for gone meanwhile
    // Departs from l.64: l is left alone, as it is about an attempt of this node's own.
    answer("OnCleanup", from, new CleanupAck(m.attempt()));
  }

  @Override
  public void onCleanupAck(ResourceName from, CleanupAck m, long nowNs) {
    end("OnCleanupAck", from, m, "the lock of " + from + " was of no use", nowNs);
  }

  /**
   * Stops waiting for the answer to an attempt. Nothing is lost by it: a lock that comes with a
   * later answer is given back.
   */
  public void onAttemptTimeout(Attempt attempt, String reason, long nowNs) {
    if (attempt.equals(l)) {
      unlock(attempt);
      l = null;
      out.onAction("OnAttemptTimeout", null, attempt, null);
      out.onAttemptFailed(attempt, reason, nowNs);
    }
  }

  /**
   * A node is not waited for any more.
   *
   * @param busy a transaction that is being carried out, and ends in its own way
   */
  public void onGone(ResourceName node, @Nullable Attempt busy, long nowNs) {
    if (h != null && h.initiator().equals(node) && !h.equals(busy)) {
      h = null;
      out.onAction("OnGone", node, null, null);
    }
    if (l != null && node.equals(awaited)) {
      onAttemptTimeout(l, node + " is gone", nowNs);
    }
  }

  /**
   * Locks this node for itself, so that nobody else gets its lock: it is about to be away.
   *
   * @return the holder, for {@link #unlock}; {@code null} if a lock is held or wanted at present
   */
  public @Nullable Attempt lockSelf() {
    if (!canBegin()) {
      return null;
    }
    h = new Attempt(self, ++attempts);
    return h;
  }

  /** There is nothing to move: gives the peer's lock back, and this node's own. */
  public void giveUpTransaction(Transaction transaction) {
    unlock(transaction.attempt());
    l = transaction.attempt();
    awaited = transaction.peer();
    answer("GiveUpTransaction", transaction.peer(), new Cleanup(transaction.attempt()));
  }

  /** This node's part in a transaction is over. */
  public void unlock(Attempt attempt) {
    if (attempt.equals(h)) {
      h = null;
    }
  }

  private void answer(String action, ResourceName to, LockMessage answer) {
    out.onAction(action, to, answer.attempt(), null);
    out.send(to.value(), answer);
  }

  /** Ends an attempt, unless it has ended already. */
  private void end(String action, ResourceName from, LockMessage m, String reason, long nowNs) {
    boolean current = m.attempt().equals(l);
    l = current ? null : l;
    out.onAction(action, from, m.attempt(), null);
    if (current) {
      out.onAttemptFailed(m.attempt(), reason, nowNs);
    }
  }

  /** Whether an interval is where the attempt expects its neighbour (lines 34 and 54). */
  private boolean isAsIntended(VirtualRange s) {
    VirtualRange i = out.interval();
    return switch (intent) {
      case JOIN -> i == null;
      case LEFT -> i != null && s.end() == i.first();
      case RIGHT -> i != null && s.first() == i.end();
    };
  }
}
