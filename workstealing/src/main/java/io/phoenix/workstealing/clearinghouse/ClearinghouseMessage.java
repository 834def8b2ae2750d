package io.phoenix.workstealing.clearinghouse;

import io.phoenix.workstealing.JobSpec;
import io.phoenix.workstealing.SiteStatistics;
import java.util.List;

/** What nodes and submitters say to the clearinghouse; the sender is known from the message. */
public sealed interface ClearinghouseMessage {

  /** Calls the method of {@code handler} for this message. */
  void dispatch(long sender, Handler handler, long nowNs);

  /** What can be said. */
  interface Handler {
    /**
     * A node wants to take part; answered by {@link Notice.Begin} if there is a job, and when there
     * is one. If the latest is over, by {@link Notice.End}: what lives at the node may be of that
     * one. Said again every few seconds: the clearinghouse may have given the node up meanwhile.
     */
    void onRegister(long sender, Register m, long nowNs);

    /** A node has left. */
    void onUnregister(long sender, Unregister m, long nowNs);

    /**
     * Somebody wants a job; answered by {@link Notice.Refused}, or in the end {@link
     * Notice.Outcome}.
     */
    void onSubmit(long sender, Submit m, long nowNs);

    /** Somebody does not want a job any more. */
    void onCancel(long sender, Cancel m, long nowNs);

    /** How far a node is; or, after {@link Notice.End}, what it did in all. */
    void onWorkDone(long sender, WorkDone m, long nowNs);

    /**
     * Tasks have written lines; answered by {@link Notice.LinesShown} when they have been shown.
     */
    void onLines(long sender, Lines m, long nowNs);

    /** A task has thrown, or a node cannot make the job's work. */
    void onFailed(long sender, Failed m, long nowNs);
  }

  /**
   * A node wants to take part.
   *
   * @param visit which of the node's this is: it may leave, and come back
   * @param label what people call the node
   * @param workers how many worker threads it has
   */
  record Register(long visit, String label, int workers) implements ClearinghouseMessage {
    @Override
    public void dispatch(long sender, Handler handler, long nowNs) {
      handler.onRegister(sender, this, nowNs);
    }
  }

  /** A node has left; this is what it did for the job, if there is one. */
  record Unregister(long job, SiteStatistics did) implements ClearinghouseMessage {
    @Override
    public void dispatch(long sender, Handler handler, long nowNs) {
      handler.onUnregister(sender, this, nowNs);
    }
  }

  /**
   * Somebody wants a job.
   *
   * @param token what the submitter knows it by
   */
  record Submit(long token, JobSpec spec) implements ClearinghouseMessage {
    @Override
    public void dispatch(long sender, Handler handler, long nowNs) {
      handler.onSubmit(sender, this, nowNs);
    }
  }

  /** Somebody does not want a job any more. */
  record Cancel(long token) implements ClearinghouseMessage {
    @Override
    public void dispatch(long sender, Handler handler, long nowNs) {
      handler.onCancel(sender, this, nowNs);
    }
  }

  /**
   * What a node did.
   *
   * @param inAll whether that is all: the job is over for it
   */
  record WorkDone(long job, SiteStatistics did, boolean inAll) implements ClearinghouseMessage {
    @Override
    public void dispatch(long sender, Handler handler, long nowNs) {
      handler.onWorkDone(sender, this, nowNs);
    }
  }

  /**
   * Tasks have written lines.
   *
   * @param dropped how many more they have written since, which the node could not keep
   */
  record Lines(long job, List<String> lines, long dropped) implements ClearinghouseMessage {
    /** Copies the list. */
    public Lines {
      lines = List.copyOf(lines);
    }

    /** The same without what they wrote. */
    public Lines withoutText() {
      return new Lines(job, List.of(), dropped + lines.size());
    }

    @Override
    public void dispatch(long sender, Handler handler, long nowNs) {
      handler.onLines(sender, this, nowNs);
    }
  }

  /**
   * A task has thrown.
   *
   * @param cause in one line
   * @param trace the stack trace
   */
  record Failed(long job, String cause, String trace) implements ClearinghouseMessage {
    @Override
    public void dispatch(long sender, Handler handler, long nowNs) {
      handler.onFailed(sender, this, nowNs);
    }
  }
}
