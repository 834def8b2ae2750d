package io.phoenix.workstealing.steal;

import static org.assertj.core.api.Assertions.assertThat;

import io.phoenix.api.VirtualRange;
import io.phoenix.workstealing.SiteStatistics;
import io.phoenix.workstealing.TestApplications;
import io.phoenix.workstealing.TestApplications.Fib;
import io.phoenix.workstealing.TestApplications.Leaves;
import io.phoenix.workstealing.Work;
import io.phoenix.workstealing.policy.RandomPolicy;
import io.phoenix.workstealing.steal.StealMessage.Answer;
import io.phoenix.workstealing.steal.StealMessage.Request;
import io.phoenix.workstealing.steal.StealMessage.Result;
import io.phoenix.workstealing.task.LongTasks;
import io.phoenix.workstealing.task.ObjectTasks;
import io.phoenix.workstealing.task.Parts;
import io.phoenix.workstealing.task.TaskContext;
import io.phoenix.workstealing.task.TaskKind;
import java.nio.ByteBuffer;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.SplittableRandom;
import java.util.function.LongConsumer;
import org.junit.jupiter.api.Test;

/** Steals between sites; the network is played by the test, message by message. */
class SiteTest {
  private final Played victim = new Played(-1, VirtualRange.of(0, 50));
  private final Played thief = new Played(-2, VirtualRange.of(50, 100));
  private long nowNs;

  /** A site, the first of its workers, and what it has sent. */
  private static final class Played implements SiteEffects {
    final Deque<StealMessage> sent = new ArrayDeque<>();
    final Site site;
    final Worker worker;
    VirtualRange interval;

    Played(long name, VirtualRange interval) {
      this(name, interval, 1);
    }

    Played(long name, VirtualRange interval, int workers) {
      this(name, interval, workers, new LongTasks(new Fib(), 12));
    }

    Played(long name, VirtualRange interval, int workers, TaskKind kind) {
      this.interval = interval;
      var random = new SplittableRandom(name);
      site =
          new Site(
              new SiteSettings(1, kind, new RandomPolicy(), workers, name, 100, "", random), this);
      worker = site.worker(0);
    }

    /** The first message of a type; others before it are dropped. */
    <M extends StealMessage> M sent(Class<M> type) {
      StealMessage message = sent.remove();
      while (!type.isInstance(message)) {
        message = sent.remove();
      }
      return type.cast(message);
    }

    @Override
    public void send(StealMessage message) {
      sent.add(message);
    }

    @Override
    public void wake(int index) {}

    @Override
    public void fail(Throwable cause) {
      throw new AssertionError(cause);
    }

    @Override
    public void print(String line) {}

    @Override
    public void after(long delayNs, LongConsumer action) {}

    @Override
    public VirtualRange interval() {
      return interval;
    }

    @Override
    public void leave() {}
  }

  /** The thief asks, the victim is in the middle of its work; returns the answer. */
  private Answer steal() {
    victim.site.begin();
    assertThat(victim.worker.seek(nowNs)).isTrue();
    victim.worker.run(5);
    assertThat(thief.worker.seek(nowNs)).isFalse();
    return answer(thief.sent(Request.class));
  }

  private Answer answer(Request request) {
    victim.site.onMessage(request, nowNs);
    victim.worker.settle(nowNs);
    return victim.sent(Answer.class);
  }

  private static void runToTheEnd(Played played, long nowNs) {
    while (played.worker.seek(nowNs)) {
      played.worker.run(100);
      played.worker.settle(nowNs);
    }
  }

  private long result() {
    return result(victim);
  }

  /** What a site that has the root comes to. */
  private long result(Played played) {
    Result root = null;
    while (root == null) {
      runToTheEnd(played, nowNs);
      StealMessage message = played.sent.remove();
      root = message instanceof Result r ? r : null;
    }
    assertThat(root.id().isRoot()).isTrue();
    return ByteBuffer.wrap(root.result()).getLong();
  }

  @Test
  void resultOfWhatWasStolenComesBack() {
    thief.site.onMessage(steal(), nowNs);
    runToTheEnd(thief, nowNs);
    victim.site.onMessage(thief.sent(Result.class), nowNs);
    assertThat(result()).isEqualTo(144);
  }

  @Test
  void resultThatIsDeliveredTwiceIsTakenOnce() {
    thief.site.onMessage(steal(), nowNs);
    runToTheEnd(thief, nowNs);
    Result result = thief.sent(Result.class);
    victim.site.onMessage(result, nowNs);
    victim.site.onMessage(result, nowNs);
    assertThat(result()).isEqualTo(144);
    assertThat(victim.site.statistics().ignoredResults()).isEqualTo(1);
  }

