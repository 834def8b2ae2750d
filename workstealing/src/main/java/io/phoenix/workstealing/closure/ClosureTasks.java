package io.phoenix.workstealing.closure;

import io.phoenix.workstealing.codec.ByteReader;
import io.phoenix.workstealing.codec.ByteWriter;
import io.phoenix.workstealing.codec.Codec;
import io.phoenix.workstealing.task.SerialContext;
import io.phoenix.workstealing.task.TaskKind;
import io.phoenix.workstealing.task.TaskPool;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Tasks of a computation by closures. */
public final class ClosureTasks<R> implements TaskKind {
  private final ClosureProgram<R> program;
  private final List<ClosureType<?>> types;
  private final Map<Class<?>, Integer> numbers = new HashMap<>();

  /** What a procedure returned, with the type of the procedure's first closure. */
  record Returned(int type, Object value) {}

  /** Tasks of one job. */
  public ClosureTasks(ClosureProgram<R> program) {
    this.program = program;
    types = List.copyOf(program.types());
    for (ClosureType<?> type : types) {
      numbers.put(type.closure(), numbers.size());
    }
  }

  int typeOf(Closure<?> closure) {
    Integer number = numbers.get(closure.getClass());
    if (number == null) {
      throw new IllegalStateException(
          closure.getClass() + " is not among the types of " + program.getClass());
    }
    return number;
  }

  int checkedType(int number) {
    if (number < 0 || number >= types.size()) {
      throw new IllegalArgumentException("closure type " + number + " of " + types.size());
    }
    return number;
  }

  Closure<?> read(int type, ByteReader in) {
    return types.get(checkedType(type)).reader().apply(in);
  }

  @Override
  public Object root() {
    return program.root();
  }

  @Override
  public TaskPool poolOf(Object problem) {
    Closure<?> root = (Closure<?>) problem;
    root.parent = null;
    root.level = 0;
    var pool = new ClosurePool<>(this, typeOf(root));
    pool.addReady(root);
    return pool;
  }

  @Override
  public void writeProblem(Object problem, ByteWriter out) {
    Closure<?> closure = (Closure<?>) problem;
    out.putInt(typeOf(closure));
    closure.write(out);
  }

  @Override
  public Object readProblem(ByteReader in) {
    return read(in.getInt(), in);
  }

  @Override
  public void writeResult(Object result, ByteWriter out) {
    Returned returned = (Returned) result;
    out.putInt(returned.type);
    write(types.get(returned.type), returned.value, out);
  }

  @SuppressWarnings("unchecked")
  private static <T> void write(ClosureType<T> type, Object value, ByteWriter out) {
    type.results().write((T) value, out);
  }

  Returned readReturned(ByteReader in) {
    int type = checkedType(in.getInt());
    return new Returned(type, types.get(type).results().read(in));
  }

  @Override
  public Object readResult(ByteReader in) {
    return readReturned(in);
  }

  @Override
  public TaskPool readPool(ByteReader in) {
    return ClosureGraph.read(in, this);
  }

  /** How the result of the whole program is written. */
  @SuppressWarnings("unchecked")
  public Codec<R> results() {
    int type = typeOf(program.root());
    return Codec.of(
        (value, out) -> writeResult(new Returned(type, value), out),
        in -> (R) readReturned(in).value());
  }

  /** Runs the whole program on this thread. */
  public R computeSerially() {
    TaskPool pool = poolOf(root());
    while (pool.run(SerialContext.INSTANCE, TaskPool.WITHOUT_END) != TaskPool.Status.DONE) {
      pool.attend();
    }
    var out = new ByteWriter();
    writeResult(pool.result(), out);
    return results().decode(out.toBytes());
  }
}
