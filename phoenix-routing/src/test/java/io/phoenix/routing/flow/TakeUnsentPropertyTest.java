package io.phoenix.routing.flow;

import static org.assertj.core.api.Assertions.assertThat;

import io.phoenix.api.Message;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;

/** What was never given to a link can be taken out of a flow at any moment. */
class TakeUnsentPropertyTest {

  @Property(tries = 60)
  void eachMessageIsEitherTakenOutOrArrivesAndTheOrderStays(@ForAll long seed) {
    var random = new SplittableRandom(seed);
    FlowPair pair = new FlowPair(seed);
    List<Message> sent = new ArrayList<>();
    List<Message> taken = new ArrayList<>();
    for (int i = 0; i < 150; i++) {
      switch (random.nextInt(10)) {
        case 0 -> pair.cut(0);
        case 1 -> pair.world.runFor(random.nextInt(3) * FlowPair.MS);
        case 2 -> {
          int of = random.nextInt(3);
          ParcelFilter filter = (message, kind, epoch) -> message.tag() % 3 == of;
          int before = pair.a.flows.unacknowledged(pair.b.name);
          int inDoubt = pair.a.flows.countInDoubt(pair.b.name, (message, kind, epoch) -> true);
          List<Parcel> out = pair.a.flows.takeUnsent(pair.b.name, filter).get(Lane.BULK);
          assertThat(out.size()).isLessThanOrEqualTo(before - inDoubt);
          assertThat(out).allMatch(parcel -> parcel.message().tag() % 3 == of);
          out.forEach(parcel -> taken.add(parcel.message()));
        }
        default -> sent.add(pair.send(pair.a, Lane.BULK, random.nextInt(300_000)));
      }
    }
    pair.runUntil(() -> pair.a.flows.unacknowledged(pair.b.name) == 0);
    List<Integer> arrived = pair.b.arrivals.stream().map(x -> x.message().tag()).toList();
    List<Integer> expected = new ArrayList<>(sent.stream().map(Message::tag).toList());
    expected.removeAll(taken.stream().map(Message::tag).toList());
    assertThat(arrived).isEqualTo(expected);
  }
}
