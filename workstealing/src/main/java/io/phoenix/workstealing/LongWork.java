package io.phoenix.workstealing;

import io.phoenix.workstealing.codec.Codec;
import io.phoenix.workstealing.task.LongDivideAndConquer;
import io.phoenix.workstealing.task.LongTasks;
import io.phoenix.workstealing.task.TaskKind;

/** Work on 64-bit problems. */
final class LongWork extends Work<Long> {
  private final LongDivideAndConquer computation;
  private final long root;

  LongWork(LongDivideAndConquer computation, long root) {
    this.computation = computation;
    this.root = root;
  }

  @Override
  public TaskKind tasks() {
    return new LongTasks(computation, root);
  }

  @Override
  public Codec<Long> results() {
    return Codec.longs();
  }

  @Override
  public Long computeSerially() {
    return compute(root);
  }

  private long compute(long problem) {
    int parts = computation.parts(problem);
    if (parts == 0) {
      return computation.solve(problem);
    }
    long result = computation.initial(problem);
    for (int i = 0; i < parts; i++) {
      result = computation.combine(result, compute(computation.part(problem, i)));
    }
    return result;
  }
}
