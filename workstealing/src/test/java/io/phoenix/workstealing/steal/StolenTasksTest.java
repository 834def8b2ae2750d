package io.phoenix.workstealing.steal;

import static org.assertj.core.api.Assertions.assertThat;

import io.phoenix.workstealing.TestApplications.Leaves;
import io.phoenix.workstealing.codec.Codec;
import io.phoenix.workstealing.task.ObjectTasks;
import io.phoenix.workstealing.task.TaskContext;
import io.phoenix.workstealing.task.TaskKind;
import io.phoenix.workstealing.task.TaskPool;
import org.junit.jupiter.api.Test;

class StolenTasksTest {
  private static final byte[] FILLING = new byte[300_000];

  /** Each problem takes much room. */
  private static final class Large extends Leaves {
    @Override
    public Codec<Long> problems() {
      return Codec.of(
          (problem, out) -> out.putLong(problem).putRaw(FILLING, 0, FILLING.length),
          in -> in.getLong() + in.getRaw(FILLING.length)[0]);
    }
  }

  private static TaskPool pool(TaskKind kind) {
    TaskPool pool = kind.poolOf(kind.root());
    pool.run(
        new TaskContext() {
          @Override
          public void poll() {}

          @Override
          public void println(String line) {}
        },
        1);
    return pool;
  }

  @Test
  void largeProblemsDoNotAllGoIntoOneMessage() {
    TaskKind kind = new ObjectTasks<>(new Large(), 20L);
    TaskPool pool = pool(kind);
    int ready = pool.ready();
    StolenTasks stolen = StolenTasks.of(pool, ready, true, kind);
    assertThat(stolen.tasks()).hasSize(1 + StolenTasks.ENOUGH_BYTES / FILLING.length);
    assertThat(stolen.problems()).hasSameSizeAs(stolen.tasks());
    assertThat(pool.ready()).isEqualTo(ready - stolen.tasks().size());
  }

  @Test
  void asManyTasksAreTakenAsAreAskedFor() {
    TaskKind kind = new ObjectTasks<>(new Leaves(), 20L);
    assertThat(StolenTasks.of(pool(kind), 15, true, kind).tasks()).hasSize(15);
  }
}
