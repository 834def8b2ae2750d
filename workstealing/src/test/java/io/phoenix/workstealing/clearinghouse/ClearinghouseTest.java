package io.phoenix.workstealing.clearinghouse;

import static io.phoenix.workstealing.clearinghouse.ClearinghouseCodecTest.SPEC;
import static org.assertj.core.api.Assertions.assertThat;

import io.phoenix.api.ResourceName;
import io.phoenix.workstealing.JobSpec;
import io.phoenix.workstealing.MemberStatistics;
import io.phoenix.workstealing.SiteStatistics;
import io.phoenix.workstealing.clearinghouse.ClearinghouseMessage.Cancel;
import io.phoenix.workstealing.clearinghouse.ClearinghouseMessage.Failed;
import io.phoenix.workstealing.clearinghouse.ClearinghouseMessage.Lines;
import io.phoenix.workstealing.clearinghouse.ClearinghouseMessage.Register;
import io.phoenix.workstealing.clearinghouse.ClearinghouseMessage.Submit;
import io.phoenix.workstealing.clearinghouse.ClearinghouseMessage.Unregister;
import io.phoenix.workstealing.clearinghouse.ClearinghouseMessage.WorkDone;
import io.phoenix.workstealing.clearinghouse.Notice.Begin;
import io.phoenix.workstealing.clearinghouse.Notice.End;
import io.phoenix.workstealing.clearinghouse.Notice.Outcome;
import io.phoenix.workstealing.clearinghouse.Notice.Printed;
import io.phoenix.workstealing.clearinghouse.Notice.Progress;
import io.phoenix.workstealing.clearinghouse.Notice.Refused;
import io.phoenix.workstealing.codec.CodecChecks;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.function.LongConsumer;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Members and one job, message by message; the submitter is node -9. */
class ClearinghouseTest {
  private static final long SUBMITTER = -9;
  private static final byte[] RESULT = {42};

  private final Played played = new Played();
  private Clearinghouse clearinghouse = new Clearinghouse(played);

  private static final class Played implements ClearinghouseEffects {
    final List<String> begun = new ArrayList<>();
    final Deque<Notice> sent = new ArrayDeque<>();
    final List<Long> to = new ArrayList<>();
    final Deque<LongConsumer> timers = new ArrayDeque<>();
    @Nullable String wrong;

    @Override
    public void send(long node, Notice notice) {
      to.add(node);
      sent.add(notice);
    }

    @Override
    public @Nullable String begin(long job, JobSpec spec) {
      begun.add(job + " " + spec.application());
      return wrong;
    }

    @Override
    public void after(long delayNs, LongConsumer action) {
      timers.add(action);
    }
  }

  private static SiteStatistics tasks(long tasks) {
    return new SiteStatistics(tasks, 0, 0, 0, 0, 0, 0, 0, 0);
  }

  private <N extends Notice> N next(Class<N> type) {
    return type.cast(played.sent.remove());
  }

  private void begin(long... members) {
    for (long member : members) {
      clearinghouse.onRegister(member, new Register(1, "node " + -member, 2), 0);
      assertThat(next(End.class)).isEqualTo(new End(0)); // there is nothing to do
    }
    clearinghouse.onSubmit(SUBMITTER, new Submit(5, SPEC), 0);
    assertThat(played.begun).containsExactly("1 fib");
    for (long member : members) {
      assertThat(member).isNegative();
      assertThat(next(Begin.class)).isEqualTo(new Begin(1, SPEC, 1));
    }
  }

  @Test
  void jobEndsOnceWhenItsRootHasAResultAndAllHaveSaidWhatTheyDid() {
    begin(-1, -2);
    clearinghouse.onRootResult(1, RESULT);
    assertThat(next(End.class)).isEqualTo(new End(1));
    assertThat(next(End.class)).isEqualTo(new End(1));
    clearinghouse.onRootResult(1, new byte[] {13}); // twice
    clearinghouse.onWorkDone(-1, new WorkDone(1, tasks(10), true), 0);
    assertThat(played.sent).isEmpty();
    clearinghouse.onWorkDone(-2, new WorkDone(1, tasks(20), true), 0);
    Outcome outcome = next(Outcome.class);
    assertThat(outcome.result()).isEqualTo(RESULT);
    assertThat(MemberStatistics.total(outcome.members()).tasks()).isEqualTo(30);
    played.timers.forEach(timer -> timer.accept(0));
    assertThat(played.sent).isEmpty();
  }

