package io.phoenix.workstealing.task;

import static org.assertj.core.api.Assertions.assertThat;

import io.phoenix.workstealing.Work;
import io.phoenix.workstealing.codec.Codec;
import java.util.SplittableRandom;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.jspecify.annotations.Nullable;

/** However a pool is run, stolen from, asked and moved: the result is that of plain recursion. */
class TaskPoolPropertyTest {
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
    var play = new PoolPlay(kind, random, pool -> tree.asked = pool);
    assertThat(play.result()).isEqualTo(expected);
  }
}
