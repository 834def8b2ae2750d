package io.phoenix.routing.flow;

import static org.assertj.core.api.Assertions.assertThat;

import io.phoenix.api.Message;
import io.phoenix.routing.link.Link;
import io.phoenix.routing.wire.Frames;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
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

  private static List<Parcel> parcels(SplittableRandom random, int count) {
    List<Parcel> parcels = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      int bytes = random.nextInt(3) == 0 ? random.nextInt(200_000) : random.nextInt(100);
      Message message = new Message(-1, i, i, new byte[bytes]);
      parcels.add(new Parcel(message, random.nextInt(6), random.nextLong(5), random.nextBoolean()));
    }
    return parcels;
  }

  /** For every point up to which the peer may have accepted, in the middle of messages too. */
  @Property(tries = 50)
  void takesBackExactlyWhatWasNotAcceptedWhole(@ForAll long seed) {
    List<Parcel> parcels = parcels(new SplittableRandom(seed), 1 + (int) (seed & 31));
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
  void whatIsInDoubtBeginsAtTheFirstFrameOfTheFirstMessage(@ForAll long seed) {
    List<Parcel> parcels =
        parcels(new SplittableRandom(seed), 40); // more than the ring begins with
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
