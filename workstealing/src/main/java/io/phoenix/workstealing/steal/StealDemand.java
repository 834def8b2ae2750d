package io.phoenix.workstealing.steal;

import io.phoenix.workstealing.steal.StealMessage.Request;
import java.util.BitSet;
import org.jspecify.annotations.Nullable;

/** A demand for work: of a worker of this node, or of a thief at another node. */
final class StealDemand {
  /** The worker that wants work, if it is one of this node. */
  final @Nullable WorkerSlot slot;

  /** The request of a thief, if that is at another node. */
  final @Nullable Request request;

  /** The worker that is asked at present; {@code null} if nobody waits for its answer. */
  @Nullable WorkerSlot asked;

  /** The workers that have been asked, by their index. */
  final BitSet tried = new BitSet();

  StealDemand(WorkerSlot slot) {
    this.slot = slot;
    request = null;
  }

  StealDemand(Request request) {
    slot = null;
    this.request = request;
  }
}
