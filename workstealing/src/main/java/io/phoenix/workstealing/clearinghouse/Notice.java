package io.phoenix.workstealing.clearinghouse;

import io.phoenix.workstealing.JobSpec;
import io.phoenix.workstealing.MemberStatistics;
import io.phoenix.workstealing.SiteStatistics;
import io.phoenix.workstealing.clearinghouse.ClearinghouseMessage.Lines;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A message of the clearinghouse to a node or a submitter; and one of submitters to nodes. They are
 * sent to the names of nodes, not to virtual nodes.
 */
public sealed interface Notice {

  /** Calls the method of {@code handler} for this notice. */
  void dispatch(Handler handler, long nowNs);

  /** One method for each kind of notice. */
  interface Handler {
    /** To nodes: a job is running, and they may work on it from now on. */
    void onBegin(Begin m, long nowNs);

    /**
     * To nodes: the job is over, or none is running; answered by {@link
     * ClearinghouseMessage.WorkDone}.
     */
    void onEnd(End m, long nowNs);

    /** To the submitter: its job cannot be run. */
    void onRefused(Refused m, long nowNs);

    /** To nodes, by the submitter: what their tasks wrote has been shown, and more may come. */
    void onLinesShown(LinesShown m, long nowNs);

    /** To the submitter: tasks have written lines; answered by {@link LinesShown} to their node. */
    void onPrinted(Printed m, long nowNs);

    /** To the submitter: how far its job is. */
    void onProgress(Progress m, long nowNs);

    /** To the submitter: its job is over. */
    void onOutcome(Outcome m, long nowNs);
  }

  /**
   * A job is running.
   *
   * @param visit the visit of the node that this is for: a node that has left since ignores it
   */
  record Begin(long job, JobSpec spec, long visit) implements Notice {
    @Override
    public void dispatch(Handler handler, long nowNs) {
      handler.onBegin(this, nowNs);
    }
  }

  /**
   * The job is over.
   *
   * @param job the latest job; those before it are over, too
   */
  record End(long job) implements Notice {
    @Override
    public void dispatch(Handler handler, long nowNs) {
      handler.onEnd(this, nowNs);
    }
  }

  /** A job cannot be run. */
  record Refused(long token, String reason) implements Notice {
    @Override
    public void dispatch(Handler handler, long nowNs) {
      handler.onRefused(this, nowNs);
    }
  }

  /** What the tasks of a job wrote on a node has been shown. */
  record LinesShown(long job) implements Notice {
    @Override
    public void dispatch(Handler handler, long nowNs) {
      handler.onLinesShown(this, nowNs);
    }
  }

  /**
   * Tasks have written lines.
   *
   * @param node where they ran
   * @param label what people call that node
   * @param written what they wrote, and the job's number
   */
  record Printed(long token, long node, String label, Lines written) implements Notice {
    @Override
    public void dispatch(Handler handler, long nowNs) {
      handler.onPrinted(this, nowNs);
    }
  }

  /**
   * How far a job is.
   *
   * @param nodes how many nodes take part now
   * @param workers how many worker threads they have together
   * @param did what all nodes have done so far, also those that have left
   */
  record Progress(long token, int nodes, int workers, SiteStatistics did) implements Notice {
    @Override
    public void dispatch(Handler handler, long nowNs) {
      handler.onProgress(this, nowNs);
    }
  }

  /**
   * A job is over.
   *
   * @param result its result as bytes; {@code null} if it failed
   * @param failure why it has no result; empty if it has
   * @param trace the stack trace of the task that made it fail; may be empty
   * @param members what each node did
   */
  @SuppressWarnings("ArrayRecordComponent") // nobody compares them
  record Outcome(
      long token,
      byte @Nullable [] result,
      String failure,
      String trace,
      List<MemberStatistics> members)
      implements Notice {
    /** Copies the list. */
    public Outcome {
      members = List.copyOf(members);
    }

    @Override
    public void dispatch(Handler handler, long nowNs) {
      handler.onOutcome(this, nowNs);
    }
  }
}
