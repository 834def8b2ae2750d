package io.phoenix.workstealing.steal;

import io.phoenix.workstealing.steal.Subcomputation.State;
import java.util.List;
import java.util.function.IntConsumer;
import java.util.stream.IntStream;

/** The workers of a site, and what they run. Guarded by the site. */
final class SiteWorkers {
  private final List<WorkerSlot> slots;
  private final IntConsumer wake;

  SiteWorkers(int workers, IntConsumer wake) {
    slots = IntStream.range(0, workers).mapToObj(WorkerSlot::new).toList();
    this.wake = wake;
  }

  List<WorkerSlot> slots() {
    return slots;
  }

  int idle() {
    return (int) slots.stream().filter(WorkerSlot::isIdle).count();
  }

  /** Lets a worker run a subcomputation. */
  void start(WorkerSlot slot, Subcomputation s) {
    slot.current = s;
    s.state = State.RUNNING;
    slot.demand.asked = null;
  }

  void wake(WorkerSlot slot) {
    wake.accept(slot.index);
  }

  void wakeAll() {
    slots.forEach(this::wake);
  }

  /** Wakes one worker that is idle, if there is one. */
  void wakeIdle() {
    slots.stream().filter(WorkerSlot::isIdle).findFirst().ifPresent(this::wake);
  }
}
