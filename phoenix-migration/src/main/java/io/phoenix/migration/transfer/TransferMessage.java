package io.phoenix.migration.transfer;

import io.phoenix.api.OwnershipToken;
import io.phoenix.api.ResourceName;
import io.phoenix.api.VirtualRange;
import io.phoenix.migration.lock.Attempt;
import org.jspecify.annotations.Nullable;

/**
 * What the two nodes of a transaction say to each other. {@link Offer}, {@link Handover} and {@link
 * Abort} travel in the lane of the chunks, in order with them; the others in the urgent lane.
 */
public sealed interface TransferMessage {

  /** The transaction that it belongs to. */
  Attempt attempt();

  /** Whether it must keep its place among the chunks of state. */
  default boolean isInOrderWithChunks() {
    return false;
  }

  /** Calls the handler's method for this kind of message. */
  void dispatch(ResourceName from, Handler handler, long nowNs);

  /**
   * From an initiator that wants to be given virtual nodes. Answered by {@link Offer} or {@link
   * Nothing}.
   *
   * @param interval what the initiator assumes, if anything: it wants what is beside it
   * @param weight how much it wants; {@link Double#NaN} for half of what the other node has
   */
  record Take(Attempt attempt, @Nullable VirtualRange interval, double weight)
      implements TransferMessage {
    @Override
    public void dispatch(ResourceName from, Handler handler, long nowNs) {
      handler.onTake(from, this, nowNs);
    }
  }

  /** There is nothing that could be given; the transaction is over at both ends. */
  record Nothing(Attempt attempt, String reason) implements TransferMessage {
    @Override
    public void dispatch(ResourceName from, Handler handler, long nowNs) {
      handler.onNothing(from, this, nowNs);
    }
  }

  /** From the source: this range is going to be yours; its state follows. */
  record Offer(Attempt attempt, VirtualRange range) implements TransferMessage {
    @Override
    public boolean isInOrderWithChunks() {
      return true;
    }

    @Override
    public void dispatch(ResourceName from, Handler handler, long nowNs) {
      handler.onOffer(from, this, nowNs);
    }
  }

  /** From the sink: it has taken in that many bytes, as many more may come. */
  record Credit(Attempt attempt, long bytes) implements TransferMessage {
    @Override
    public void dispatch(ResourceName from, Handler handler, long nowNs) {
      handler.onCredit(from, this, nowNs);
    }
  }

  /** From the source: all state has been sent, the range is yours. Answered by {@link Assumed}. */
  record Handover(Attempt attempt, OwnershipToken token) implements TransferMessage {
    @Override
    public boolean isInOrderWithChunks() {
      return true;
    }

    @Override
    public void dispatch(ResourceName from, Handler handler, long nowNs) {
      handler.onHandover(from, this, nowNs);
    }
  }

  /** From the source: the range stays here after all; the transaction is over at both ends. */
  record Abort(Attempt attempt, String reason) implements TransferMessage {
    @Override
    public boolean isInOrderWithChunks() {
      return true;
    }

    @Override
    public void dispatch(ResourceName from, Handler handler, long nowNs) {
      handler.onAbort(from, this, nowNs);
    }
  }

  /** From the sink: it has assumed the range. */
  record Assumed(Attempt attempt) implements TransferMessage {
    @Override
    public void dispatch(ResourceName from, Handler handler, long nowNs) {
      handler.onAssumed(from, this, nowNs);
    }
  }

  /** From the sink: it has not assumed the range, and never will by this transaction. */
  record Declined(Attempt attempt, String reason) implements TransferMessage {
    @Override
    public void dispatch(ResourceName from, Handler handler, long nowNs) {
      handler.onDeclined(from, this, nowNs);
    }
  }

  /**
   * From a source in doubt: what became of it? Answered by {@link Assumed}, {@link Declined}, or
   * not at all while the sink does not know.
   */
  record Ask(Attempt attempt) implements TransferMessage {
    @Override
    public void dispatch(ResourceName from, Handler handler, long nowNs) {
      handler.onAsk(from, this, nowNs);
    }
  }

  /** The transfer's table of contents. */
  interface Handler {
    /** See {@link Take}. */
    void onTake(ResourceName from, Take m, long nowNs);

    /** See {@link Nothing}. */
    void onNothing(ResourceName from, Nothing m, long nowNs);

    /** See {@link Offer}. */
    void onOffer(ResourceName from, Offer m, long nowNs);

    /** See {@link Credit}. */
    void onCredit(ResourceName from, Credit m, long nowNs);

    /** See {@link Handover}. */
    void onHandover(ResourceName from, Handover m, long nowNs);

    /** See {@link Abort}. */
    void onAbort(ResourceName from, Abort m, long nowNs);

    /** See {@link Assumed}. */
    void onAssumed(ResourceName from, Assumed m, long nowNs);

    /** See {@link Declined}. */
    void onDeclined(ResourceName from, Declined m, long nowNs);

    /** See {@link Ask}. */
    void onAsk(ResourceName from, Ask m, long nowNs);
  }
}
