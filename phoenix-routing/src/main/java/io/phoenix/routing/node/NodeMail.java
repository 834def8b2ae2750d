package io.phoenix.routing.node;

import io.phoenix.api.ResourceName;
import io.phoenix.routing.collect.LongMap;
import io.phoenix.routing.flow.Flows;
import io.phoenix.routing.flow.Kind;
import io.phoenix.routing.flow.Parcel;
import io.phoenix.routing.names.Owners;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Deque;
import java.util.List;
import java.util.function.LongPredicate;

/**
 * Messages to nodes by their own names. To one that is there, or may yet be heard of, they go
 * through its flow; for one that has left they wait until it returns under another name, for a
 * bounded time.
 */
final class NodeMail {
  private final Flows flows;
  private final Owners owners;
  private final LongPredicate inDoubt;
  private final CoreEffects out;
  private final LongMap<Deque<LaneParcel>> waiting = new LongMap<>();
  private final LongMap<Boolean> givenUp = new LongMap<>();

  /**
   * Mail of a node.
   *
   * @param inDoubt whether earlier messages to a name are in doubt, so that later ones must wait
   */
  NodeMail(Flows flows, Owners owners, LongPredicate inDoubt, CoreEffects out) {
    this.flows = flows;
    this.owners = owners;
    this.inDoubt = inDoubt;
    this.out = out;
  }

  /** Sends to a node that is not this one. */
  void send(int lane, Parcel parcel, long nowNs) {
    long to = parcel.message().to();
    long node = owners.current(to);
    if (givenUp.containsKey(node)) {
      drop(node, List.of(new LaneParcel(lane, parcel)));
    } else if (flows.isSendClosed(node) || owners.hasLeft(node) || inDoubt.test(to)) {
      waiting.computeIfAbsent(to, n -> new ArrayDeque<>()).add(new LaneParcel(lane, parcel));
    } else {
      flows.send(node, lane, parcel, 0, nowNs);
    }
  }

  /** How many messages wait for nodes that have left. */
  int waitingCount() {
    return waiting.values().stream().mapToInt(Deque::size).sum();
  }

  /** Puts what was not accepted in front of what waits, and tries again. */
  void putBack(List<LaneParcel> parcels, long nowNs) {
    for (int i = parcels.size() - 1; i >= 0; i--) {
      long to = parcels.get(i).parcel().message().to();
      waiting.computeIfAbsent(to, n -> new ArrayDeque<>()).addFirst(parcels.get(i));
    }
    if (!parcels.isEmpty()) {
      retryAll(nowNs);
    }
  }

  /** A node has returned, or it is settled what one had accepted: some mail may be able to go. */
  void retryAll(long nowNs) {
    for (Deque<LaneParcel> mail : waiting.values()) {
      LaneParcel first = mail.peekFirst();
      if (first != null) {
        waiting.remove(first.parcel().message().to());
        mail.forEach(w -> send(w.lane(), w.parcel(), nowNs));
      }
    }
  }

  /** A node that left is no longer waited for: what was for it in person is dropped. */
  void giveUp(long node) {
    if (owners.hasLeft(node)) {
      givenUp.put(node, Boolean.TRUE);
    }
    Deque<LaneParcel> mail = waiting.remove(node);
    if (mail != null) {
      drop(node, mail);
    }
  }

  private void drop(long node, Collection<LaneParcel> mail) {
    for (LaneParcel w : mail) {
      if (w.parcel().counted()) {
        out.onAccepted(w.parcel().message());
      }
    }
    long lost = mail.stream().filter(w -> w.parcel().kind() == Kind.APP).count();
    if (lost > 0) {
      out.warn(
          "dropped "
              + lost
              + " messages to node "
              + ResourceName.format(node)
              + " by its own name: it has left and did not return");
    }
  }

  /** Takes out what waits, for the log. */
  List<LaneParcel> takeWaiting() {
    List<LaneParcel> all = new ArrayList<>();
    for (Deque<LaneParcel> mail : waiting.values()) {
      all.addAll(mail);
      mail.clear();
    }
    return all;
  }
}
