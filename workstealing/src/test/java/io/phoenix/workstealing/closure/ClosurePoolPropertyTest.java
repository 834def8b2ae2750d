package io.phoenix.workstealing.closure;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import io.phoenix.workstealing.ClosureApplications.FibProgram;
import io.phoenix.workstealing.ClosureApplications.QueensProgram;
import io.phoenix.workstealing.TestApplications;
import io.phoenix.workstealing.Work;
import io.phoenix.workstealing.codec.ByteWriter;
import io.phoenix.workstealing.codec.Codec;
import io.phoenix.workstealing.task.PoolPlay;
import io.phoenix.workstealing.task.StolenTask;
import io.phoenix.workstealing.task.TaskPool;
import java.util.List;
import java.util.Objects;
import java.util.SplittableRandom;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;

/** However closures are run, stolen and moved: they come to the same result. */
class ClosurePoolPropertyTest {
  @Property(tries = 200)
  void sums(@ForAll @IntRange(min = 0, max = 15) int n, @ForAll long seed) {
    var tasks = new ClosureTasks<>(new FibProgram(n));
    Object result = new PoolPlay(tasks, new SplittableRandom(seed), pool -> {}).result();
    assertThat(((ClosureTasks.Returned) result).value()).isEqualTo(TestApplications.fib(n));
  }

  @Property(tries = 200)
  void searchesThatAbortTheRest(@ForAll @IntRange(min = 4, max = 7) int size, @ForAll long seed) {
    var tasks = new ClosureTasks<>(new QueensProgram(size));
    Object result = new PoolPlay(tasks, new SplittableRandom(seed), pool -> {}).result();
    String found = (String) ((ClosureTasks.Returned) result).value();
    assertThat(TestApplications.isPlacement(found, size)).as(found).isTrue();
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
        .isThrownBy(() -> pool.run(PoolPlay.NO_CONTEXT, TaskPool.WITHOUT_END))
        .withMessageContaining("has neither sent a result nor spawned a successor");
  }

  @Property(tries = 200)
  void moreChildrenThanMissingArgumentsAreAnError(@ForAll long seed) {
    var play =
        new PoolPlay(
            new ClosureTasks<>(new Miscounting(1, 3)), new SplittableRandom(seed), p -> {});
    assertThatIllegalStateException()
        .isThrownBy(play::result)
        .withMessageContaining("more children were spawned for class ")
        .withMessageContaining("than its spawnNext said");
  }

  @Example
  void resultThatIsOneTooManyIsAnErrorThoughNoChildIsLeft() {
    var tasks = new ClosureTasks<>(new Miscounting(1, 2));
    TaskPool pool = tasks.poolOf(tasks.root());
    pool.run(PoolPlay.NO_CONTEXT, 1);
    StolenTask first = Objects.requireNonNull(pool.steal());
    StolenTask second = Objects.requireNonNull(pool.steal());
    assertThat(pool.hasReady()).isFalse();
    pool.put(first.place(), new ClosureTasks.Returned(0, 1L)); // the successor is ready now
    assertThatIllegalStateException()
        .isThrownBy(() -> pool.put(second.place(), new ClosureTasks.Returned(0, 1L)))
        .withMessageContaining("more children were spawned for class ");
  }

  @Example
  void successorCannotMissFewerThanNoArguments() {
    var play =
        new PoolPlay(new ClosureTasks<>(new Miscounting(-1, 3)), new SplittableRandom(1), p -> {});
    assertThatIllegalArgumentException()
        .isThrownBy(play::result)
        .withMessageContaining("missing=-1 arguments of ");
  }

  /** Children, whatever their successor is said to miss. */
  private record Miscounting(int missing, int children) implements ClosureProgram<Long> {
    @Override
    public Closure<Long> root() {
      return new Spawning(missing, children);
    }

    @Override
    public List<ClosureType<?>> types() {
      return List.of(
          new ClosureType<>(
              Spawning.class, in -> new Spawning(in.getInt(), in.getInt()), Codec.longs()),
          new ClosureType<>(Counting.class, in -> new Counting(in.getLong()), Codec.longs()));
    }
  }

  private static final class Spawning extends Closure<Long> {
    private final int said;
    private final int children;

    Spawning(int said, int children) {
      this.said = said;
      this.children = children;
    }

    @Override
    protected void run(Cilk<Long> cilk) {
      if (children == 0) {
        cilk.sendLong(1);
        return;
      }
      Counting sum = cilk.spawnNext(new Counting(0), said);
      for (int i = 0; i < children; i++) {
        cilk.spawn(new Spawning(0, 0), sum, Counting.ONE);
      }
    }

    @Override
    protected void write(ByteWriter out) {
      out.putInt(said).putInt(children);
    }
  }

  private static final class Counting extends Closure<Long> {
    static final Argument<Long> ONE = Argument.of(0, Long.class);
    private long sum;

    Counting(long sum) {
      this.sum = sum;
    }

    @Override
    protected void takeLong(int argument, long value) {
      sum += value;
    }

    @Override
    protected void run(Cilk<Long> cilk) {
      cilk.sendLong(sum);
    }

    @Override
    protected void write(ByteWriter out) {
      out.putLong(sum);
    }
  }

  private static final class Silent extends Closure<Long> {
    @Override
    protected void run(Cilk<Long> cilk) {}

    @Override
    protected void write(ByteWriter out) {
      out.putByte(0);
    }
  }
}
