package io.phoenix.workstealing.steal;

import static org.assertj.core.api.Assertions.assertThat;

import io.phoenix.api.VirtualRange;
import io.phoenix.workstealing.TestApplications.Fib;
import io.phoenix.workstealing.TestApplications.Leaves;
import io.phoenix.workstealing.codec.Codec;
import io.phoenix.workstealing.policy.RandomPolicy;
import io.phoenix.workstealing.policy.StealPolicy;
import io.phoenix.workstealing.policy.VictimPolicy;
import io.phoenix.workstealing.steal.StealMessage.Answer;
import io.phoenix.workstealing.steal.StealMessage.GivenTask;
import io.phoenix.workstealing.steal.StealMessage.Result;
import io.phoenix.workstealing.task.LongTasks;
import io.phoenix.workstealing.task.ObjectTasks;
import io.phoenix.workstealing.task.TaskContext;
import io.phoenix.workstealing.task.TaskKind;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.function.LongConsumer;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Workers of one node; what their threads may do at the same time, one after the other. */
class ColleaguesTest implements SiteEffects {
  private static final VirtualRange ALL = VirtualRange.of(0, 50);

  private final List<StealMessage> sent = new ArrayList<>();
  private @Nullable Throwable failure;

  /** What another thread does while the application's code runs, once. */
  private @Nullable Runnable meanwhile;

  private void interrupt() {
    Runnable now = meanwhile;
    if (now != null) {
      meanwhile = null;
      now.run();
    }
  }

  @Override
  public void send(StealMessage message) {
    sent.add(message);
  }

  @Override
  public void wake(int index) {}

  @Override
  public void fail(Throwable cause) {
    failure = cause;
  }

  @Override
  public void print(String line) {}

  @Override
  public void after(long delayNs, LongConsumer action) {}

  @Override
  public VirtualRange interval() {
    return ALL;
  }

  @Override
  public void leave() {}

  private Site site(TaskKind kind, StealPolicy policy, int workers) {
    return new Site(
        new SiteSettings(1, kind, policy, workers, -1, 100, "", new SplittableRandom(1)), this);
  }

  /** While a task is taken out of it, other threads are not held up. */
  private final class SlowFib extends Fib {
    @Override
    public long part(long n, int i) {
      interrupt();
      return super.part(n, i);
    }
  }

  /** Leaves that take long: workers inside them can be helped oneself from. */
  private final class SlowLeaves extends Leaves {
    @Override
    public Long solve(Long leaf, TaskContext context) {
      interrupt();
      return super.solve(leaf, context);
    }
  }

  private static void runToTheEnd(Worker... workers) {
    boolean busy = true;
    while (busy) {
      busy = false;
      for (Worker worker : workers) {
        if (worker.seek(0)) {
          busy = true;
          worker.run(100);
          worker.settle(0);
        }
      }
    }
  }

  private Map<StealId, Long> results() {
    Map<StealId, Long> results = new HashMap<>();
    for (StealMessage message : sent) {
      if (message instanceof Result result) {
        results.put(result.id(), Codec.longs().decode(result.result()));
      }
    }
    return results;
  }

  @Test
  void workerThatFoundWorkWhileAColleagueTookSomeOutForItDoesBoth() {
    Site site = site(new LongTasks(new SlowFib(), 12), new RandomPolicy(), 2);
    Worker giver = site.worker(0);
    Worker taker = site.worker(1);
    site.begin();
    assertThat(giver.seek(0)).isTrue();
    giver.run(5);
    assertThat(taker.seek(0)).isFalse(); // its colleague is asked
    var stolen = new StealId(-9, 1);
    var task = new GivenTask(stolen, 60, 3, Codec.longs().encode(9L));
    meanwhile =
        () -> {
          site.onMessage(new Answer(1, 10, new StealId(-1, 77), List.of(task), List.of()), 0);
          assertThat(taker.seek(0)).isTrue();
        };
    giver.settle(0);
    assertThat(meanwhile).isNull();
    runToTheEnd(giver, taker);
    assertThat(site.subcomputations()).isEmpty();
    assertThat(results()).containsOnly(Map.entry(StealId.root(1), 144L), Map.entry(stolen, 34L));
  }

  @Test
  void taskThatIsTakenOutOfWhatIsAbortedMeanwhileIsDropped() {
    Site site = site(new LongTasks(new SlowFib(), 12), new RandomPolicy(), 2);
    Worker giver = site.worker(0);
    Worker taker = site.worker(1);
    site.begin();
    assertThat(giver.seek(0)).isTrue();
    giver.run(5);
    assertThat(taker.seek(0)).isFalse();
    meanwhile = () -> site.onMessage(new StealMessage.Abort(1, 0, StealId.root(1)), 0);
    giver.settle(0);
    assertThat(taker.seek(0)).isFalse();
    assertThat(site.subcomputations()).isEmpty();
  }

