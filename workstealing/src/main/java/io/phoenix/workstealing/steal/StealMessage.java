package io.phoenix.workstealing.steal;

import io.phoenix.workstealing.monitor.PeerInfo;
import java.util.List;

/** What nodes say to each other about the work of a job. All are sent to virtual nodes. */
public sealed interface StealMessage {

  /** The job that it is about. */
  long job();

  /** The virtual node that it is sent to. */
  long to();

  /** What the sender knows of itself and others. */
  List<PeerInfo> news();

  /** Calls the method of {@code handler} for this message. */
  void dispatch(Handler handler, long nowNs);

  /** What can be said. */
  interface Handler {
    /** A thief asks for work; answered by {@link Answer}. */
    void onRequest(Request m, long nowNs);

    /** Work, or none; to be taken by whoever assumes the thief's address now. */
    void onAnswer(Answer m, long nowNs);

    /** The result of a subcomputation, for the one that it was stolen from. */
    void onResult(Result m, long nowNs);

    /** A subcomputation is not wanted any more. */
    void onAbort(Abort m, long nowNs);
  }

  /**
   * A thief asks for work.
   *
   * @param id the request's name; if it is not answered in time, it is sent again with that
   * @param thief the virtual node to which the answer goes
   */
  record Request(long job, long to, StealId id, long thief, List<PeerInfo> news)
      implements StealMessage {
    /** Copies the list. */
    public Request {
      news = List.copyOf(news);
    }

    @Override
    public void dispatch(Handler handler, long nowNs) {
      handler.onRequest(this, nowNs);
    }
  }

  /**
   * The answer to a request.
   *
   * @param id the request's
   * @param given the work; none if the victim has none
   */
  record Answer(long job, long to, StealId id, List<GivenTask> given, List<PeerInfo> news)
      implements StealMessage {
    /** Copies the lists. */
    public Answer {
      given = List.copyOf(given);
      news = List.copyOf(news);
    }

    @Override
    public void dispatch(Handler handler, long nowNs) {
      handler.onAnswer(this, nowNs);
    }
  }

  /**
   * A task that was stolen.
   *
   * @param id the name of the subcomputation that it is the root of
   * @param victim the virtual node to which its result goes
   * @param level how far it is below the job's root
   * @param problem what is to be done
   */
  @SuppressWarnings("ArrayRecordComponent") // nobody compares them
  record GivenTask(StealId id, long victim, int level, byte[] problem) {}

  /** The result of a subcomputation; it ends with that. */
  @SuppressWarnings("ArrayRecordComponent") // nobody compares them
  record Result(long job, long to, StealId id, byte[] result, List<PeerInfo> news)
      implements StealMessage {
    /** Copies the list. */
    public Result {
      news = List.copyOf(news);
    }

    @Override
    public void dispatch(Handler handler, long nowNs) {
      handler.onResult(this, nowNs);
    }
  }

  /** A subcomputation is not wanted any more, nor are those that were stolen from it. */
  record Abort(long job, long to, StealId id) implements StealMessage {
    @Override
    public List<PeerInfo> news() {
      return List.of();
    }

    @Override
    public void dispatch(Handler handler, long nowNs) {
      handler.onAbort(this, nowNs);
    }
  }
}