  @Test
  void memberThatSaysNothingIsNotWaitedForForEver() {
    begin(-1, -2);
    clearinghouse.onRootResult(1, RESULT);
    played.sent.clear();
    clearinghouse.onWorkDone(-1, new WorkDone(1, tasks(10), true), 0);
    played.timers.getLast().accept(Clearinghouse.FAREWELL_NS);
    assertThat(next(Outcome.class).result()).isEqualTo(RESULT);
  }

  @Test
  void whatALeaverDidCountsThoughItSaysLaterThatItKnowsOfNothing() {
    begin(-1, -2);
    clearinghouse.onRootResult(1, RESULT); // and -2 is told so, but it has just left
    played.sent.clear();
    clearinghouse.onUnregister(-2, new Unregister(1, tasks(20)), 0);
    clearinghouse.onWorkDone(-2, new WorkDone(1, SiteStatistics.NONE, true), 0);
    clearinghouse.onWorkDone(-1, new WorkDone(1, tasks(10), true), 0);
    Outcome outcome = next(Outcome.class);
    assertThat(MemberStatistics.total(outcome.members()).tasks()).isEqualTo(30);
    assertThat(outcome.members())
        .extracting(MemberStatistics::present)
        .containsExactly(true, false);
  }

  @Test
  void whatAMemberDidBeforeItCameBackCounts() {
    begin(-1, -2);
    clearinghouse.onUnregister(-2, new Unregister(1, tasks(20)), 0);
    clearinghouse.onRegister(-2, new Register(2, "node 2", 2), 0);
    assertThat(next(Begin.class)).isEqualTo(new Begin(1, SPEC, 2));
    clearinghouse.onWorkDone(-2, new WorkDone(1, tasks(3), false), 0);
    move();
    clearinghouse.onWorkDone(-2, new WorkDone(1, tasks(4), false), 0);
    played.timers.getLast().accept(0);
    assertThat(next(Progress.class).did().tasks()).isEqualTo(24);
  }

  @Test
  void memberThatRegistersAgainIsToldAgainAndCountsOnce() {
    begin(-1, -2);
    clearinghouse.onWorkDone(-2, new WorkDone(1, tasks(3), false), 0);
    clearinghouse.onRegister(-2, new Register(1, "node 2", 2), 0);
    assertThat(next(Begin.class)).isEqualTo(new Begin(1, SPEC, 1));
    clearinghouse.onGone(-2); // it could not be reached for long, and comes back
    played.timers.getLast().accept(Clearinghouse.FAREWELL_NS);
    move();
    clearinghouse.onRegister(-2, new Register(1, "node 2", 2), 0);
    assertThat(next(Begin.class)).isEqualTo(new Begin(1, SPEC, 1));
    clearinghouse.onWorkDone(-2, new WorkDone(1, tasks(4), false), 0);
    played.timers.getLast().accept(0);
    assertThat(next(Progress.class).did().tasks()).isEqualTo(4);
  }

  @Test
  void memberThatIsBackSoonIsShownAsPresent() {
    begin(-1, -2);
    clearinghouse.onGone(-2);
    clearinghouse.onRegister(-2, new Register(1, "node 2", 2), 0);
    clearinghouse.onRootResult(1, RESULT);
    clearinghouse.onWorkDone(-1, new WorkDone(1, tasks(10), true), 0);
    clearinghouse.onWorkDone(-2, new WorkDone(1, tasks(20), true), 0);
    played.sent.removeIf(notice -> !(notice instanceof Outcome));
    assertThat(next(Outcome.class).members()).allMatch(MemberStatistics::present);
  }

  @Test
  void whatALeaverDidCountsThoughItIsKnownToBeGoneBeforeItsLastWordArrives() {
    begin(-1, -2);
    clearinghouse.onGone(-2);
    clearinghouse.onRootResult(1, RESULT);
    clearinghouse.onWorkDone(-1, new WorkDone(1, tasks(10), true), 0);
    move();
    played.sent.clear();
    clearinghouse.onUnregister(-2, new Unregister(1, tasks(20)), 0);
    assertThat(MemberStatistics.total(next(Outcome.class).members()).tasks()).isEqualTo(30);
  }

