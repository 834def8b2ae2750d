package io.phoenix.workstealing.task;

import io.phoenix.workstealing.codec.ByteReader;
import io.phoenix.workstealing.codec.ByteWriter;
import java.util.ArrayList;
import java.util.List;

/** Tasks of divide and conquer on objects. */
public final class ObjectTasks<P, R> implements TaskKind {
  private final DivideAndConquer<P, R> computation;
  private final P root;

  /** Tasks of one job. */
  public ObjectTasks(DivideAndConquer<P, R> computation, P root) {
    this.computation = computation;
    this.root = root;
  }

  @Override
  public Object root() {
    return root;
  }

  @Override
  @SuppressWarnings("unchecked")
  public TaskPool poolOf(Object problem) {
    return ObjectStack.of((P) problem, computation);
  }

  @Override
  @SuppressWarnings("unchecked")
  public void writeProblem(Object problem, ByteWriter out) {
    computation.problems().write((P) problem, out);
  }

  @Override
  public Object readProblem(ByteReader in) {
    return computation.problems().read(in);
  }

  @Override
  @SuppressWarnings("unchecked")
  public void writeResult(Object result, ByteWriter out) {
    computation.results().write((R) result, out);
  }

  @Override
  public Object readResult(ByteReader in) {
    return computation.results().read(in);
  }

  @Override
  public TaskPool readPool(ByteReader in) {
    return ObjectStack.read(in, computation);
  }

  /** Computes the result of a problem by plain recursion. */
  public static <P, R> R computeSerially(DivideAndConquer<P, R> computation, P problem) {
    List<P> parts = new ArrayList<>();
    computation.divide(problem, parts::add);
    if (parts.isEmpty()) {
      return computation.solve(problem, SerialContext.INSTANCE);
    }
    R result = computation.initial(problem);
    for (P part : parts) {
      result = computation.combine(result, computeSerially(computation, part));
      if (computation.isEnough(result)) {
        break;
      }
    }
    return result;
  }
}
