package io.phoenix.migration.transfer;

import io.phoenix.api.OwnershipToken;
import io.phoenix.api.ResourceName;
import io.phoenix.api.VirtualRange;
import io.phoenix.migration.lock.Attempt;
import io.phoenix.migration.state.Incoming;
import io.phoenix.migration.state.MigratingState;
import io.phoenix.migration.transfer.TransferMessage.Assumed;
import io.phoenix.migration.transfer.TransferMessage.Credit;
import io.phoenix.migration.transfer.TransferMessage.Declined;
import org.jspecify.annotations.Nullable;

/** The node that is given a range: takes in its state, then assumes it. One object a transfer. */
final class Sink {
  private final Attempt attempt;
  private final ResourceName source;
  private final VirtualRange range;
  private final TransferEffects out;
  private final long startedNs;
  private final @Nullable Incoming incoming;
  private long takenBytes;
  private boolean ended;
  private boolean assumed;

  /** Begins to take in; this node's lock is held by {@code attempt}. */
  Sink(
      Attempt attempt,
      ResourceName source,
      VirtualRange range,
      MigratingState migrating,
      TransferEffects out,
      long nowNs) {
    this.attempt = attempt;
    this.source = source;
    this.range = range;
    this.out = out;
    startedNs = nowNs;
    out.onAction("OnOffer", source, attempt, range);
    Incoming begun = null;
    try {
      begun = migrating.takeIn(range);
    } catch (RuntimeException e) {
      decline("the state of " + range + " cannot be taken in: " + e, nowNs);
    }
    incoming = begun;
  }

  Attempt attempt() {
    return attempt;
  }

  ResourceName source() {
    return source;
  }

  VirtualRange range() {
    return range;
  }

  boolean hasEnded() {
    return ended;
  }

  boolean hasAssumed() {
    return assumed;
  }

  long takenBytes() {
    return takenBytes;
  }

  void onChunk(byte[] chunk, long nowNs) {
    if (ended || incoming == null) {
      return; // sent before the source heard that it was declined
    }
    try {
      incoming.add(chunk);
    } catch (RuntimeException e) {
      decline("a piece of the state of " + range + " cannot be taken in: " + e, nowNs);
      return;
    }
    takenBytes += chunk.length;
    out.send(source, new Credit(attempt, chunk.length));
  }

  /** All state has arrived, as it was sent before in the same lane: the range is this node's. */
  void onHandover(OwnershipToken token, long nowNs) {
    if (!token.range().equals(range)) {
      decline("offered was " + range + ", handed over " + token.range(), nowNs);
      return;
    }
    RuntimeException failure = endIncoming(true);
    if (failure != null) {
      decline("the state of " + range + " could not be installed: " + failure, nowNs);
      return;
    }
    ended = true;
    assumed = true;
    out.assume(token);
    out.unlock(attempt);
    out.onAction("OnHandover", source, attempt, null);
    out.send(source, new Assumed(attempt));
    out.onMoved(attempt, move(Move.Result.MOVED, "", nowNs), nowNs);
  }

  /** The source keeps the range. */
  void onAbort(String reason, long nowNs) {
    stop("OnAbort", reason, nowNs);
  }

  /** The source is gone before it handed the range over: it has it, if it lives. */
  void onSourceGone(long nowNs) {
    if (!ended) {
      stop("OnGone", source + " is gone", nowNs);
      // It may be alive, and wait for an answer.
      out.send(source, new Declined(attempt, "given up"));
    }
  }

  /** Leaves the range with the source. */
  void decline(String reason, long nowNs) {
    if (!ended) {
      out.send(source, new Declined(attempt, reason));
      stop("Decline", reason, nowNs);
    }
  }

  private void stop(String action, String reason, long nowNs) {
    if (ended) {
      return;
    }
    ended = true;
    out.unlock(attempt);
    out.onAction(action, source, "OnGone".equals(action) ? null : attempt, null);
    var unused = endIncoming(false);
    out.onMoved(attempt, move(Move.Result.KEPT, reason, nowNs), nowNs);
  }

  private @Nullable RuntimeException endIncoming(boolean complete) {
    try {
      if (incoming != null) {
        incoming.end(complete);
      }
      return null;
    } catch (RuntimeException e) {
      return e;
    }
  }

  private Move move(Move.Result result, String reason, long nowNs) {
    return new Move(range, source, out.self(), result, takenBytes, nowNs - startedNs, 0, reason);
  }
}
