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

/** Where messages go, by what is known of owners at that moment. */
class DispatcherTest {
  private static final long SELF = -5;
  private static final long ONE = -9;
  private static final long OTHER = -2;
  private static final long SENDER = -7;

  private final List<String> done = new ArrayList<>();
  private final NameTable table = new NameTable(100);
  private final Map<Long, List<Way>> leftBehind = new HashMap<>();
  private boolean unreceived;
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
      String what = parcel.kind() == Kind.FENCE ? "fence" : String.valueOf(parcel.message().tag());
      done.add(what + " to " + node + " at " + epoch);
    }

    @Override
    public @Nullable List<Way> leftBehind(long node) {
      return leftBehind.get(node);
    }

    @Override
    public void forwardOwn(long node, int lane, Message message, long epoch, long nowNs) {
      done.add(message.tag() + " to " + node + " at " + epoch);
    }

    @Override
    public void onAway(long deltaBytes) {}

    @Override
    public boolean hasUnreceived() {
      return unreceived;
    }

    @Override
    public void acknowledgeFence(long origin, Message acknowledgement, long epoch, long nowNs) {
      done.add("acknowledge to " + origin + (epoch == 0 ? "" : ", not received at " + epoch));
    }
  }

  private void own(long owner, long epoch) {
    List<Piece> pieces = table.cut(VirtualRange.of(40, 50));
    pieces.forEach(
        piece -> {
          piece.owner = owner;
          piece.epoch = epoch;
        });
    dispatcher.onOwnersChanged(pieces, 0);
  }

  private void send(int number) {
    dispatcher.dispatchOwn(Lane.BULK, new Message(SELF, 42, number, new byte[0]), 0);
  }

  private void arrive(int number, long epoch) {
    dispatcher.onArrival(Lane.BULK, new Message(SENDER, 42, number, new byte[0]), epoch, 0);
  }

  private void fenceReturns(long id) {
    Fence fence = new Fence(SELF, id, Lane.BULK, VirtualRange.of(40, 50));
    dispatcher.fences().onAck(fence.toMessage(SELF), 0);
  }

  @Test
  void messagesWaitForAnOwnerAndGoInOrder() {
    send(1);
    send(2);
    assertThat(done).isEmpty();
    own(ONE, 1);
    send(3);
    assertThat(done).containsExactly("1 to -9 at 1", "2 to -9 at 1", "3 to -9 at 1");
  }

  @Test
  void afterAChangeOfOwnersMessagesWaitForTheFence() {
    own(ONE, 1);
    send(1);
    own(OTHER, 2);
    send(2);
    assertThat(done).containsExactly("1 to -9 at 1", "fence to -9 at 1");
    fenceReturns(1);
    assertThat(done).last().isEqualTo("2 to -2 at 2");
  }

  @Test
  void fenceThatReachesWhatIsNotReceivedSaysSo() {
    own(SELF, 3);
    unreceived = true;
    Fence fence = new Fence(SENDER, 5, Lane.BULK, VirtualRange.of(40, 50));
    dispatcher.onReached(fence.toMessage(SELF), 0);
    assertThat(done).containsExactly("acknowledge to -7, not received at 3");
  }

  @Test
  void anotherFenceFollowsWhatWasNotReceived() {
    own(ONE, 1);
    send(1);
    own(OTHER, 2);
    send(2);
    Fence fence = new Fence(SELF, 1, Lane.BULK, VirtualRange.of(40, 50));
    dispatcher.fences().onAck(fence.toMessage(SELF), OTHER, 2, 0);
    assertThat(done).last().isEqualTo("2 to -2 at 2");
    own(ONE, 3);
    send(3);
    assertThat(done).last().isEqualTo("fence to -2 at 2");
  }

  @Test
  void whatWentBackGoesBeforeWhatCameLater() {
    own(SELF, 3);
    own(0, 3); // released
    arrive(2, 3);
    send(3);
    Message back = new Message(SENDER, 42, 1, new byte[0]);
    Parcel parcel = new Parcel(back, Kind.APP, Parcel.UNRECEIVED, false);
    dispatcher.putBack(Lane.BULK, List.of(parcel), 0);
    own(ONE, 4);
    assertThat(done).containsExactly("1 to -9 at 4", "3 to -9 at 4", "2 to -9 at 4");
    own(OTHER, 5);
    arrive(4, 3);
    assertThat(done).last().isEqualTo("fence to -9 at 4");
  }

  @Test
  void whatComesBackInOneLaneDoesNotSetOffWhatWaitsInAnother() {
    own(ONE, 1);
    send(1);
    dispatcher.dispatchOwn(Lane.URGENT, new Message(SELF, 42, -1, new byte[0]), 0);
    own(OTHER, 2);
    send(2);
    dispatcher.dispatchOwn(Lane.URGENT, new Message(SELF, 42, -2, new byte[0]), 0);
    done.clear();
    dispatcher.fences().abandon(table.lookup(42), new Tenure(ONE, 1));
    for (int lane = 0; lane < Lane.COUNT; lane++) { // both lanes were bound to a node that crashed
      Message back = new Message(SELF, 42, lane == Lane.BULK ? 1 : -1, new byte[0]);
      Parcel unsent = new Parcel(back, Kind.APP, Parcel.OWN, false);
      dispatcher.putBack(lane, List.of(unsent), 0);
    }
    assertThat(done)
        .containsExactlyInAnyOrder("1 to -2 at 2", "2 to -2 at 2", "-1 to -2 at 2", "-2 to -2 at 2")
        .containsSubsequence("-1 to -2 at 2", "-2 to -2 at 2");
  }

  @Test
  void whatWasResolvedToThisNodeAtItsEpochIsDelivered() {
    own(SELF, 3);
    arrive(1, 3);
    assertThat(done).containsExactly("deliver 1");
  }

  @Test
  void whatWasResolvedToAnOlderEpochIsHandedOn() {
    own(OTHER, 3);
    arrive(1, 2);
    assertThat(done).containsExactly("1 to -2 at 3");
  }

  @Test
  void whatWasResolvedToALaterEpochThanIsKnownHereIsNotHandedBack() {
    own(ONE, 1); // old news, such as a node hears that has just returned with its log
    arrive(1, 2);
    assertThat(done).isEmpty();
    own(OTHER, 3);
    assertThat(done).containsExactly("1 to -2 at 3");
  }

  @Test
  void theWaysOfOneThatLeftForGoodAreInherited() {
    own(ONE, 1);
    send(1);
    own(OTHER, 9);
    send(2);
    done.clear();
    long third = -3;
    leftBehind.put(third, List.of(way(40, 43, 2, SELF, 4))); // has left, too
    dispatcher.fences().inherit(ONE, List.of(way(41, 45, 1, third, 2)), 0);
    assertThat(done)
        .containsExactly(
            "fence to -3 at 2", // [41, 45), sent before it is looked at who else has left
            "fence to -2 at 9"); // [41, 43), which this node had at epoch 4 and has handed on
    fenceReturns(3);
    assertThat(done).last().isEqualTo("2 to -2 at 9");
  }

  @Test
  void whatWentThroughOneThatLeftForGoodAndLeftNoWayBehindHasArrived() {
    own(ONE, 1);
    send(1);
    own(OTHER, 9);
    send(2);
    done.clear();
    dispatcher.fences().inherit(ONE, List.of(way(43, 45, 1, -3, 2)), 0);
    assertThat(done).containsExactly("2 to -2 at 9", "fence to -3 at 2");
  }

  private static Way way(long first, long end, long generation, long owner, long epoch) {
    return new Way(VirtualRange.of(first, end), Lane.BULK, generation, owner, epoch);
  }

  @Test
  void nothingGoesOutOnceItIsFrozen() {
    send(1);
    dispatcher.freeze();
    own(ONE, 1);
    assertThat(done).isEmpty();
    assertThat(dispatcher.held().get(Lane.BULK)).hasSize(1);
    dispatcher.thaw(0);
    assertThat(dispatcher.holdsAny()).isFalse();
  }
}
