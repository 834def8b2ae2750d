package io.phoenix.workstealing.task;

import io.phoenix.workstealing.codec.ByteReader;
import io.phoenix.workstealing.codec.ByteWriter;

/** Tasks of divide and conquer on longs. */
public final class LongTasks implements TaskKind {
  private final LongDivideAndConquer computation;
  private final long root;
  private final LongBurst.Maker maker;

  /** Tasks of one job. */
  public LongTasks(LongDivideAndConquer computation, long root) {
    this.computation = computation;
    this.root = root;
    maker = HotClass.copyFor(computation);
  }

  @Override
  public Object root() {
    return root;
  }

  @Override
  public TaskPool poolOf(Object problem) {
    return LongStack.of((Long) problem, computation, maker);
  }

  @Override
  public void writeProblem(Object problem, ByteWriter out) {
    out.putLong((Long) problem);
  }

  @Override
  public Object readProblem(ByteReader in) {
    return in.getLong();
  }

  @Override
  public void writeResult(Object result, ByteWriter out) {
    out.putLong((Long) result);
  }

  @Override
  public Object readResult(ByteReader in) {
    return in.getLong();
  }

  @Override
  public TaskPool readPool(ByteReader in) {
    return LongStack.read(in, computation, maker);
  }

  /** Computes the result of a problem by plain recursion. */
  public static long computeSerially(LongDivideAndConquer computation, long problem) {
    int parts = computation.parts(problem);
    if (parts == 0) {
      return computation.solve(problem);
    }
    long result = computation.initial(problem);
    for (int i = 0; i < parts; i++) {
      long part = computeSerially(computation, computation.part(problem, i));
      result = computation.combine(result, part);
    }
    return result;
  }
}
