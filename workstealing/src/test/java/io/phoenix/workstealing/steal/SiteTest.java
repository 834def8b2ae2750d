package io.phoenix.workstealing.steal;

import static org.assertj.core.api.Assertions.assertThat;

import io.phoenix.api.VirtualRange;
import io.phoenix.workstealing.TestApplications.Fib;
import io.phoenix.workstealing.policy.RandomPolicy;
import io.phoenix.workstealing.steal.StealMessage.Answer;
import io.phoenix.workstealing.steal.StealMessage.Request;
import io.phoenix.workstealing.steal.StealMessage.Result;
import io.phoenix.workstealing.task.LongTasks;
import java.nio.ByteBuffer;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.SplittableRandom;
import java.util.function.LongConsumer;
import org.junit.jupiter.api.Test;

/** Steals between sites; the network is played by the test, message by message. */
class SiteTest {
  private final Played victim = new Played(-1, VirtualRange.of(0, 50));
  private final Played thief = new Played(-2, VirtualRange.of(50, 100));
  private long nowNs;

  /** A site with one worker, and what it has sent. */
  private static final class Played implements SiteEffects {
    final Deque<StealMessage> sent = new ArrayDeque<>();
    final VirtualRange interval;
    final Site site;
    final Worker worker;

    Played(long name, VirtualRange interval) {
      this.interval = interval;
      var random = new SplittableRandom(name);
      site =
          new Site(
              new SiteSettings(
                  1, new LongTasks(new Fib(), 12), new RandomPolicy(), 1, name, 100, "", random),
              this);
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
    Result root = null;
    while (root == null) {
      runToTheEnd(victim, nowNs);
      StealMessage message = victim.sent.remove();
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
    assertThat(second.gifts().get(0).id()).isEqualTo(lost.gifts().get(0).id());
    thief.site.onMessage(second, nowNs);
    thief.site.onMessage(lost, nowNs); // …and was only late: the same work is not done twice
    thief.sent.clear();
    runToTheEnd(thief, nowNs);
    assertThat(thief.site.statistics().tasks()).isEqualTo(2 * 89 - 1);
    victim.site.onMessage(thief.sent(Result.class), nowNs);
    assertThat(result()).isEqualTo(144);
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
    var moved = Cut.read(thief.site.cut(thief.interval).write(kind), kind);
    var heir = new Played(-3, VirtualRange.of(50, 100));
    heir.site.add(moved);
    runToTheEnd(heir, nowNs);
    victim.site.onMessage(heir.sent(Result.class), nowNs);
    assertThat(result()).isEqualTo(144);
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
}
