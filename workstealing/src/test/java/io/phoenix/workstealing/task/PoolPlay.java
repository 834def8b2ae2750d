package io.phoenix.workstealing.task;

import static org.assertj.core.api.Assertions.assertThat;

import io.phoenix.workstealing.codec.ByteReader;
import io.phoenix.workstealing.codec.ByteWriter;
import io.phoenix.workstealing.task.TaskPool.Status;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.function.Consumer;
import java.util.function.IntPredicate;

/** Runs a pool in pieces, steals from it and moves it, as a seed decides, until it has a result. */
public final class PoolPlay {
  /** For tasks that want nothing of those who run them. */
  public static final TaskContext NO_CONTEXT =
      new TaskContext() {
        @Override
        public void poll() {}

        @Override
        public void println(String line) {}
      };

  /** How deep what is stolen is stolen from in turn. */
  private static final int MAX_DEPTH = 3;

  private final TaskKind kind;
  private final SplittableRandom random;
  private final Consumer<TaskPool> runs;

  /**
   * Nothing has run yet.
   *
   * @param runs is told which pool runs next
   */
  public PoolPlay(TaskKind kind, SplittableRandom random, Consumer<TaskPool> runs) {
    this.kind = kind;
    this.random = random;
    this.runs = runs;
  }

  /** The result of the root. */
  public Object result() {
    return compute(kind.poolOf(kind.root()), 0);
  }

  private Object compute(TaskPool begun, int depth) {
    TaskPool pool = begun;
    List<StolenTask> stolen = new ArrayList<>();
    while (true) {
      runs.accept(pool);
      long budget = random.nextBoolean() ? TaskPool.WITHOUT_END : 1 + random.nextInt(30);
      Status status = pool.run(NO_CONTEXT, budget);
      pool.attend();
      drop(stolen, pool);
      if (status == Status.DONE) {
        assertThat(stolen).isEmpty();
        return pool.result();
      }
      if (random.nextInt(4) == 0) {
        pool = moved(pool);
      }
      if (depth < MAX_DEPTH && random.nextInt(3) == 0) {
        StolenTask task = pool.steal();
        if (task != null) {
          stolen.add(task);
        }
      }
      if (!stolen.isEmpty() && (status == Status.WAITING || random.nextInt(5) == 0)) {
        StolenTask task = stolen.remove(random.nextInt(stolen.size()));
        pool.put(task.place(), compute(kind.poolOf(sent(task.problem())), depth + 1));
        drop(stolen, pool);
      }
    }
  }

  private static void drop(List<StolenTask> stolen, TaskPool pool) {
    IntPredicate unwanted = pool.takeUnwanted();
    if (unwanted != null) {
      stolen.removeIf(task -> unwanted.test(task.place()));
    }
  }

  /** As it is after it has been written down and read again. */
  private TaskPool moved(TaskPool pool) {
    var out = new ByteWriter();
    pool.write(out);
    var in = new ByteReader(out.toBytes());
    TaskPool read = kind.readPool(in);
    in.expectEnd();
    return read;
  }

  private Object sent(Object problem) {
    var out = new ByteWriter();
    kind.writeProblem(problem, out);
    var in = new ByteReader(out.toBytes());
    Object read = kind.readProblem(in);
    in.expectEnd();
    return read;
  }
}
