package io.phoenix.routing.names;

import static org.assertj.core.api.Assertions.assertThat;

import io.phoenix.api.Message;
import io.phoenix.api.VirtualRange;
import io.phoenix.routing.flow.Kind;
import io.phoenix.routing.flow.Lane;
import io.phoenix.routing.flow.Parcel;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** What a leaver gives into another node's keeping, and what that node does with it. */
class KeepingTest {
  private static final long SELF = -5;
  private static final long ONE = -9;
  private static final long OTHER = -2;
  private static final long LEAVER = -7;
  private static final VirtualRange RANGE = VirtualRange.of(40, 50);

  private final List<String> done = new ArrayList<>();
  private final NameTable table = new NameTable(100);
  private final Map<Long, List<Way>> leftBehind = new HashMap<>();
  private boolean hasAccepted = true;
  private final Dispatcher dispatcher = new Dispatcher(SELF, table, new Effects());

  private final class Effects implements DispatchEffects {
    @Override
    public void deliver(Parcel parcel) {
      done.add("deliver " + parcel.message().tag());
    }

    @Override
    public void deliverNow(Message message, long generation) {
      done.add("deliver " + message.tag());
    }

    @Override
    public void forward(long node, int lane, Parcel parcel, long epoch, long nowNs) {
      String what =
          switch (parcel.kind()) {
            case Kind.FENCE -> "fence";
            case Kind.WAY -> "mark";
            default -> String.valueOf(parcel.message().tag());
          };
      String line = epoch == KeptLine.epochOf(epoch) ? "" : " in a line";
      done.add(what + " to " + node + " at " + KeptLine.epochOf(epoch) + line);
    }

    @Override
    public void forwardOwn(long node, int lane, Message message, long epoch, long nowNs) {
      done.add(message.tag() + " to " + node + " at " + epoch);
    }

    @Override
    public void onAway(long deltaBytes) {}

    @Override
    public @Nullable List<Way> leftBehind(long node) {
      return leftBehind.get(node);
    }

    @Override
    public boolean hasAccepted(long node) {
      return hasAccepted;
    }

    @Override
    public boolean hasUnreceived() {
      return false;
    }

    @Override
    public void acknowledgeFence(long origin, Message acknowledgement, long epoch, long nowNs) {}
  }

  private void own(VirtualRange range, long owner, long epoch) {
    List<Piece> pieces = table.cut(range);
    for (Piece piece : pieces) {
      piece.owner = owner;
      piece.epoch = epoch;
    }
    dispatcher.onOwnersChanged(pieces, 0);
  }

  private static Message message(int number, long to) {
    return new Message(LEAVER, to, number, new byte[0]);
  }

  private void send(int number) {
    dispatcher.dispatchOwn(Lane.BULK, message(number, 42), 0);
  }

  @Test
  void whatFollowsMessagesOnAnotherWayIsMarked() {
    own(RANGE, ONE, 3);
    send(1);
    own(RANGE, 0, 3);
    send(2);
    done.clear();
    dispatcher.giveTo(OTHER, 0);
    assertThat(done).containsExactly("mark to -2 at 3 in a line", "2 to -2 at 3 in a line");
    send(3);
    dispatcher.giveTo(OTHER, 0);
    assertThat(done).last().isEqualTo("3 to -2 at 3 in a line");
    assertThat(done).hasSize(3); // in the same line, behind what is there
  }

  @Test
  void nothingIsGivenAwayBeforeEarlierMessagesAreAccepted() {
    own(RANGE, ONE, 3);
    send(1);
    own(RANGE, 0, 3);
    send(2);
    done.clear();
    hasAccepted = false;
    dispatcher.giveTo(OTHER, 0);
    assertThat(done).isEmpty();
    hasAccepted = true;
    dispatcher.giveTo(OTHER, 0);
    assertThat(done).hasSize(2);
  }

