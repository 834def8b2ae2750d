package io.phoenix.routing.flow;

import static org.assertj.core.api.Assertions.assertThat;

import io.phoenix.api.Message;
import io.phoenix.routing.link.Link;
import io.phoenix.routing.wire.Frames;
import java.util.ArrayList;
import java.util.List;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.Tuple;
import org.jspecify.annotations.Nullable;

/** What a lane gives back when its peer has left; no link is needed for that. */
class SendLanePropertyTest {

  private static final class NoWay implements FlowEvents {
    final List<Message> accepted = new ArrayList<>();
    long awayBytes;

    @Override
    public void onMessage(long peer, int lane, Message m, int kind, long epoch, long nowNs) {}

    @Override
    public void onAccepted(Message message) {
      accepted.add(message);
    }

    @Override
    public void onAway(long deltaBytes) {
      awayBytes += deltaBytes;
    }

    @Override
    public boolean isIntakeFull() {
      return false;
    }

    @Override
    public @Nullable Link linkTo(long node) {
      return null;
    }

    @Override
    public long roundTripNs(long node) {
      return 0;
    }
  }

  private static Arbitrary<Parcel> parcel() {
    Arbitrary<Integer> bytes =
        Arbitraries.frequencyOf(
            Tuple.of(2, Arbitraries.integers().between(0, 99)),
            Tuple.of(1, Arbitraries.integers().between(0, 199_999)));
    return Combinators.combine(
            bytes,
            Arbitraries.integers().between(0, 5),
            Arbitraries.longs().between(0, 4),
            Arbitraries.of(false, true))
        .as(
            (size, kind, epoch, counted) ->
                new Parcel(new Message(-1, 0, 0, new byte[size]), kind, epoch, counted));
  }

  @Provide
  Arbitrary<List<Parcel>> someParcels() {
    return parcel().list().ofMinSize(1).ofMaxSize(32);
  }

  /** More than the ring begins with. */
  @Provide
  Arbitrary<List<Parcel>> manyParcels() {
    return parcel().list().ofSize(40);
  }

  /** For every point up to which the peer may have accepted, in the middle of messages too. */
  @Property(tries = 50)
  void takesBackExactlyWhatWasNotAcceptedWhole(@ForAll("someParcels") List<Parcel> parcels) {
    int frames = 0;
    for (Parcel parcel : parcels) {
      frames += SendLane.frames(parcel.message().payload().length);
    }
    for (long accepted = 0; accepted <= frames; accepted++) {
      NoWay events = new NoWay();
      SendLane lane = new SendLane(-1, -2, Lane.BULK, events);
      parcels.forEach(p -> lane.append(p, 3, 0));
      lane.setAway(true);
      assertThat(events.awayBytes)
          .isEqualTo(parcels.stream().filter(Parcel::counted).mapToLong(Parcel::costBytes).sum());

      List<Parcel> rest = lane.takeUnaccepted(accepted, 0);

      int whole = 0;
      long lastFrame = 0;
      while (whole < parcels.size()) {
        lastFrame += SendLane.frames(parcels.get(whole).message().payload().length);
        if (lastFrame > accepted) {
          break;
        }
        whole++;
      }
      assertThat(rest).isEqualTo(parcels.subList(whole, parcels.size()));
      assertThat(events.accepted)
          .isEqualTo(
              parcels.subList(0, whole).stream()
                  .filter(Parcel::counted)
                  .map(Parcel::message)
                  .toList());
      assertThat(lane.isBusy()).isFalse();
      assertThat(events.awayBytes).isZero();
    }
  }

  @Property(tries = 50)
  void whatIsInDoubtBeginsAtTheFirstFrameOfTheFirstMessage(
      @ForAll("manyParcels") List<Parcel> parcels) {
    SendLane lane = new SendLane(-1, -2, Lane.BULK, new NoWay());
    parcels.forEach(p -> lane.append(p, 3, 0));
    assertThat(lane.unacknowledged()).isEqualTo(parcels);
    assertThat(lane.messageCount()).isEqualTo(40);
    assertThat(lane.firstUnacknowledgedSeq()).isEqualTo(1);
  }

  @Example
  void onlyTheUrgentLaneIsUrgent() {
    assertThat(new SendLane(-1, -2, Lane.URGENT, new NoWay()).urgent()).isTrue();
    assertThat(new SendLane(-1, -2, Lane.BULK, new NoWay()).urgent()).isFalse();
  }

  @Example
  void messageHasAtLeastOneFrame() {
    assertThat(SendLane.frames(0)).isEqualTo(1);
    assertThat(SendLane.frames(1)).isEqualTo(1);
    assertThat(SendLane.frames(Frames.MAX_FRAGMENT)).isEqualTo(1);
    assertThat(SendLane.frames(Frames.MAX_FRAGMENT + 1)).isEqualTo(2);
    assertThat(SendLane.frames(1 << 30)).isEqualTo(32_768);
  }
}
