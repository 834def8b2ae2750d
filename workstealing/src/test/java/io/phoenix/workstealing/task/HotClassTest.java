package io.phoenix.workstealing.task;

import static org.assertj.core.api.Assertions.assertThat;

import io.phoenix.workstealing.TestApplications.Fib;
import org.junit.jupiter.api.Test;

/** Which computations share compiled code. */
class HotClassTest {
  @Test
  void computationsOfOneClassShareACopySoThatTheSecondJobStartsWarm() {
    assertThat(copyFor(new Fib())).isSameAs(copyFor(new Fib()));
    assertThat(copyFor(new Halves(1))).isSameAs(copyFor(new Halves(2)));
  }

  @Test
  void computationsOfDifferentClassesHaveCopiesOfTheirOwnSoThatTheirCallsHaveOneTarget() {
    assertThat(copyFor(new Fib())).isNotSameAs(copyFor(new Halves(1)));
    assertThat(copyFor(new Fib())).isNotSameAs(LongRecursion.class);
  }

  @Test
  void copyThatIsSharedComputesForEachOfItsComputations() {
    assertThat(compute(new Halves(1), 64)).isEqualTo(64L);
    assertThat(compute(new Halves(8), 64)).isEqualTo(8L);
  }

  private static Class<?> copyFor(LongDivideAndConquer computation) {
    LongBurst.Maker maker = HotClass.copyFor(computation);
    return maker.make(new LongStack(computation, maker)).getClass();
  }

  private static Object compute(LongDivideAndConquer computation, long root) {
    TaskPool pool = new LongTasks(computation, root).poolOf(root);
    assertThat(pool.run(PoolPlay.NO_CONTEXT, TaskPool.WITHOUT_END)).isEqualTo(TaskPool.Status.DONE);
    return pool.result();
  }

  /** Counts leaves of a size. */
  private record Halves(long leaf) implements LongDivideAndConquer {
    @Override
    public int parts(long problem) {
      return problem > leaf ? 2 : 0;
    }

    @Override
    public long part(long problem, int i) {
      return problem / 2;
    }

    @Override
    public long solve(long problem) {
      return 1;
    }

    @Override
    public long combine(long soFar, long part) {
      return soFar + part;
    }
  }
}
