package io.phoenix.migration.transfer;

import io.phoenix.api.OwnershipToken;
import io.phoenix.api.ResourceName;
import io.phoenix.api.VirtualRange;
import io.phoenix.migration.lock.Attempt;
import io.phoenix.migration.state.MigratingState;
import io.phoenix.migration.state.Outgoing;
import io.phoenix.migration.transfer.TransferMessage.Abort;
import io.phoenix.migration.transfer.TransferMessage.Handover;
import io.phoenix.migration.transfer.TransferMessage.Offer;
import java.util.Objects;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The node that gives: offers a range, hands out its state, releases the range, hands it over. One
 * object for each transfer.
 */
final class Source {

  enum State {
    /** The range is in use, while its state is copied ahead. */
    COPYING,
    /** The range is released; what is left of the state is sent. */
    RELEASED,
    /** All is sent: the sink assumes the range, or has, or never will. */
    HANDED_OVER,
    /** The range is at the sink, or here as before. */
    ENDED
  }

  /** How long to wait when there is no room in the send buffer. */
  private static final long NO_ROOM_NS = 1_000_000;

  /** How long to wait when the state cannot be frozen yet. */
  private static final long IN_USE_NS = 200_000;

  /** So many times as long as a piece took, others have the processor before the next one. */
  private static final long REST = 3;

  /** But not for longer than this. */
  private static final long MAX_REST_NS = 10_000_000;

  private final Attempt attempt;
  private final ResourceName sink;
  private final VirtualRange range;
  private final MigratingState migrating;
  private final TransferSettings settings;
  private final TransferEffects out;
  private final long startedNs;
  private final long firstBytes;

  private State state = State.COPYING;
  private @Nullable Outgoing outgoing;
  private @Nullable OwnershipToken token;
  private byte @Nullable [] unsent;
  private long credit;
  private long sentBytes;
  private long remainingBytes;
  private long releasedNs;
  private boolean pumping;

  /** Whether an owner was heard of that came after the release. */
  private boolean ownerSeen;

  /** Begins a transfer; this node's lock is held by {@code attempt}. */
  Source(
      Attempt attempt,
      ResourceName sink,
      VirtualRange range,
      MigratingState migrating,
      TransferSettings settings,
      TransferEffects out,
      long nowNs) {
    this.attempt = attempt;
    this.sink = sink;
    this.range = range;
    this.migrating = migrating;
    this.settings = settings;
    this.out = out;
    startedNs = nowNs;
    credit = settings.windowBytes();
    out.onAction("StartTransfer", sink, attempt, range);
    out.send(sink, new Offer(attempt, range));
    if (migrating.isLive()) {
      outgoing = guarded(() -> migrating.handOut(range), nowNs);
    }
    measure(nowNs);
    firstBytes = remainingBytes;
    pumpLater(0);
  }

  Attempt attempt() {
    return attempt;
  }

  ResourceName sink() {
    return sink;
  }

  VirtualRange range() {
    return range;
  }

  boolean hasEnded() {
    return state == State.ENDED;
  }

  long sentBytes() {
    return sentBytes;
  }

  /** About how much is still to be sent. */
  long remainingBytes() {
    return remainingBytes;
  }

  /** Whether an owner of virtual nodes has got them from here: it came after the release. */
  boolean isSucceededBy(VirtualRange owned, ResourceName owner, long epoch) {
    return range.overlaps(owned)
        && token != null
        && epoch > token.epoch()
        && !owner.equals(out.self());
  }

  /** Such an owner was heard of, while the sink has not said yet that it has assumed the range. */
  void noteOwner() {
    ownerSeen = true;
  }

  boolean isOwnerSeen() {
    return ownerSeen;
  }

  void onCredit(long bytes) {
    long window = settings.windowBytes();
    // Below zero after a piece that is longer than the window: all of it is given back.
    credit = bytes < window - credit ? credit + bytes : window;
    pumpLater(0);
  }

  private void pumpLater(long delayNs) {
    if (!pumping) {
      pumping = true;
      var unused =
          out.after(
              delayNs,
              now -> {
                pumping = false;
                pump(now);
              });
    }
  }

  /** One step: a piece of state, then others have their turn. */
  private void pump(long nowNs) {
    measure(nowNs);
    boolean canRelease = state == State.COPYING && canFreeze(nowNs);
    if (canRelease && isTimeToRelease()) {
      release(nowNs);
    }
    if ((state != State.COPYING && state != State.RELEASED) || credit <= 0) {
      return;
    }
    byte[] chunk = unsent != null ? unsent : guarded(this::nextChunk, nowNs);
    if (chunk != null && out.trySendChunk(sink, chunk)) {
      unsent = null;
      credit -= chunk.length;
      sentBytes += chunk.length;
      if (state == State.COPYING) {
        pumpAfterRest(nowNs);
      } else {
        pumpLater(0);
      }
    } else if (chunk != null) {
      unsent = chunk;
      pumpLater(NO_ROOM_NS);
    } else if (state == State.COPYING && canRelease) {
      release(nowNs); // nothing is left at this moment: a better one will not come
      pumpLater(0);
    } else if (state == State.COPYING) {
      pumpLater(IN_USE_NS);
    } else if (state == State.RELEASED) {
      handOver();
    }
  }