  @Test
  void nothingStaysBehindThatAColleagueIsGivenWhileAllMoves() {
    Site site = site(new ObjectTasks<>(new SlowLeaves(), 5L), new RandomPolicy(), 3);
    Worker giver = site.worker(0);
    Worker idle = site.worker(1);
    Worker inALeaf = site.worker(2);
    site.begin();
    assertThat(giver.seek(0)).isTrue();
    giver.run(3);
    assertThat(inALeaf.seek(0)).isFalse();
    giver.settle(0);
    assertThat(inALeaf.seek(0)).isTrue();
    giver.run(3);
    assertThat(idle.seek(0)).isFalse();
    List<Subcomputation> left = new ArrayList<>();
    meanwhile =
        () -> {
          site.block(ALL);
          giver.settle(0); // what it was asked for, the one in the leaf is asked for now
          site.takeFromLongTasks(ALL);
          assertThat(site.isStill(ALL)).isTrue();
          site.takeOut(ALL);
          left.addAll(site.subcomputations());
        };
    inALeaf.run(50);
    assertThat(meanwhile).isNull();
    assertThat(left).isEmpty();
  }

  @Test
  void resultIsWrittenAndSentThoughItsVictimWasHereWhenTheWorkerAsked() {
    var ofRoot = VirtualRange.of(0, 1);
    Site site = site(new LongTasks(new Fib(), 12), new RandomPolicy(), 2);
    WorkerSlot slot = stealFromRoot(site, ofRoot);
    assertThat(site.isForElsewhere(slot)).isFalse();
    MovedWork root = site.takeOut(ofRoot);
    site.onDone(slot, new TaskResult.Value(55L), 0);
    assertThat(results()).containsValue(55L);
    assertThat(root.isEmpty()).isFalse();
  }

  @Test
  void resultThatWasWrittenIsTakenThoughItsVictimHasMovedHereMeanwhile() {
    var ofRoot = VirtualRange.of(0, 1);
    Site site = site(new LongTasks(new Fib(), 12), new RandomPolicy(), 2);
    WorkerSlot slot = stealFromRoot(site, ofRoot);
    MovedWork root = site.takeOut(ofRoot);
    assertThat(site.isForElsewhere(slot)).isTrue();
    site.add(root);
    site.unblock(ofRoot);
    site.onDone(slot, new TaskResult.Bytes(Codec.longs().encode(55L)), 0);
    assertThat(results()).isEmpty();
    runToTheEnd(site.worker(0));
    assertThat(results()).containsOnly(Map.entry(StealId.root(1), 144L));
  }

  /**
   * The second worker gets a task of the root, which is about to move and waits; returns its slot.
   */
  private static WorkerSlot stealFromRoot(Site site, VirtualRange ofRoot) {
    Worker giver = site.worker(0);
    Worker taker = site.worker(1);
    site.begin();
    assertThat(giver.seek(0)).isTrue();
    giver.run(1);
    site.block(ofRoot);
    assertThat(taker.seek(0)).isFalse();
    giver.settle(0);
    assertThat(taker.seek(0)).isTrue();
    return site.workers.slots().get(1);
  }

  @Test
  void nodeThatComesBackUsesNoNameAgainAndItsNewsAreNewer() {
    Site first = site(new LongTasks(new Fib(), 12), new RandomPolicy(), 1);
    var random = new SplittableRandom(2);
    var again =
        new Site(
            new SiteSettings(
                1, new LongTasks(new Fib(), 12), new RandomPolicy(), 1, -1, 100, "", random),
            this);
    assertThat(again.messenger.newId()).isNotEqualTo(first.messenger.newId());
    first.tick(1_000_000_000);
    again.tick(2_000_000_000);
    for (int i = 0; i < 100; i++) {
      first.messenger.self();
    }
    assertThat(again.messenger.self().version()).isGreaterThan(first.messenger.self().version());
  }

  @Test
  void policyThatThrowsFailsTheJobAndTheWorkerGoesOn() {
    var thrown = new IllegalStateException("this policy always throws");
    StealPolicy policy =
        new StealPolicy() {
          @Override
          public String name() {
            return "throws";
          }

          @Override
          public VictimPolicy victims() {
            return view -> {
              throw thrown;
            };
          }
        };
    Site site = site(new LongTasks(new Fib(), 12), policy, 1);
    Worker worker = site.worker(0);
    assertThat(worker.seek(0)).isFalse();
    assertThat(failure).isSameAs(thrown);
    site.begin();
    runToTheEnd(worker);
    assertThat(results()).containsOnly(Map.entry(StealId.root(1), 144L));
  }
}
