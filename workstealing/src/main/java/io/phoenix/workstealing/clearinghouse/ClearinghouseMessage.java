package io.phoenix.workstealing.clearinghouse;

import io.phoenix.workstealing.JobSpec;
import io.phoenix.workstealing.SiteStatistics;
import java.util.List;

/** A message of a node or a submitter to the clearinghouse. The overlay names the sender. */
public sealed interface ClearinghouseMessage {

  /** Calls the method of {@code handler} for this message. */
  void dispatch(long sender, Handler handler, long nowNs);

  /** One method for each kind of message. */
  interface Handler {
    /**
     * A node wants to take part. If a job is running, the answer is {@link Notice.Begin}, and so it
     * is whenever one begins. Otherwise it is {@link Notice.End} of the latest job, as the node may
     * still have work of that. The node sends this again every few seconds: the clearinghouse may
     * have given it up meanwhile.
     */
    void onRegister(long sender, Register m, long nowNs);

    /** A node has left. */
    void onUnregister(long sender, Unregister m, long nowNs);

    /**
     * A submitter wants a job; answered by {@link Notice.Refused}, or in the end {@link
     * Notice.Outcome}.
     */
    void onSubmit(long sender, Submit m, long nowNs);

    /** A submitter does not want its job any more. */
    void onCancel(long sender, Cancel m, long nowNs);

    /** What a node has done so far; or, after {@link Notice.End}, in all. */
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
   * @param visit counts how often the node has come to take part: it may leave, and come back
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
   * A submitter wants a job.
   *
   * @param token the submitter's number for the job
   */
  record Submit(long token, JobSpec spec) implements ClearinghouseMessage {
    @Override
    public void dispatch(long sender, Handler handler, long nowNs) {
      handler.onSubmit(sender, this, nowNs);
    }
  }

  /** A submitter does not want its job any more. */
  record Cancel(long token) implements ClearinghouseMessage {
    @Override
    public void dispatch(long sender, Handler handler, long nowNs) {
      handler.onCancel(sender, this, nowNs);
    }
  }

  /**
   * What a node did for a job.
   *
   * @param inAll whether the node will do nothing more for it
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
   * @param dropped how many lines they have written after these, which the node could not keep
   */
  record Lines(long job, List<String> lines, long dropped) implements ClearinghouseMessage {
    /** Copies the list. */
    public Lines {
      lines = List.copyOf(lines);
    }

    /** The same without the text, as if all lines had been dropped. */
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
