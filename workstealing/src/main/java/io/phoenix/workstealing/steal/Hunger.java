package io.phoenix.workstealing.steal;

import io.phoenix.workstealing.steal.StealMessage.Request;
import org.jspecify.annotations.Nullable;

/** A wish for work, of a worker here or of another node, that this node's workers are asked for. */
final class Hunger {
  /** The worker, if it is one of this node. */
  final @Nullable Seat seat;

  /** The request, if it is another node's. */
  final @Nullable Request request;

  /** The workers that have not answered yet, one bit each. */
  long asked;

  private Hunger(@Nullable Seat seat, @Nullable Request request) {
    this.seat = seat;
    this.request = request;
  }

  static Hunger of(Seat seat) {
    return new Hunger(seat, null);
  }

  static Hunger of(Request request) {
    return new Hunger(null, request);
  }
}
