package io.phoenix.migration.transfer;

import static org.assertj.core.api.Assertions.assertThat;

import io.phoenix.api.VirtualRange;
import io.phoenix.migration.lock.Attempt;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.function.Consumer;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.Size;

/**
 * Both ends of a transfer, with messages under way between them, while either may give the other
 * up, or cancel, at any moment.
 */
class TransfersPropertyTest {
  private static final VirtualRange MOVING = VirtualRange.of(10, 20);
  private static final List<String> PIECES = List.of("aaaa", "bbbb", "cccc", "dddd");

  private FakeNode source;
  private FakeNode sink;

  /** The steps: what they do is told by a number, so that any list of numbers is a course. */
  private enum Event {
    DATA_ARRIVES,
    DATA_ARRIVES_TOO,
    SOURCE_URGENT_ARRIVES,
    SINK_URGENT_ARRIVES,
    SINK_URGENT_ARRIVES_TOO,
    SOURCE_GIVES_UP,
    SINK_GIVES_UP,
    SOURCE_CANCELS,
    SINK_CANCELS,
    TIME_PASSES
  }

  private void begin(boolean live, boolean taking) {
    var state = new FakeState().with(PIECES.toArray(String[]::new));
    source = new FakeNode(-20, VirtualRange.of(0, 20), state);
    sink = new FakeNode(-10, VirtualRange.of(20, 30), new FakeState());
    Attempt attempt = new Attempt(taking ? sink.self : source.self, 1);
    source.state.live = live;
    source.holder = attempt;
    sink.holder = attempt;
    if (taking) {
      source.chosen = MOVING;
      sink.transfers.sendTake(attempt, source.self, 5);
    } else {
      source.transfers.give(attempt, sink.self, MOVING, source.nowNs);
    }
    source.run();
  }

  private void perform(Event event) {
    switch (event) {
      case DATA_ARRIVES, DATA_ARRIVES_TOO -> arrive(source.ordered, sink);
      case SOURCE_URGENT_ARRIVES -> arrive(source.urgent, sink);
      case SINK_URGENT_ARRIVES, SINK_URGENT_ARRIVES_TOO -> arrive(sink.urgent, source);
      case SOURCE_GIVES_UP -> source.giveUp(sink.self);
      case SINK_GIVES_UP -> sink.giveUp(source.self);
      case SOURCE_CANCELS -> source.transfers.cancel("cancelled", source.nowNs);
      case SINK_CANCELS -> sink.transfers.cancel("cancelled", sink.nowNs);
      case TIME_PASSES -> pass();
    }
    assertThat(owns(source) && owns(sink)).as("two owners").isFalse();
    assertThat(owns(sink) && !PIECES.equals(sink.state.taken)).as("without all state").isFalse();
  }

  private static void arrive(Deque<Consumer<FakeNode>> lane, FakeNode at) {
    Consumer<FakeNode> message = lane.poll();
    if (message != null) {
      message.accept(at);
      at.run();
    }
  }

  private void pass() {
    source.runFor(2000);
    sink.runFor(2000);
  }

  private static boolean owns(FakeNode node) {
    VirtualRange interval = node.interval;
    return interval != null && interval.contains(MOVING);
  }

  private void settle() {
    for (int i = 0; i < 100; i++) {
      perform(Event.DATA_ARRIVES);
      perform(Event.SOURCE_URGENT_ARRIVES);
      perform(Event.SINK_URGENT_ARRIVES);
      perform(Event.TIME_PASSES);
    }
    assertThat(source.ordered.size() + source.urgent.size() + sink.urgent.size()).isZero();
  }

  @Property(tries = 2000)
  void ifBothLiveThereIsInTheEndOneOwnerWithAllStateAndNoLock(
      @ForAll boolean live, @ForAll boolean taking, @ForAll @Size(max = 40) List<Event> events) {
    begin(live, taking);
    events.forEach(this::perform);
    settle();

    assertThat(owns(source)).isNotEqualTo(owns(sink));
    assertThat(sink.state.taken).isEqualTo(owns(sink) ? PIECES : List.of());
    assertThat(source.isFree() && sink.isFree()).as("no lock is left").isTrue();
    assertThat(source.transfers.isIdle() && sink.transfers.isIdle()).isTrue();
  }

  @Property(tries = 1000)
  void ifTheSinkDiesTheSourceIsFreeAndOwnsTheRangeUnlessItHandedItOver(
      @ForAll boolean live, @ForAll boolean taking, @ForAll @IntRange(max = 30) int steps) {
    begin(live, taking);
    List<Event> course = course(steps);
    course.forEach(this::perform);
    boolean handedOver = source.log.stream().anyMatch(line -> line.startsWith("handover"));
    boolean told = source.moves.stream().anyMatch(move -> move.result() == Move.Result.MOVED);
    source.giveUp(sink.self);

    assertThat(source.isFree()).isTrue();
    assertThat(owns(source)).isEqualTo(!handedOver);
    assertThat(source.transfers.inDoubt())
        .isEqualTo(handedOver && !told ? List.of(MOVING) : List.of());
  }

  @Property(tries = 1000)
  void ifTheSourceDiesTheSinkIsFreeAndOwnsTheRangeIfItWasHandedOver(
      @ForAll boolean live, @ForAll boolean taking, @ForAll @IntRange(max = 30) int steps) {
    begin(live, taking);
    course(steps).forEach(this::perform);
    boolean handedOver = sink.log.contains("assumed");
    sink.giveUp(source.self);

    assertThat(sink.isFree()).isTrue();
    assertThat(owns(sink)).isEqualTo(handedOver);
    assertThat(sink.state.taken).isEqualTo(handedOver ? PIECES : List.of());
    assertThat(sink.transfers.isIdle()).isTrue();
  }

  /** An undisturbed course: what was sent arrives, by turns. */
  private static List<Event> course(int steps) {
    List<Event> course = new ArrayList<>();
    for (int i = 0; i < steps; i++) {
      course.add(i % 2 == 0 ? Event.DATA_ARRIVES : Event.SINK_URGENT_ARRIVES);
    }
    return course;
  }
}
