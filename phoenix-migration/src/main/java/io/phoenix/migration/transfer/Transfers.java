package io.phoenix.migration.transfer;

import io.phoenix.api.ResourceName;
import io.phoenix.api.VirtualRange;
import io.phoenix.migration.lock.Attempt;
import io.phoenix.migration.state.MigratingState;
import io.phoenix.migration.transfer.TransferMessage.Abort;
import io.phoenix.migration.transfer.TransferMessage.Ask;
import io.phoenix.migration.transfer.TransferMessage.Assumed;
import io.phoenix.migration.transfer.TransferMessage.Credit;
import io.phoenix.migration.transfer.TransferMessage.Declined;
import io.phoenix.migration.transfer.TransferMessage.Handover;
import io.phoenix.migration.transfer.TransferMessage.Nothing;
import io.phoenix.migration.transfer.TransferMessage.Offer;
import io.phoenix.migration.transfer.TransferMessage.Take;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The transfers of one node. As a transfer needs the node's lock, there is at most one at a time,
 * besides those that ended in doubt.
 */
public final class Transfers implements TransferMessage.Handler {
  private final MigratingState migrating;
  private final TransferSettings settings;
  private final TransferEffects out;
  private final Doubts doubts;
  private final Outcomes outcomes = new Outcomes();

  /** This node has asked {@link #asked} for virtual nodes, and waits for the offer. */
  private @Nullable Attempt asking;

  private @Nullable ResourceName asked;

  /** Why the offer that this node waits for is to be declined; {@code null} if it is welcome. */
  private @Nullable String unwanted;

  private @Nullable Source source;
  private @Nullable Sink sink;

  /** A node without transfers. */
  public Transfers(MigratingState migrating, TransferSettings settings, TransferEffects out) {
    this.migrating = migrating;
    this.settings = settings;
    this.out = out;
    doubts = new Doubts(out, settings.askNs());
  }

  /** Whether nothing is moving, and nothing is in doubt. */
  public boolean isIdle() {
    return current() == null && doubts.isEmpty();
  }

  /** The transaction that is being carried out; {@code null} if none. */
  public @Nullable Attempt current() {
    if (source != null && !source.hasEnded()) {
      return source.attempt();
    }
    return sink != null && !sink.hasEnded() ? sink.attempt() : asking;
  }

  /** Ranges of which this node does not know whether another one assumes them. */
  public List<VirtualRange> inDoubt() {
    return doubts.ranges();
  }

  /** How far the present transfer has come; {@code null} if there is none. */
  public @Nullable Progress progress() {
    if (source != null) {
      return new Progress(source.range(), source.sentBytes(), source.remainingBytes(), true);
    }
    return sink == null ? null : new Progress(sink.range(), sink.takenBytes(), 0, false);
  }

  /** This node holds both locks, and wants to be given virtual nodes. */
  public void sendTake(Attempt attempt, ResourceName peer, double weight) {
    asking = attempt;
    asked = peer;
    out.onAction("SendTake", peer, attempt, null);
    out.send(peer, new Take(attempt, out.interval(), weight));
  }

  /** This node holds both locks, and gives. */
  public void give(Attempt attempt, ResourceName peer, VirtualRange range, long nowNs) {
    startTransfer(attempt, peer, range, nowNs);
  }

  private void startTransfer(Attempt attempt, ResourceName to, VirtualRange range, long nowNs) {
    var begun = new Source(attempt, to, range, migrating, settings, out, nowNs);
    source = begun.hasEnded() ? null : begun;
  }

  @Override
  public void onTake(ResourceName from, Take m, long nowNs) {
    boolean locked = out.isLockedBy(m.attempt());
    out.onAction("OnTake", from, m.attempt(), null);
    if (!locked) {
      out.send(from, new Nothing(m.attempt(), "the lock was given up meanwhile"));
      return;
    }
    VirtualRange range = out.choose(m.interval(), m.weight());
    if (range != null) {
      startTransfer(m.attempt(), from, range, nowNs);
      return;
    }
    out.unlock(m.attempt());
    out.onAction("AnswerNothing", from, m.attempt(), null);
    out.send(from, new Nothing(m.attempt(), "there is nothing to give"));
  }

  @Override
  public void onNothing(ResourceName from, Nothing m, long nowNs) {
    if (m.attempt().equals(asking)) {
      stopAsking();
      out.unlock(m.attempt());
      out.onAction("OnNothing", from, m.attempt(), null);
      out.onNothingMoved(m.attempt(), m.reason(), nowNs);
    } else {
      out.onAction("OnNothing", from, m.attempt(), null);
    }
  }

  @Override
  public void onOffer(ResourceName from, Offer m, long nowNs) {
    if (!out.isLockedBy(m.attempt())) {
      out.onAction("OnOffer", from, m.attempt(), m.range());
      refuse(from, m.attempt(), "unknown transaction");
      return;
    }
    doubts.onOffer(m.range(), nowNs);
    String reason = unwanted;
    stopAsking();
    sink = new Sink(m.attempt(), from, m.range(), migrating, out, nowNs);
    if (reason == null && !fits(m.range())) {
      reason = m.range() + " is not beside " + out.interval();
    }
    if (reason != null) {
      sink.decline(reason, nowNs);
    }
    sweep();
  }

  /** Whether this node would assume one interval with that range. */
  private boolean fits(VirtualRange range) {
    VirtualRange mine = out.interval();
    return mine == null || mine.isAdjacentTo(range);
  }

