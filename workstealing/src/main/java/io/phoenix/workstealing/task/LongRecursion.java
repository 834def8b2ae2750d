package io.phoenix.workstealing.task;

/**
 * The one hot method of divide and conquer on longs. Beside the computation itself, it does two
 * things for each task: look whether the pool was asked, and count.
 */
final class LongRecursion extends LongBurst {
  private final LongDivideAndConquer computation;
  private final LongStack pool;

  LongRecursion(LongDivideAndConquer computation, LongStack pool) {
    this.computation = computation;
    this.pool = pool;
  }

  /** The first part is handled outside the loop: measured, that saves a fifth of the time. */
  @Override
  long run(long problem, int parts, int depth) {
    LongDivideAndConquer how = computation;
    if (depth == 0) {
      leave(problem, 0, parts, how.initial(problem));
      pool.ask(); // so that the callers look, too
      return 0;
    }
    long soFar = how.initial(problem);
    long part = how.part(problem, 0);
    int more = how.parts(part);
    long result = more == 0 ? how.solve(part) : run(part, more, depth - 1);
    if (pool.isAsked()) {
      return unwind(problem, 1, parts, soFar, result);
    }
    soFar = how.combine(soFar, result);
    for (int i = 1; i < parts; ) {
      part = how.part(problem, i++);
      more = how.parts(part);
      result = more == 0 ? how.solve(part) : run(part, more, depth - 1);
      if (pool.isAsked()) {
        return unwind(problem, i, parts, soFar, result);
      }
      soFar = how.combine(soFar, result);
    }
    tasks += parts;
    return soFar;
  }

  /** If no frame has been left yet, the part came to its end, and {@code result} is its result. */
  private long unwind(long problem, int next, int parts, long soFar, long result) {
    tasks += next;
    leave(problem, next, parts, frames == 0 ? computation.combine(soFar, result) : soFar);
    return 0;
  }
}