  @Test
  void answerThatGotLostIsGivenAgainWhenTheRequestIsSentAgain() {
    Answer lost = steal();
    nowNs += 2 * Thief.PATIENCE_NS;
    thief.site.tick(nowNs); // it is not waited for any more…
    Request again = thief.sent(Request.class);
    assertThat(again.id()).isEqualTo(lost.id());
    victim.site.onMessage(again, nowNs);
    Answer second = victim.sent(Answer.class);
    assertThat(second.given().get(0).id()).isEqualTo(lost.given().get(0).id());
    thief.site.onMessage(second, nowNs);
    thief.site.onMessage(lost, nowNs); // …and was only late: the same work is not done twice
    thief.sent.clear();
    runToTheEnd(thief, nowNs);
    assertThat(thief.site.statistics().tasks()).isEqualTo(2 * 89 - 1);
    victim.site.onMessage(thief.sent(Result.class), nowNs);
    assertThat(result()).isEqualTo(144);
  }

  @Test
  void answerThatIsGivenAgainGoesWhereTheFirstOneWentThoughTheThiefHasMoved() {
    Answer first = steal();
    var heir = new Played(-3, VirtualRange.of(50, 75));
    heir.site.onMessage(first, nowNs); // as it has the thief's address now
    thief.interval = VirtualRange.of(75, 100);
    nowNs += 2 * Thief.PATIENCE_NS;
    thief.site.tick(nowNs);
    Request again = thief.sent(Request.class);
    assertThat(again.id()).isEqualTo(first.id());
    assertThat(again.thief()).isEqualTo(75);
    victim.site.onMessage(again, nowNs);
    assertThat(victim.sent(Answer.class).to()).isEqualTo(first.to());
  }

  @Test
  void workThatColleaguesAskForWhileAllIsAboutToMoveMovesAlong() {
    var leaver = new Played(-3, VirtualRange.of(0, 100), 2);
    Worker colleague = leaver.site.worker(1);
    leaver.site.begin();
    assertThat(leaver.worker.seek(nowNs)).isTrue();
    leaver.worker.run(5);
    assertThat(colleague.seek(nowNs)).isFalse(); // it has asked
    leaver.site.block(leaver.interval);
    leaver.worker.settle(nowNs);
    assertThat(colleague.seek(nowNs)).isFalse();
    assertThat(leaver.site.isStill(leaver.interval)).isTrue();
    var kind = leaver.site.settings().kind();
    var moved = MovedWork.read(leaver.site.takeOut(leaver.interval).write(kind), kind);
    assertThat(leaver.site.subcomputations()).isEmpty();
    var heir = new Played(-4, VirtualRange.of(0, 100));
    heir.site.add(moved);
    assertThat(result(heir)).isEqualTo(144);
  }

  @Test
  void answerToAThiefThatHasLeftIsTakenByItsHeir() {
    Answer answer = steal();
    var heir = new Played(-3, VirtualRange.of(50, 100)); // it never asked
    heir.site.onMessage(answer, nowNs);
    runToTheEnd(heir, nowNs);
    victim.site.onMessage(heir.sent(Result.class), nowNs);
    assertThat(result()).isEqualTo(144);
  }

  @Test
  void subcomputationMovesInTheMiddleAndItsResultComesFromElsewhere() {
    thief.site.onMessage(steal(), nowNs);
    assertThat(thief.worker.seek(nowNs)).isTrue();
    thief.worker.run(7);
    thief.site.block(thief.interval);
    assertThat(thief.site.isStill(thief.interval)).isFalse();
    thief.worker.settle(nowNs);
    assertThat(thief.site.isStill(thief.interval)).isTrue();
    var kind = thief.site.settings().kind();
    var moved = MovedWork.read(thief.site.takeOut(thief.interval).write(kind), kind);
    var heir = new Played(-3, VirtualRange.of(50, 100));
    heir.site.add(moved);
    runToTheEnd(heir, nowNs);
    victim.site.onMessage(heir.sent(Result.class), nowNs);
    assertThat(result()).isEqualTo(144);
  }

