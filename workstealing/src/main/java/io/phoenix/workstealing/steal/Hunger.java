package io.phoenix.workstealing.steal;

import io.phoenix.workstealing.steal.StealMessage.Request;
import java.util.BitSet;
import org.jspecify.annotations.Nullable;

/** A wish for work, of a worker here or of another node, that this node's workers are asked for. */
final class Hunger {
  /** The worker, if it is one of this node. */
  final @Nullable Seat seat;

  /** The request, if it is another node's. */
  final @Nullable Request request;

  /** The worker that is asked at the moment. */
  @Nullable Seat asked;

  /** The workers that have been asked, by their index. */
  private final BitSet tried = new BitSet();

  private Hunger(@Nullable Seat seat, @Nullable Request request) {
    this.seat = seat;
    this.request = request;
  }

  void begin() {
    asked = null;
    tried.clear();
  }

  /** Notes that a worker has been asked. */
  void setTried(Seat worker) {
    tried.set(worker.index);
  }

  boolean hasTried(Seat worker) {
    return tried.get(worker.index);
  }

  static Hunger of(Seat seat) {
    return new Hunger(seat, null);
  }

  static Hunger of(Request request) {
    return new Hunger(null, request);
  }
}
