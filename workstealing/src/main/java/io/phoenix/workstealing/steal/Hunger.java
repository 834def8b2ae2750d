package io.phoenix.workstealing.steal;

import io.phoenix.workstealing.steal.StealMessage.Request;
import org.jspecify.annotations.Nullable;

/** A wish for work, of a worker here or of another node, that this node's workers are asked for. */
final class Hunger {
  /** The worker, if it is one of this node. */
  final @Nullable Seat seat;

  /** The request, if it is another node's. */
  final @Nullable Request request;

  /** The worker that is asked at the moment. */
  @Nullable Seat asked;

  /** The workers that have been asked, one bit each. */
  long tried;

  private Hunger(@Nullable Seat seat, @Nullable Request request) {
    this.seat = seat;
    this.request = request;
  }

  void begin() {
    asked = null;
    tried = 0;
  }

  static Hunger of(Seat seat) {
    return new Hunger(seat, null);
  }

  static Hunger of(Request request) {
    return new Hunger(null, request);
  }
}