  @Test
  void tasksAndSynchronizationsAreCountedOnceThoughWhatWasStolenMovesToItsVictim() {
    thief.site.onMessage(steal(), nowNs);
    assertThat(thief.worker.seek(nowNs)).isTrue();
    thief.worker.run(7);
    thief.site.block(thief.interval);
    thief.worker.settle(nowNs);
    var kind = thief.site.settings().kind();
    victim.site.add(MovedWork.read(thief.site.takeOut(thief.interval).write(kind), kind));
    assertThat(result()).isEqualTo(144);
    SiteStatistics total = victim.site.statistics().plus(thief.site.statistics());
    assertThat(total.tasks()).isEqualTo(TestApplications.fibTasks(12));
    assertThat(total.synchronizations()).isEqualTo(TestApplications.fibTasks(12));
    assertThat(total.nonLocalSynchronizations()).isZero();
  }

  @Test
  void tasksAndSynchronizationsAreCountedOnceThoughAResultComesInTheMiddleOfALongTask() {
    Deque<Runnable> meanwhile = new ArrayDeque<>();
    var leaves =
        new Leaves() {
          @Override
          public Long solve(Long leaf, TaskContext context) {
            if (!meanwhile.isEmpty()) {
              meanwhile.remove().run();
            }
            return 1L;
          }
        };
    TaskKind kind = Work.of(leaves, 3L).tasks();
    var slow = new Played(-3, VirtualRange.of(0, 50), 1, kind);
    var fast = new Played(-4, VirtualRange.of(50, 100), 1, kind);
    meanwhile.add(
        () -> {
          assertThat(fast.worker.seek(nowNs)).isFalse();
          slow.site.onMessage(fast.sent(Request.class), nowNs);
          fast.site.onMessage(slow.sent(Answer.class), nowNs);
          runToTheEnd(fast, nowNs);
          slow.site.onMessage(fast.sent(Result.class), nowNs);
        });
    slow.site.begin();
    assertThat(result(slow)).isEqualTo(6);
    SiteStatistics total = slow.site.statistics().plus(fast.site.statistics());
    assertThat(total.tasks()).isEqualTo(TestApplications.leavesTasks(3));
    assertThat(total.synchronizations()).isEqualTo(TestApplications.leavesTasks(3));
    assertThat(total.nonLocalSynchronizations()).isEqualTo(1);
  }

  @Test
  void thiefThatGotWorkAsksForNoMore() {
    Answer answer = steal();
    assertThat(thief.sent).isEmpty();
    thief.site.onMessage(answer, nowNs);
    assertThat(thief.sent).isEmpty(); // its worker is still idle, but not for long
    assertThat(thief.worker.seek(nowNs)).isTrue();
    thief.site.tick(nowNs);
    assertThat(thief.sent).isEmpty();
  }

  @Test
  void thiefThatGotNothingAsksAgain() {
    assertThat(thief.worker.seek(nowNs)).isFalse();
    Request request = thief.sent(Request.class);
    victim.site.onMessage(request, nowNs); // which has nothing to do itself
    thief.site.onMessage(victim.sent(Answer.class), nowNs);
    assertThat(thief.sent(Request.class).id()).isNotEqualTo(request.id());
  }

  @Test
  void requestThatFindsTooManyWaitingIsToldThatThereIsNothing() {
    victim.site.begin();
    assertThat(victim.worker.seek(nowNs)).isTrue();
    victim.worker.run(5);
    for (int i = 0; i < Victim.MAX_DEMANDS; i++) {
      victim.site.onMessage(new Request(1, 0, new StealId(-2, i), 50, List.of()), nowNs);
    }
    assertThat(victim.sent).isEmpty();
    var last = new Request(1, 0, new StealId(-2, -1), 50, List.of());
    victim.site.onMessage(last, nowNs);
    Answer answer = victim.sent(Answer.class);
    assertThat(answer.id()).isEqualTo(last.id());
    assertThat(answer.given()).isEmpty();
  }

  @Test
  void requestThatComesWhileTheOnlyProblemIsBeingDividedIsAnsweredWithAPart() {
    var division =
        new Leaves() {
          Runnable meanwhile = () -> {};

          @Override
          public void divide(Long n, Parts<Long> parts) {
            meanwhile.run();
            super.divide(n, parts);
          }
        };
    var divider = new Played(-3, VirtualRange.of(0, 50), 1, new ObjectTasks<>(division, 3L));
    assertThat(thief.worker.seek(nowNs)).isFalse();
    Request request = thief.sent(Request.class);
    division.meanwhile =
        () -> {
          division.meanwhile = () -> {};
          divider.site.onMessage(request, nowNs);
          assertThat(divider.sent).as("it would be: nothing is ready").isEmpty();
        };
    divider.site.begin();
    assertThat(divider.worker.seek(nowNs)).isTrue();
    divider.worker.run(1);
    divider.worker.settle(nowNs);
    assertThat(divider.sent(Answer.class).given()).hasSize(1);
  }
}
