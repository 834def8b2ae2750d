package io.phoenix.workstealing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.phoenix.api.EmbeddedCluster;
import io.phoenix.api.Node;
import io.phoenix.api.NodeConfig;
import io.phoenix.api.Phoenix;
import io.phoenix.workstealing.TestApplications.Leaves;
import io.phoenix.workstealing.codec.Codec;
import io.phoenix.workstealing.runtime.Stealing;
import io.phoenix.workstealing.runtime.StealingSettings;
import io.phoenix.workstealing.task.TaskContext;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** What the one who submits a job hears when things end otherwise than with a result. */
class SubmissionTest {
  private static final Duration SOON = Duration.ofSeconds(30);

  private final EmbeddedCluster cluster = Phoenix.embedded(1, NodeConfig.of("test", 1 << 20));
  private final Applications applications =
      Applications.of(TestApplications.named("endless"), new Unreadable(), new Chatter());
  private final Stealing worker = on(cluster.node(0));
  private final Node node = cluster.join();
  private final Stealing submitter = on(node);

  private Stealing on(Node any) {
    return Stealing.on(any, applications, StealingSettings.defaults());
  }

  @AfterEach
  void close() {
    worker.close();
    cluster.close();
  }

  private static void checkFailure(Job<?> job, String why) {
    assertThatExceptionOfType(JobFailedException.class)
        .isThrownBy(() -> job.await(SOON))
        .withMessageContaining(why);
  }

  /**
   * Once the clearinghouse has heard that the present job is not wanted any more, others can be
   * run.
   */
  private void awaitWelcome() throws Exception {
    long deadlineNs = System.nanoTime() + SOON.toNanos();
    while (isRefused(worker.submit(JobSpec.of("unreadable"), Object.class))) {
      assertThat(System.nanoTime()).isLessThan(deadlineNs);
    }
  }

  private static boolean isRefused(Job<Object> next) throws Exception {
    return next.report()
        .handle((report, e) -> e.getMessage().contains("is running"))
        .get(SOON.toSeconds(), TimeUnit.SECONDS);
  }

  @Test
  void jobIsCancelledWhenItsSubmitterWantsNoMoreOfIt() throws Exception {
    Job<Long> job = submitter.submit(JobSpec.of("endless", "1"), Long.class);
    submitter.close();
    checkFailure(job, "'endless 1' failed: the node that submitted it was closed");
    checkFailure(submitter.submit(JobSpec.of("endless", "1"), Long.class), "was closed");
    awaitWelcome();
  }

  @Test
  void jobIsCancelledWhenTheNodeThatSubmittedItIsClosed() throws Exception {
    Job<Long> job = submitter.submit(JobSpec.of("endless", "1"), Long.class);
    node.close();
    checkFailure(job, "'endless 1' failed: the node that submitted it was closed");
    checkFailure(submitter.submit(JobSpec.of("endless", "1"), Long.class), "was closed");
    job.cancel(); // too late, and harmless
    submitter.close();
    awaitWelcome();
  }

  @Test
  void resultThatCannotBeReadFailsItsJob() {
    Job<Object> job = submitter.submit(JobSpec.of("unreadable"), Object.class);
    checkFailure(job, "its result cannot be read: java.lang.StackOverflowError");
  }

  @Test
  void linesThatComeFasterThanTheyCanBeShownAreDroppedAndCounted() throws Exception {
    List<String> lines = new CopyOnWriteArrayList<>();
    var listener =
        new JobListener() {
          @Override
          public void onLine(String label, String line) {
            lines.add(line);
            Chatter.awaitEnd(); // this node's loop stands still meanwhile
          }
        };
    Job<Object> job = submitter.submit(JobSpec.of("chatter"), Object.class, listener);
    assertThat(job.await(SOON).result()).isEqualTo(1L);
    assertThat(lines).first().isEqualTo("line 1");
    assertThat(lines).contains("line 1000");
    long dropped = Chatter.LINES - (lines.size() - 1);
    assertThat(lines)
        .last()
        .isEqualTo(
            "… %,d lines were dropped: they came faster than they could be shown"
                .formatted(dropped));
    assertThat(dropped).isPositive();
  }

  /** Writes many lines. */
  private static final class Chatter implements Application {
    static final long LINES = 5000;
    static final CountDownLatch OUTCOME = new CountDownLatch(1);

    static void awaitEnd() {
      try {
        assertThat(OUTCOME.await(SOON.toSeconds(), TimeUnit.SECONDS)).isTrue();
      } catch (InterruptedException e) {
        throw new IllegalStateException(e);
      }
    }

    @Override
    public String name() {
      return "chatter";
    }

    @Override
    public Work<?> work(List<String> arguments) {
      return Work.of(
          new Leaves() {
            @Override
            public Long solve(Long leaf, TaskContext context) {
              for (int i = 1; i <= LINES; i++) {
                context.println("line " + i);
              }
              OUTCOME.countDown();
              return 1L;
            }
          },
          1L);
    }
  }

  /** Its result is one that the codec fails on badly. */
  private static final class Unreadable implements Application {
    @Override
    public String name() {
      return "unreadable";
    }

    @Override
    public Work<?> work(List<String> arguments) {
      return Work.of(
          new Leaves() {
            @Override
            public Codec<Long> results() {
              return Codec.of(
                  (value, out) -> out.putLong(value),
                  in -> {
                    throw new StackOverflowError();
                  });
            }
          },
          1L);
    }
  }
}
