package io.phoenix.routing.flow;

import static org.assertj.core.api.Assertions.assertThat;

import io.phoenix.api.Message;
import java.util.ArrayList;
import java.util.List;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.Tuple;

/** What was never given to a link can be taken out of a flow at any moment. */
class TakeUnsentPropertyTest {

  private enum Deed {
    SEND,
    CUT,
    WAIT,
    TAKE
  }

  /** With {@code amount}, as far as the deed has use for it: bytes, time, or which messages. */
  private record Act(Deed deed, int amount) {}

  @Provide
  Arbitrary<List<Act>> acts() {
    Arbitrary<Deed> deeds =
        Arbitraries.frequency(
            Tuple.of(7, Deed.SEND),
            Tuple.of(1, Deed.CUT),
            Tuple.of(1, Deed.WAIT),
            Tuple.of(1, Deed.TAKE));
    return Combinators.combine(deeds, Arbitraries.integers().between(0, 299_999))
        .as(Act::new)
        .list()
        .ofMaxSize(150);
  }

  @Property(tries = 60)
  void eachMessageIsEitherTakenOutOrArrivesAndTheOrderStays(
      @ForAll("acts") List<Act> acts, @ForAll long seed) {
    FlowPair pair = new FlowPair(seed);
    List<Message> sent = new ArrayList<>();
    List<Message> taken = new ArrayList<>();
    for (Act act : acts) {
      switch (act.deed()) {
        case SEND -> sent.add(pair.send(pair.a, Lane.BULK, act.amount()));
        case CUT -> pair.cut(0);
        case WAIT -> pair.world.runFor(act.amount() % 3 * FlowPair.MS);
        case TAKE -> {
          int of = act.amount() % 3;
          ParcelFilter filter = (message, kind, epoch) -> message.tag() % 3 == of;
          int before = pair.a.flows.unacknowledged(pair.b.name);
          int inDoubt = pair.a.flows.countInDoubt(pair.b.name, (message, kind, epoch) -> true);
          List<Parcel> out = pair.a.flows.takeUnsent(pair.b.name, filter).get(Lane.BULK);
          assertThat(out.size()).isLessThanOrEqualTo(before - inDoubt);
          assertThat(out).allMatch(parcel -> parcel.message().tag() % 3 == of);
          out.forEach(parcel -> taken.add(parcel.message()));
        }
      }
    }
    pair.runUntil(() -> pair.a.flows.unacknowledged(pair.b.name) == 0);
    List<Integer> arrived = pair.b.arrivals.stream().map(x -> x.message().tag()).toList();
    List<Integer> expected = new ArrayList<>(sent.stream().map(Message::tag).toList());
    expected.removeAll(taken.stream().map(Message::tag).toList());
    assertThat(arrived).isEqualTo(expected);
  }
}
