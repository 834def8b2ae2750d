package io.phoenix.workstealing.task;

import static org.assertj.core.api.Assertions.assertThat;

import io.phoenix.workstealing.TestApplications.Fib;
import io.phoenix.workstealing.TestApplications.Leaves;
import io.phoenix.workstealing.task.TaskPool.Status;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** What pools promise, one by one. */
class TaskPoolTest {
  @Test
  void treeOfAMillionLevelsNeedsNoDeepJavaStack() {
    LongDivideAndConquer chain =
        new LongDivideAndConquer() {
          @Override
          public int parts(long problem) {
            return problem == 0 ? 0 : 1;
          }

          @Override
          public long part(long problem, int i) {
            return problem - 1;
          }

          @Override
          public long solve(long leaf) {
            return 0;
          }

          @Override
          public long combine(long soFar, long part) {
            return part + 1;
          }
        };
    TaskPool pool = new LongTasks(chain, 0).poolOf(1_000_000L);
    Status status;
    do {
      status = pool.run(PoolPlay.NO_CONTEXT, TaskPool.WITHOUT_END);
      pool.attend();
    } while (status == Status.ASKED);
    assertThat(status).isEqualTo(Status.DONE);
    assertThat(pool.result()).isEqualTo(1_000_000L);
  }

  @Test
  void oldestTaskIsStolenFirst() {
    TaskPool pool = new LongTasks(new Fib(), 0).poolOf(20L);
    pool.run(PoolPlay.NO_CONTEXT, 5);
    assertThat(pool.readyLevel()).isEqualTo(1);
    StolenTask stolen = pool.steal();
    assertThat(stolen).isNotNull();
    assertThat(stolen.problem()).isEqualTo(18L);
    assertThat(pool.readyLevel()).isEqualTo(2);
  }

  @Test
  void lastReadyTaskIsNoSpareOne() {
    TaskPool pool = new LongTasks(new Fib(), 0).poolOf(20L);
    assertThat(pool.hasReady()).isTrue();
    assertThat(pool.hasSpare()).isFalse();
    pool.run(PoolPlay.NO_CONTEXT, 1);
    assertThat(pool.hasSpare()).isTrue();
  }

  /** A leaf that waits inside {@code solve}, on a thread of its own. */
  private static final class LongLeaf extends Leaves {
    final CountDownLatch begun = new CountDownLatch(1);
    final CountDownLatch go = new CountDownLatch(1);

    @Override
    public Long solve(Long leaf, TaskContext context) {
      begun.countDown();
      try {
        assertThat(go.await(30, TimeUnit.SECONDS)).isTrue();
      } catch (InterruptedException e) {
        throw new IllegalStateException(e);
      }
      return 1L;
    }
  }

  /** Dividing 2 waits, on a thread of its own. */
  private static final class LongDivision extends Leaves {
    final CountDownLatch begun = new CountDownLatch(1);
    final CountDownLatch go = new CountDownLatch(1);

    @Override
    public void divide(Long n, Parts<Long> parts) {
      if (n == 2) {
        begun.countDown();
        try {
          assertThat(go.await(30, TimeUnit.SECONDS)).isTrue();
        } catch (InterruptedException e) {
          throw new IllegalStateException(e);
        }
      }
      super.divide(n, parts);
    }
  }

  @Test
  void othersStealWhileTheWorkerIsInALongLeaf() throws Exception {
    var leaf = new LongLeaf();
    TaskPool pool = new ObjectTasks<>(leaf, 3L).poolOf(3L);
    CompletableFuture<Status> run = inBackground(pool);
    assertThat(leaf.begun.await(30, TimeUnit.SECONDS)).isTrue();
    assertThat(pool.seize()).isTrue();
    StolenTask stolen = pool.steal();
    pool.unseize();
    assertThat(stolen).isNotNull();
    assertThat(stolen.problem()).isEqualTo(2L);
    leaf.go.countDown();
    assertThat(run.get(30, TimeUnit.SECONDS)).isEqualTo(Status.WAITING);
    pool.put(stolen.place(), 2L);
    assertThat(pool.run(PoolPlay.NO_CONTEXT, TaskPool.WITHOUT_END)).isEqualTo(Status.DONE);
    assertThat(pool.result()).isEqualTo(6L);
  }

