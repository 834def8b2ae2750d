package io.phoenix.workstealing.steal;

import io.phoenix.workstealing.monitor.PeerInfo;
import java.util.List;

/** A message about the work of a job, from node to node. Its address is a virtual node. */
public sealed interface StealMessage {

  /** The job that the message is about. */
  long job();

  /** The virtual node that the message is sent to. */
  long to();

  /** What the sender says of itself and of other nodes. */
  List<PeerInfo> news();

  /** Calls the method of {@code handler} for this message. */
  void dispatch(Handler handler, long nowNs);

  /** One method for each kind of message. */
  interface Handler {
    /** A thief asks for work; answered by {@link Answer}. */
    void onRequest(Request m, long nowNs);

    /** Work, or none. The node that assumes the thief's address now takes the work. */
    void onAnswer(Answer m, long nowNs);

    /** The result of a subcomputation, for the subcomputation that it was stolen from. */
    void onResult(Result m, long nowNs);

    /** A subcomputation is not wanted any more. */
    void onAbort(Abort m, long nowNs);
  }

  /**
   * A thief asks for work.
   *
   * @param id the request's name; a request that is not answered in time is sent again under it
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
   * @param id the name of the request
   * @param given the tasks; none if the victim has none
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
   * @param id the name of the subcomputation whose root this task is
   * @param victim the virtual node to which its result goes
   * @param level how far it is below the job's root
   * @param problem the problem to solve, as bytes
   */
  @SuppressWarnings("ArrayRecordComponent") // nobody compares them
  record GivenTask(StealId id, long victim, int level, byte[] problem) {}

  /** The result of a subcomputation, which ends with it. */
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