  /** A piece of state; it belongs to what its sender offered last. */
  public void onChunk(ResourceName from, byte[] chunk, long nowNs) {
    Sink taking = sink;
    if (taking != null && taking.source().equals(from)) {
      taking.onChunk(chunk, nowNs);
      sweep();
    }
  }

  @Override
  public void onCredit(ResourceName from, Credit m, long nowNs) {
    Source giving = source(from, m.attempt());
    if (giving != null) {
      giving.onCredit(m.bytes());
    }
  }

  @Override
  public void onHandover(ResourceName from, Handover m, long nowNs) {
    Sink taking = sink;
    if (taking != null && taking.source().equals(from) && taking.attempt().equals(m.attempt())) {
      taking.onHandover(m.token(), nowNs);
      sweep();
    } else {
      out.onAction("OnHandover", from, m.attempt(), null);
      if (!outcomes.isRemembered(m.attempt(), from)) { // or it has been told already
        refuse(from, m.attempt(), "unknown transaction");
      }
    }
  }

  @Override
  public void onAbort(ResourceName from, Abort m, long nowNs) {
    Sink taking = sink;
    if (taking != null && taking.source().equals(from) && taking.attempt().equals(m.attempt())) {
      taking.onAbort(m.reason(), nowNs);
      sweep();
    } else {
      out.onAction("OnAbort", from, m.attempt(), null);
    }
  }

  @Override
  public void onAssumed(ResourceName from, Assumed m, long nowNs) {
    Source giving = source(from, m.attempt());
    if (giving != null) {
      giving.onAssumed(nowNs);
      sweep();
    } else {
      out.onAction("OnAssumed", from, m.attempt(), null);
    }
  }

  @Override
  public void onDeclined(ResourceName from, Declined m, long nowNs) {
    Source giving = source(from, m.attempt());
    if (giving != null) {
      giving.onDeclined(m.reason(), nowNs);
      sweep();
    } else {
      out.onAction("OnDeclined", from, m.attempt(), null);
    }
  }

  @Override
  public void onAsk(ResourceName from, Ask m, long nowNs) {
    if (out.isLockedBy(m.attempt())) {
      return; // it is still going on: offer and handover may be under way to here
    }
    Outcomes.Outcome outcome = outcomes.of(m.attempt(), from);
    if (outcome == Outcomes.Outcome.ASSUMED) {
      out.send(from, new Assumed(m.attempt()));
    } else if (outcome == Outcomes.Outcome.NOT_ASSUMED) {
      out.send(from, new Declined(m.attempt(), "unknown transaction"));
    }
  }

  /** Ends the present transfer, if that is still possible; the range stays where it was. */
  public boolean cancel(String reason, long nowNs) {
    boolean cancelled = true;
    if (source != null) {
      cancelled = source.cancel(reason, nowNs);
    } else if (sink != null) {
      sink.decline(reason, nowNs);
    } else if (asking != null) {
      unwanted = reason; // the offer will come, and can be declined then
    }
    sweep();
    return cancelled;
  }

  /** A node is not waited for any more. */
  public void onGone(ResourceName node, long nowNs) {
    Attempt waiting = asking;
    if (waiting != null && node.equals(asked)) {
      stopAsking();
      out.unlock(waiting);
      out.onAction("OnGone", node, null, null);
      refuse(node, waiting, "given up"); // it may be alive, and locked for this transaction
      out.onNothingMoved(waiting, node + " is gone", nowNs);
    }
    if (sink != null && sink.source().equals(node)) {
      sink.onSourceGone(nowNs);
    }
    Source giving = source;
    if (giving != null && giving.sink().equals(node)) {
      onSinkGone(giving, nowNs);
    }
    sweep();
  }

  private void onSinkGone(Source giving, long nowNs) {
    if (giving.cancel(giving.sink() + " is gone", nowNs)) {
      return;
    }
    source = null;
    doubts.add(giving);
    out.unlock(giving.attempt());
    out.onAction("OnGone", giving.sink(), null, null);
    if (giving.isOwnerSeen()) {
      giving.onOwnerSeen(nowNs); // the sink has assumed the range, as others have it from there
    } else {
      out.onMoved(giving.attempt(), giving.inDoubt(nowNs), nowNs);
    }
  }

  /** See {@link io.phoenix.api.OwnershipListener#onOwner}. */
  public void onOwner(VirtualRange range, ResourceName owner, long epoch, long nowNs) {
    if (!doubts.isEmpty()) {
      doubts.onOwner(range, owner, epoch, nowNs);
    }
    Source giving = source;
    if (giving != null && giving.isSucceededBy(range, owner, epoch)) {
      giving.noteOwner();
    }
  }

  /** A person knows that the sinks of these virtual nodes are dead; returns what comes back. */
  public List<VirtualRange> reclaim(VirtualRange range, long nowNs) {
    return doubts.reclaim(range, nowNs);
  }

  private @Nullable Source source(ResourceName to, Attempt attempt) {
    Source giving = source;
    if (giving != null && giving.attempt().equals(attempt) && giving.sink().equals(to)) {
      return giving;
    }
    return doubts.find(to, attempt);
  }

  private void refuse(ResourceName from, Attempt attempt, String reason) {
    out.send(from, new Declined(attempt, reason));
  }

  private void stopAsking() {
    asking = null;
    asked = null;
    unwanted = null;
  }

  private void sweep() {
    if (source != null && source.hasEnded()) {
      source = null;
    }
    if (sink != null && sink.hasEnded()) {
      outcomes.remember(sink.attempt(), sink.source(), sink.hasAssumed());
      sink = null;
    }
    doubts.sweep();
  }
}
