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
 * bounded time. One that only vanished may come back as it was: nothing that is for it is dropped.
 */
final class NodeMail {
  private final Flows flows;
  private final Owners owners;
  private final LongPredicate inDoubt;
  private final CoreEffects out;
  private final LongMap<Deque<LaneParcel>> waiting = new LongMap<>();
  private final LongMap<Boolean> givenUp = new LongMap<>();
  private boolean frozen;

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
    } else if (frozen || flows.isSendClosed(node) || owners.hasLeft(node) || inDoubt.test(to)) {
      waiting.computeIfAbsent(to, n -> new ArrayDeque<>()).add(new LaneParcel(lane, parcel));
    } else {
      flows.send(node, lane, parcel, 0, nowNs);
    }
  }

  /** Keeps everything from now on: this node is about to leave with it. */
  void freeze() {
    frozen = true;
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

  /**
   * A node is no longer waited for. If it left, what was for it in person is dropped; else that
   * stays, but no longer keeps this node from sending to others.
   */
  void giveUp(long node) {
    boolean left = owners.hasLeft(node) || flows.isSendClosed(node);
    if (left) {
      givenUp.put(node, Boolean.TRUE);
    }
    for (Deque<LaneParcel> mail : waiting.values()) {
      LaneParcel first = mail.peekFirst();
      if (first == null || owners.current(first.parcel().message().to()) != node) {
        continue;
      }
      if (left) {
        waiting.remove(first.parcel().message().to());
        drop(node, mail);
      } else {
        uncount(mail);
      }
    }
  }

  private void uncount(Deque<LaneParcel> mail) {
    for (int i = mail.size(); i > 0; i--) {
      LaneParcel w = mail.removeFirst();
      mail.addLast(new LaneParcel(w.lane(), giveBack(w.parcel())));
    }
  }

  /** The same parcel, without a claim to room in the send buffer. */
  private Parcel giveBack(Parcel parcel) {
    if (parcel.counted()) {
      out.onAccepted(parcel.message());
    }
    return new Parcel(parcel.message(), parcel.kind(), parcel.generation(), false);
  }

  private void drop(long node, Collection<LaneParcel> mail) {
    mail.forEach(w -> giveBack(w.parcel()));
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