  @Test
  void poolThatIsTakenDuringALeafRunsThatLeafAgain() throws Exception {
    var leaf = new LongLeaf();
    TaskPool pool = new ObjectTasks<>(leaf, 3L).poolOf(3L);
    CompletableFuture<Status> run = inBackground(pool);
    assertThat(leaf.begun.await(30, TimeUnit.SECONDS)).isTrue();
    assertThat(pool.seize()).isTrue();
    TaskPool successor = pool.take();
    assertThat(pool.isTaken()).isTrue();
    leaf.go.countDown();
    assertThat(run.get(30, TimeUnit.SECONDS)).isEqualTo(Status.TAKEN);
    assertThat(successor.run(PoolPlay.NO_CONTEXT, TaskPool.WITHOUT_END)).isEqualTo(Status.DONE);
    assertThat(successor.result()).isEqualTo(6L);
    assertThat(pool.tasks() + successor.tasks()).as("each task once").isEqualTo(16);
  }

  @Test
  void othersStealWhileTheWorkerIsInALongDivision() throws Exception {
    var division = new LongDivision();
    TaskPool pool = new ObjectTasks<>(division, 3L).poolOf(3L);
    CompletableFuture<Status> run = inBackground(pool);
    assertThat(division.begun.await(30, TimeUnit.SECONDS)).isTrue();
    assertThat(pool.seize()).isTrue();
    StolenTask stolen = pool.steal();
    pool.unseize();
    assertThat(stolen).isNotNull();
    assertThat(stolen.problem()).isEqualTo(2L);
    division.go.countDown();
    assertThat(run.get(30, TimeUnit.SECONDS)).isEqualTo(Status.WAITING);
    pool.put(stolen.place(), 2L);
    assertThat(pool.run(PoolPlay.NO_CONTEXT, TaskPool.WITHOUT_END)).isEqualTo(Status.DONE);
    assertThat(pool.result()).isEqualTo(6L);
  }

  @Test
  void poolThatIsTakenDuringADivisionDividesAgain() throws Exception {
    var division = new LongDivision();
    TaskPool pool = new ObjectTasks<>(division, 3L).poolOf(3L);
    CompletableFuture<Status> run = inBackground(pool);
    assertThat(division.begun.await(30, TimeUnit.SECONDS)).isTrue();
    assertThat(pool.seize()).isTrue();
    TaskPool successor = pool.take();
    division.go.countDown();
    assertThat(run.get(30, TimeUnit.SECONDS)).isEqualTo(Status.TAKEN);
    assertThat(successor.run(PoolPlay.NO_CONTEXT, TaskPool.WITHOUT_END)).isEqualTo(Status.DONE);
    assertThat(successor.result()).isEqualTo(6L);
    assertThat(pool.tasks() + successor.tasks()).as("each task once").isEqualTo(16);
  }

  @Test
  void poolSaysWhetherItsWorkerDividesOrIsInALeaf() throws Exception {
    var division = new LongDivision();
    TaskPool divided = new ObjectTasks<>(division, 2L).poolOf(2L);
    CompletableFuture<Status> dividing = inBackground(divided);
    assertThat(division.begun.await(30, TimeUnit.SECONDS)).isTrue();
    assertThat(divided.isDividing()).isTrue();
    division.go.countDown();
    var leaf = new LongLeaf();
    TaskPool solved = new ObjectTasks<>(leaf, 3L).poolOf(3L);
    CompletableFuture<Status> solving = inBackground(solved);
    assertThat(leaf.begun.await(30, TimeUnit.SECONDS)).isTrue();
    assertThat(solved.isDividing()).isFalse();
    leaf.go.countDown();
    assertThat(dividing.get(30, TimeUnit.SECONDS)).isEqualTo(Status.DONE);
    assertThat(solving.get(30, TimeUnit.SECONDS)).isEqualTo(Status.DONE);
  }

  private static CompletableFuture<Status> inBackground(TaskPool pool) {
    // Not in the common pool: on one processor, that has no thread to spare.
    return CompletableFuture.supplyAsync(
        () -> pool.run(PoolPlay.NO_CONTEXT, TaskPool.WITHOUT_END),
        task -> new Thread(task).start());
  }
}
