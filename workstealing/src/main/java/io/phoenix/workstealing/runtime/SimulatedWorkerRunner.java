package io.phoenix.workstealing.runtime;

import io.phoenix.api.Loop;
import io.phoenix.workstealing.steal.Site;
import io.phoenix.workstealing.steal.Worker;
import java.time.Duration;

/**
 * Runs workers on the node's loop, one quantum of tasks at a time. Others see the outcome of a
 * quantum only when the time that it takes has passed.
 */
final class SimulatedWorkerRunner implements WorkerRunner {
  /** How long an idle worker waits before it asks its colleagues again. */
  private static final Duration PAUSE = Duration.ofNanos(200_000);

  private final Loop loop;
  private final CostModel model;
  private final Worker[] workers;
  private final boolean[] busy;
  private final boolean[] scheduled;
  private boolean stopped;

  SimulatedWorkerRunner(Site site, CostModel model, Loop loop) {
    this.loop = loop;
    this.model = model;
    workers = new Worker[site.settings().workers()];
    for (int i = 0; i < workers.length; i++) {
      workers[i] = site.worker(i);
    }
    busy = new boolean[workers.length];
    scheduled = new boolean[workers.length];
  }

  @Override
  public void start() {
    for (int i = 0; i < workers.length; i++) {
      wake(i);
    }
  }

  @Override
  public void wake(int worker) {
    if (!busy[worker] && !scheduled[worker]) {
      scheduled[worker] = true;
      loop.execute(
          () -> {
            scheduled[worker] = false;
            step(worker);
          });
    }
  }

  private void step(int i) {
    if (stopped || busy[i]) {
      return;
    }
    if (workers[i].seek(loop.nowNs())) {
      busy[i] = true;
      long tasks = workers[i].run(model.quantum());
      var unused =
          loop.schedule(
              Duration.ofNanos(model.nanos(tasks)),
              () -> {
                busy[i] = false;
                workers[i].settle(loop.nowNs());
                step(i);
              });
    } else if (workers.length > 1 && !scheduled[i]) {
      scheduled[i] = true;
      var unused =
          loop.schedule(
              PAUSE,
              () -> {
                scheduled[i] = false;
                step(i);
              });
    }
  }

  @Override
  public void stop() {
    stopped = true;
  }
}
