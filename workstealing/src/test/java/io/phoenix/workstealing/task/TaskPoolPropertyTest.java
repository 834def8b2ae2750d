package io.phoenix.workstealing.task;

import static org.assertj.core.api.Assertions.assertThat;

import io.phoenix.workstealing.DivideAndConquer;
import io.phoenix.workstealing.LongDivideAndConquer;
import io.phoenix.workstealing.Parts;
import io.phoenix.workstealing.TaskContext;
import io.phoenix.workstealing.Work;
import io.phoenix.workstealing.codec.ByteReader;
import io.phoenix.workstealing.codec.ByteWriter;
import io.phoenix.workstealing.codec.Codec;
import io.phoenix.workstealing.task.TaskPool.Status;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.jspecify.annotations.Nullable;

/** However a pool is run, stolen from, asked and moved: the result is that of plain recursion. */
class TaskPoolPropertyTest {
  private static final TaskContext NO_CONTEXT =
      new TaskContext() {
        @Override
        public void poll() {}

        @Override
        public void println(String line) {}
      };

  /** An irregular tree of numbers; now and then a leaf asks the pool that it is in. */
  private static final class Tree implements LongDivideAndConquer, DivideAndConquer<Long, Long> {
    private final SplittableRandom random;
    private @Nullable TaskPool asked;

    Tree(SplittableRandom random) {
      this.random = random;
    }

    @Override
    public int parts(long problem) {
      return problem < 2 ? 0 : (int) (1 + (problem * 7) % 4);
    }

    @Override
    public long part(long problem, int i) {
      return i == 0 ? problem - 1 : (problem - i) / 2;
    }

    @Override
    public long solve(long leaf) {
      if (asked != null && random.nextInt(20) == 0) {
        asked.ask();
      }
      return leaf + 1;
    }

    @Override
    public long combine(long soFar, long part) {
      return soFar + part;
    }

    @Override
    public void divide(Long problem, Parts<Long> parts) {
      for (int i = 0; i < parts(problem); i++) {
        parts.add(part(problem, i));
      }
    }

    @Override
    public Long solve(Long leaf, TaskContext context) {
      return solve(leaf.longValue());
    }

    @Override
    public Long initial(Long problem) {
      return 0L;
    }

    @Override
    public Long combine(Long soFar, Long part) {
      return soFar.longValue() + part;
    }

    @Override
    public Codec<Long> problems() {
      return Codec.longs();
    }

    @Override
    public Codec<Long> results() {
      return Codec.longs();
    }
  }

  @Property(tries = 200)
  void longs(@ForAll @IntRange(min = 0, max = 25) int root, @ForAll long seed) {
    var random = new SplittableRandom(seed);
    var tree = new Tree(random);
    long expected = Work.ofLongs(new Tree(random), root).computeSerially();
    check(new LongTasks(tree, root), tree, expected, random);
  }

  @Property(tries = 200)
  void objects(@ForAll @IntRange(min = 0, max = 25) int root, @ForAll long seed) {
    var random = new SplittableRandom(seed);
    var tree = new Tree(random);
    long expected = Work.ofLongs(new Tree(random), root).computeSerially();
    check(new ObjectTasks<>(tree, (long) root), tree, expected, random);
  }

  private static void check(TaskKind kind, Tree tree, long expected, SplittableRandom random) {
    Object result = compute(kind, kind.poolOf(kind.root()), tree, random, 0);
    assertThat(result).isEqualTo(expected);
  }

  private static Object compute(
      TaskKind kind, TaskPool begun, Tree tree, SplittableRandom random, int depth) {
    TaskPool pool = begun;
    List<StolenTask> stolen = new ArrayList<>();
    while (true) {
      tree.asked = pool;
      long budget = random.nextBoolean() ? TaskPool.WITHOUT_END : 1 + random.nextInt(30);
      Status status = pool.run(NO_CONTEXT, budget);
      pool.attend();
      if (status == Status.DONE) {
        assertThat(stolen).isEmpty();
        return pool.result();
      }
      if (random.nextInt(4) == 0) {
        pool = moved(pool, kind);
      }
      if (depth < 3 && random.nextInt(3) == 0) {
        StolenTask task = pool.steal();
        if (task != null) {
          stolen.add(task);
        }
      }
      if (!stolen.isEmpty() && (status == Status.WAITING || random.nextInt(5) == 0)) {
        StolenTask task = stolen.remove(random.nextInt(stolen.size()));
        TaskPool own = kind.poolOf(task.problem());
        pool.put(task.place(), compute(kind, own, tree, random, depth + 1));
      }
    }
  }

  /** As it is after it has been written down and read again. */
  private static TaskPool moved(TaskPool pool, TaskKind kind) {
    var out = new ByteWriter();
    pool.write(out);
    var in = new ByteReader(out.toBytes());
    TaskPool read = kind.readPool(in);
    in.expectEnd();
    return read;
  }
}