  @Test
  void memberThatCrashedIsNotWaitedForLongAfter() {
    begin(-1, -2);
    clearinghouse.onGone(-2);
    played.timers.getLast().accept(Clearinghouse.FAREWELL_NS);
    clearinghouse.onRootResult(1, RESULT);
    assertThat(next(End.class)).isEqualTo(new End(1));
    clearinghouse.onWorkDone(-1, new WorkDone(1, tasks(10), true), 0);
    assertThat(next(Outcome.class).result()).isEqualTo(RESULT);
  }

  @Test
  void nodeThatComesWhenTheJobIsOverIsToldSo() {
    begin(-1);
    clearinghouse.onRootResult(1, RESULT);
    assertThat(next(End.class)).isEqualTo(new End(1));
    clearinghouse.onRegister(-2, new Register(1, "node 2", 2), 0);
    assertThat(next(End.class)).isEqualTo(new End(1)); // it may have been given some of its work
    clearinghouse.onWorkDone(-1, new WorkDone(1, tasks(10), true), 0);
    assertThat(next(Outcome.class).members())
        .extracting(MemberStatistics::node)
        .containsExactly(-1L);
    clearinghouse.onRegister(-3, new Register(1, "node 3", 2), 0);
    assertThat(next(End.class)).isEqualTo(new End(1));
  }

  @Test
  void secondJobIsRefusedWhileOneRunsAndWelcomeAfterwards() {
    begin(-1);
    clearinghouse.onSubmit(-8, new Submit(6, SPEC), 0);
    assertThat(next(Refused.class).reason())
        .isEqualTo(
            "'fib 30' is running, submitted by node %s: wait for its end, or stop its submitter"
                .formatted(new ResourceName(SUBMITTER)));
    clearinghouse.onCancel(-8, new Cancel(5), 0); // not its own
    assertThat(played.sent).isEmpty();
    clearinghouse.onCancel(SUBMITTER, new Cancel(5), 0);
    assertThat(next(End.class)).isEqualTo(new End(1));
    clearinghouse.onWorkDone(-1, new WorkDone(1, tasks(1), true), 0);
    assertThat(next(Outcome.class).failure()).isEqualTo("cancelled");
    clearinghouse.onSubmit(-8, new Submit(6, SPEC), 0);
    assertThat(next(Begin.class)).isEqualTo(new Begin(2, SPEC, 1));
  }

  @Test
  void jobThatCannotBeginIsRefused() {
    played.wrong = "N is missing";
    clearinghouse.onSubmit(SUBMITTER, new Submit(5, SPEC), 0);
    assertThat(next(Refused.class)).isEqualTo(new Refused(5, "N is missing"));
  }

  @Test
  void failureAndLinesAreToldWithTheNamesOfTheirNodes() {
    begin(-1);
    var hello = new Lines(1, List.of("hello"), 2);
    clearinghouse.onLines(-1, hello, 0);
    assertThat(next(Printed.class)).isEqualTo(new Printed(5, -1, "node 1", hello));
    clearinghouse.onLines(-1, new Lines(7, List.of("of another job"), 0), 0);
    clearinghouse.onFailed(-1, new Failed(1, "it threw", "at here"), 0);
    assertThat(next(End.class)).isEqualTo(new End(1));
    clearinghouse.onGone(-1);
    played.timers.getLast().accept(Clearinghouse.FAREWELL_NS);
    Outcome outcome = next(Outcome.class);
    assertThat(outcome.failure()).isEqualTo("it threw (on node 1)");
    assertThat(outcome.trace()).isEqualTo("at here");
    assertThat(outcome.result()).isNull();
  }

  @Test
  void jobIsCancelledWhenItsSubmitterIsGone() {
    begin(-1, -2);
    clearinghouse.onGone(-3);
    assertThat(played.sent).isEmpty();
    clearinghouse.onGone(SUBMITTER);
    assertThat(next(End.class)).isEqualTo(new End(1));
    assertThat(next(End.class)).isEqualTo(new End(1));
    clearinghouse.onGone(SUBMITTER);
    clearinghouse.onWorkDone(-1, new WorkDone(1, tasks(10), true), 0);
    clearinghouse.onWorkDone(-2, new WorkDone(1, tasks(10), true), 0);
    assertThat(next(Outcome.class).failure()) // it may be back
        .isEqualTo("cancelled, as the node that submitted it was gone");
    clearinghouse.onSubmit(-8, new Submit(1, SPEC), 0);
    assertThat(next(Begin.class)).isEqualTo(new Begin(2, SPEC, 1));
  }

