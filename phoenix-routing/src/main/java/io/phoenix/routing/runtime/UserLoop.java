package io.phoenix.routing.runtime;

import io.phoenix.api.Loop;
import io.phoenix.routing.world.NodeLoop;
import java.time.Duration;
import java.util.random.RandomGenerator;

/** The loop as the application sees it: what its tasks send goes out when they end. */
final class UserLoop implements Loop {
  private final NodeLoop loop;
  private final LoopCalls calls;

  UserLoop(NodeLoop loop, LoopCalls calls) {
    this.loop = loop;
    this.calls = calls;
  }

  @Override
  public void execute(Runnable task) {
    loop.execute(() -> calls.runTask(task));
  }

  @Override
  public Timer schedule(Duration delay, Runnable task) {
    return loop.schedule(delay, () -> calls.runTask(task));
  }

  @Override
  public long nowNs() {
    return loop.nowNs();
  }

  @Override
  public boolean inLoop() {
    return loop.inLoop();
  }

  @Override
  public RandomGenerator random() {
    return loop.random();
  }
}
