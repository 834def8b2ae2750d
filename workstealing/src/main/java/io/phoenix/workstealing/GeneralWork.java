package io.phoenix.workstealing;

import io.phoenix.workstealing.codec.Codec;
import io.phoenix.workstealing.task.DivideAndConquer;
import io.phoenix.workstealing.task.ObjectTasks;
import io.phoenix.workstealing.task.TaskKind;
import java.util.ArrayList;
import java.util.List;

/** Work on problems that are objects. */
final class GeneralWork<P, R> extends Work<R> {
  private final DivideAndConquer<P, R> computation;
  private final P root;

  GeneralWork(DivideAndConquer<P, R> computation, P root) {
    this.computation = computation;
    this.root = root;
  }

  @Override
  public TaskKind tasks() {
    return new ObjectTasks<>(computation, root);
  }

  @Override
  public Codec<R> results() {
    return computation.results();
  }

  @Override
  public R computeSerially() {
    return compute(root);
  }

  private R compute(P problem) {
    List<P> parts = new ArrayList<>();
    computation.divide(problem, parts::add);
    if (parts.isEmpty()) {
      return computation.solve(problem, SerialContext.INSTANCE);
    }
    R result = computation.initial(problem);
    for (P part : parts) {
      result = computation.combine(result, compute(part));
      if (computation.isEnough(result)) {
        break;
      }
    }
    return result;
  }
}
