package io.phoenix.workstealing.closure;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import io.phoenix.workstealing.ClosureApplications.FibProgram;
import io.phoenix.workstealing.ClosureApplications.QueensProgram;
import io.phoenix.workstealing.TaskContext;
import io.phoenix.workstealing.TestApplications;
import io.phoenix.workstealing.Work;
import io.phoenix.workstealing.codec.ByteReader;
import io.phoenix.workstealing.codec.ByteWriter;
import io.phoenix.workstealing.codec.Codec;
import io.phoenix.workstealing.task.StolenTask;
import io.phoenix.workstealing.task.TaskPool;
import io.phoenix.workstealing.task.TaskPool.Status;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.function.IntPredicate;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;

/** However closures are run, stolen and moved: they come to the same result. */
class ClosurePoolPropertyTest {
  private static final TaskContext NO_CONTEXT =
      new TaskContext() {
        @Override
        public void poll() {}

        @Override
        public void println(String line) {}
      };

  @Property(tries = 200)
  void sums(@ForAll @IntRange(min = 0, max = 15) int n, @ForAll long seed) {
    var tasks = new ClosureTasks<>(new FibProgram(n));
    Object result = compute(tasks, tasks.poolOf(tasks.root()), new SplittableRandom(seed), 0);
    assertThat(((ClosureTasks.Returned) result).value()).isEqualTo(TestApplications.fib(n));
  }

  @Property(tries = 200)
  void searchesThatAbortTheRest(@ForAll @IntRange(min = 4, max = 7) int size, @ForAll long seed) {
    var tasks = new ClosureTasks<>(new QueensProgram(size));
    Object result = compute(tasks, tasks.poolOf(tasks.root()), new SplittableRandom(seed), 0);
    String found = (String) ((ClosureTasks.Returned) result).value();
    assertThat(found).hasSize(size);
    for (int i = 0; i < found.length(); i++) {
      for (int j = 0; j < i; j++) {
        int distance = Math.abs(found.charAt(i) - found.charAt(j));
        assertThat(distance).isNotZero().isNotEqualTo(i - j);
      }
    }
  }

  @Example
  void serialComputationGivesTheSame() {
    assertThat(Work.ofClosures(new FibProgram(20)).computeSerially()).isEqualTo(6765);
  }

  @Example
  void closureThatNeitherSendsNorGoesOnIsAnError() {
    var program =
        new ClosureProgram<Long>() {
          @Override
          public Closure<Long> root() {
            return new Silent();
          }

          @Override
          public List<ClosureType<?>> types() {
            return List.of(new ClosureType<>(Silent.class, in -> new Silent(), Codec.longs()));
          }
        };
    var tasks = new ClosureTasks<>(program);
    TaskPool pool = tasks.poolOf(tasks.root());
    assertThatIllegalStateException()
        .isThrownBy(() -> pool.run(NO_CONTEXT, TaskPool.WITHOUT_END))
        .withMessageContaining("has neither sent a result nor spawned a successor");
  }

  private static final class Silent extends Closure<Long> {
    @Override
    protected void run(Cilk<Long> cilk) {}

    @Override
    protected void write(ByteWriter out) {
      out.putByte(0);
    }
  }

  private static Object compute(
      ClosureTasks<?> tasks, TaskPool begun, SplittableRandom random, int depth) {
    TaskPool pool = begun;
    List<StolenTask> stolen = new ArrayList<>();
    while (true) {
      Status status = pool.run(NO_CONTEXT, 1 + random.nextInt(20));
      drop(stolen, pool);
      if (status == Status.DONE) {
        assertThat(stolen).isEmpty();
        return pool.result();
      }
      if (random.nextInt(4) == 0) {
        pool = moved(pool, tasks);
      }
      if (depth < 3 && random.nextInt(3) == 0) {
        StolenTask task = pool.steal();
        if (task != null) {
          stolen.add(task);
        }
      }
      if (!stolen.isEmpty() && (status == Status.WAITING || random.nextInt(5) == 0)) {
        StolenTask task = stolen.remove(random.nextInt(stolen.size()));
        var out = new ByteWriter();
        tasks.writeProblem(task.problem(), out);
        TaskPool own = tasks.poolOf(tasks.readProblem(new ByteReader(out.toBytes())));
        pool.put(task.place(), compute(tasks, own, random, depth + 1));
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

  private static TaskPool moved(TaskPool pool, ClosureTasks<?> tasks) {
    var out = new ByteWriter();
    pool.write(out);
    var in = new ByteReader(out.toBytes());
    TaskPool read = tasks.readPool(in);
    in.expectEnd();
    return read;
  }
}