  /**
   * While the range is in use there is no hurry: copying ahead takes a quarter of a processor here
   * and, as to take in costs about as much, at the sink. Without rest, messages of others wait for
   * a processor, not for the loop: it is the system that gives everybody a turn, and slowly.
   */
  private void pumpAfterRest(long beganNs) {
    pumping = true;
    var unused =
        out.after(
            0,
            now -> {
              pumping = false;
              pumpLater(Math.min(REST * (now - beganNs), MAX_REST_NS));
            });
  }

  private byte @Nullable [] nextChunk() {
    return outgoing == null ? null : outgoing.next(settings.chunkBytes());
  }

  private void measure(long nowNs) {
    Outgoing present = outgoing;
    Long bytes = present == null ? null : guarded(present::remainingBytes, nowNs);
    remainingBytes = bytes == null ? 0 : bytes;
  }

  private boolean canFreeze(long nowNs) {
    Outgoing present = outgoing;
    return present == null || Boolean.TRUE.equals(guarded(present::canFreeze, nowNs));
  }

  private boolean isTimeToRelease() {
    return outgoing == null
        || remainingBytes <= settings.freezeBytes()
        || sentBytes > settings.maxRounds() * Math.max(firstBytes, settings.windowBytes());
  }

  private void release(long nowNs) {
    token = out.release(range);
    state = State.RELEASED;
    releasedNs = nowNs;
    out.onAction("Release", sink, attempt, null);
    guarded(
        () -> {
          if (outgoing == null) {
            outgoing = migrating.handOut(range);
          } else {
            outgoing.freeze();
          }
          return outgoing;
        },
        nowNs);
  }

  private void handOver() {
    state = State.HANDED_OVER;
    out.onAction("SendHandover", sink, attempt, null);
    out.send(sink, new Handover(attempt, Objects.requireNonNull(token)));
  }

  /** The sink has assumed the range. */
  void onAssumed(long nowNs) {
    if (state == State.HANDED_OVER) {
      end("OnAssumed", true, Move.Result.MOVED, "", nowNs);
    }
  }

  /** The sink has not assumed the range and will not. */
  void onDeclined(String reason, long nowNs) {
    if (state != State.ENDED) {
      takeBack();
      end("OnDeclined", false, Move.Result.KEPT, reason, nowNs);
    }
  }

  /** Somebody else is known to have assumed the range after this node released it. */
  void onOwnerSeen(long nowNs) {
    if (state == State.HANDED_OVER) {
      end("OnOwnerSeen", true, Move.Result.MOVED, "", nowNs);
    }
  }

  /** A person says that the sink is dead. */
  void reclaim(long nowNs) {
    if (state == State.HANDED_OVER) {
      takeBack();
      end("Reclaim", false, Move.Result.KEPT, "reclaimed", nowNs);
    }
  }

  /** Keeps the range here, if that is still possible; returns whether it is. */
  boolean cancel(String reason, long nowNs) {
    if (state == State.ENDED || state == State.HANDED_OVER) {
      return state == State.ENDED;
    }
    takeBack();
    end("Abort", false, Move.Result.KEPT, reason, nowNs);
    out.send(sink, new Abort(attempt, reason));
    return true;
  }

  /** What is known of the transfer if the sink is never heard of again. */
  Move inDoubt(long nowNs) {
    return move(Move.Result.IN_DOUBT, sink + " is gone, and may have assumed the range", nowNs);
  }

  private void takeBack() {
    OwnershipToken back = token;
    if (back != null) {
      out.assume(back);
    }
  }

  private void end(
      String action, boolean handedOver, Move.Result result, String reason, long nowNs) {
    state = State.ENDED;
    out.unlock(attempt);
    out.onAction(action, sink, attempt, null);
    Outgoing last = outgoing;
    outgoing = null;
    unsent = null;
    remainingBytes = 0;
    String said = reason;
    try {
      if (last != null) {
        last.end(handedOver);
      }
    } catch (RuntimeException e) { // where the range is does not depend on it
      said = (reason.isEmpty() ? "" : reason + "; ") + "its state failed at the end: " + e;
    }
    out.onMoved(attempt, move(result, said, nowNs), nowNs);
  }

  private Move move(Move.Result result, String reason, long nowNs) {
    return new Move(
        range,
        out.self(),
        sink,
        result,
        sentBytes,
        nowNs - startedNs,
        token == null ? 0 : nowNs - releasedNs,
        reason);
  }

  /** Calls the application's state; what it throws ends the transfer. */
  private <T> @Nullable T guarded(Supplier<@Nullable T> call, long nowNs) {
    try {
      return call.get();
    } catch (RuntimeException e) {
      var unused = cancel("the state of " + range + " cannot be handed out: " + e, nowNs);
      return null;
    }
  }
}
