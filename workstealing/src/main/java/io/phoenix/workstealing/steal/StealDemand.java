package io.phoenix.workstealing.steal;

import io.phoenix.workstealing.steal.StealMessage.Request;
import java.util.BitSet;
import org.jspecify.annotations.Nullable;

/** A wish for work, of a worker here or of another node, that this node's workers are asked for. */
final class StealDemand {
  /** The worker, if it is one of this node. */
  final @Nullable WorkerSlot slot;

  /** The request, if it is another node's. */
  final @Nullable Request request;

  /** The worker that is asked at the moment. */
  @Nullable WorkerSlot asked;

  /** The workers that have been asked, by their index. */
  private final BitSet tried = new BitSet();

  private StealDemand(@Nullable WorkerSlot slot, @Nullable Request request) {
    this.slot = slot;
    this.request = request;
  }

  void begin() {
    asked = null;
    tried.clear();
  }

  /** Notes that a worker has been asked. */
  void setTried(WorkerSlot worker) {
    tried.set(worker.index);
  }

  boolean hasTried(WorkerSlot worker) {
    return tried.get(worker.index);
  }

  static StealDemand of(WorkerSlot slot) {
    return new StealDemand(slot, null);
  }

  static StealDemand of(Request request) {
    return new StealDemand(null, request);
  }
}