  @Test
  void jobIsCancelledWhenItsSubmitterWhichIsAMemberIsGone() {
    clearinghouse.onRegister(SUBMITTER, new Register(1, "node 9", 1), 0);
    played.sent.clear();
    begin(-1);
    assertThat(next(Begin.class)).isEqualTo(new Begin(1, SPEC, 1));
    clearinghouse.onGone(SUBMITTER);
    clearinghouse.onWorkDone(-1, new WorkDone(1, tasks(10), true), 0);
    played.sent.clear();
    played.timers.forEach(timer -> timer.accept(0));
    assertThat(next(Outcome.class).failure()).startsWith("cancelled");
  }

  @Test
  void memberThatDidNotSayWhatItDidIsNotWaitedForAfterTheNextJob() {
    begin(-1, -2);
    clearinghouse.onRootResult(1, RESULT);
    clearinghouse.onWorkDone(-1, new WorkDone(1, tasks(10), true), 0);
    played.timers.getLast().accept(Clearinghouse.FAREWELL_NS);
    played.sent.clear();
    clearinghouse.onSubmit(SUBMITTER, new Submit(6, SPEC), 0);
    assertThat(next(Begin.class)).isEqualTo(new Begin(2, SPEC, 1));
    assertThat(played.sent).isEmpty();
    clearinghouse.onRootResult(2, RESULT);
    assertThat(next(End.class)).isEqualTo(new End(2));
    clearinghouse.onWorkDone(-1, new WorkDone(2, tasks(10), true), 0);
    assertThat(next(Outcome.class).result()).isEqualTo(RESULT);
    clearinghouse.onRegister(-2, new Register(1, "node 2", 2), 0); // it lives, after all
    assertThat(next(End.class)).isEqualTo(new End(2));
    clearinghouse.onSubmit(SUBMITTER, new Submit(7, SPEC), 0);
    assertThat(next(Begin.class)).isEqualTo(new Begin(3, SPEC, 1));
    assertThat(next(Begin.class)).isEqualTo(new Begin(3, SPEC, 1));
  }

  @Test
  void clearinghouseThatDidNotMoveAfterAllTellsProgressOnceAtATime() {
    begin(-1);
    clearinghouse.close();
    clearinghouse.reopen();
    for (int i = 0; i < 3; i++) {
      List.copyOf(played.timers).forEach(timer -> played.timers.remove().accept(0));
      assertThat(next(Progress.class).nodes()).isEqualTo(1);
      assertThat(played.sent).isEmpty();
    }
    clearinghouse.close();
    played.timers.remove().accept(0); // the time comes while it is on its way
    clearinghouse.reopen();
    played.timers.remove().accept(0);
    assertThat(next(Progress.class).nodes()).isEqualTo(1);
  }

  /** The clearinghouse moves: this one is closed, and another one goes on. */
  private void move() {
    byte[] written = clearinghouse.write();
    Clearinghouse old = clearinghouse;
    old.close();
    clearinghouse = Clearinghouse.read(written, played);
    clearinghouse.resume();
    CodecChecks.check(
        clearinghouse, Clearinghouse::write, bytes -> Clearinghouse.read(bytes, played), true);
  }

  @Test
  void clearinghouseMovesInTheMiddleOfAJob() {
    begin(-1, -2);
    clearinghouse.onWorkDone(-1, new WorkDone(1, tasks(10), false), 0);
    move();
    played.timers.removeFirst().accept(0); // the old one's: it has nothing to say any more
    assertThat(played.sent).isEmpty();
    played.timers.removeFirst().accept(0);
    Progress progress = next(Progress.class);
    assertThat(progress.nodes()).isEqualTo(2);
    assertThat(progress.did().tasks()).isEqualTo(10);
    clearinghouse.onRootResult(1, RESULT);
    assertThat(next(End.class)).isEqualTo(new End(1));
    assertThat(next(End.class)).isEqualTo(new End(1));
    played.timers.clear();
    move(); // and once more while it waits for what members did
    clearinghouse.onWorkDone(-1, new WorkDone(1, tasks(10), true), 0);
    played.timers.getLast().accept(0);
    assertThat(next(Outcome.class).result()).isEqualTo(RESULT);
    clearinghouse.onSubmit(SUBMITTER, new Submit(6, SPEC), 0);
    assertThat(next(Begin.class)).isEqualTo(new Begin(2, SPEC, 1)); // numbers go on
  }
}