  @Test
  void whatWentBackUnreceivedIsNotOvertakenByWhatIsGivenInAnotherLine() {
    own(RANGE, SELF, 3);
    own(RANGE, 0, 3); // released
    Parcel back = new Parcel(message(1, 42), Kind.APP, Parcel.UNRECEIVED, false);
    dispatcher.putBack(Lane.BULK, List.of(back), 0);
    send(2);
    dispatcher.giveTo(OTHER, 0);
    assertThat(done)
        .containsExactly(
            "1 to -2 at 3 in a line", "mark to -2 at 3 in a line", "2 to -2 at 3 in a line");
  }

  /**
   * A node that has returned knows no owners yet, and holds messages to all of the space in one
   * piece. The epochs of some are none of the others'.
   */
  @Test
  void whatIsKeptForTheFirstOwnerIsKeptBelowItsEpoch() {
    Parcel elsewhere = new Parcel(message(1, 80), Kind.APP, 5, false);
    dispatcher.putBack(Lane.BULK, List.of(elsewhere), 0);
    send(2);
    own(VirtualRange.of(60, 100), ONE, 6);
    done.clear();
    dispatcher.giveTo(OTHER, 0);
    assertThat(done).containsExactly("2 to -2 at " + (Claim.FIRST_EPOCH - 1) + " in a line");
  }

  @Test
  void lineThatMustWaitDoesNotHoldUpWhatItWaitsFor() {
    own(RANGE, OTHER, 6);
    long line = KeptLine.of(5, LEAVER, Parcel.OWN);
    Message mark = new WayMark(RANGE, ONE, 3).toParcel(LEAVER, Parcel.OWN).message();
    dispatcher.onWayMark(Lane.BULK, mark, line, 0);
    dispatcher.onArrival(Lane.BULK, message(1, 42), line, 0);
    assertThat(done).containsExactly("fence to -9 at 3");
    // The one to whom that fence goes has sent messages on to this node at epoch 5, and a fence.
    Fence theirs = new Fence(ONE, 1, Lane.BULK, RANGE);
    dispatcher.onFence(Lane.BULK, theirs.toMessage(SELF), 5, 0);
    assertThat(done).last().isEqualTo("fence to -2 at 6");
    dispatcher.fences().onAck(new Fence(SELF, 1, Lane.BULK, RANGE).toMessage(SELF), 0);
    assertThat(done).last().isEqualTo("1 to -2 at 6");
  }

  /** The leaver gave a part of the line to this node under its former name, and marks that. */
  @Test
  void lineDoesNotWaitForItself() {
    own(RANGE, OTHER, 6);
    long line = KeptLine.of(5, LEAVER, Parcel.OWN);
    Message mark = new WayMark(RANGE, SELF, line).toParcel(LEAVER, Parcel.OWN).message();
    dispatcher.onWayMark(Lane.BULK, mark, line, 0);
    dispatcher.onArrival(Lane.BULK, message(1, 42), line, 0);
    assertThat(done).containsExactly("1 to -2 at 6");
  }

  @Test
  void whatIsSplitFromAPieceThatGoesOnGoesOnToo() {
    leftBehind.put(ONE, List.of(new Way(VirtualRange.of(40, 45), Lane.BULK, 3, LEAVER, 4)));
    own(RANGE, 0, 5);
    Message mark = new WayMark(RANGE, ONE, 3).toParcel(LEAVER, Parcel.OWN).message();
    dispatcher.onWayMark(Lane.BULK, mark, 5, 0);
    dispatcher.dispatchOwn(Lane.URGENT, message(-1, 48), 0);
    own(RANGE, OTHER, 6); // the mark leads to the way of a part only: the piece is split there
    assertThat(done).contains("fence to -7 at 4", "-1 to -2 at 6");
  }

  /** What a leaver gave to one keeper, and that one on, comes before what it gave to another. */
  @Test
  void lineThatIsGivenOnIsAnotherLine() {
    long line = KeptLine.of(5, LEAVER, 3);
    assertThat(KeptLine.epochOf(line)).isEqualTo(5);
    assertThat(KeptLine.of(5, SELF, line)).isNotEqualTo(line);
    assertThat(KeptLine.of(5, LEAVER, 4)).isNotEqualTo(line);
    assertThat(KeptLine.of(6, LEAVER, 3)).isNotEqualTo(line);
    assertThat(KeptLine.epochOf(KeptLine.of(5, LEAVER, -4))).isEqualTo(5);
  }
}
