package io.phoenix.routing.node;

import io.phoenix.api.Message;
import io.phoenix.api.ResourceName;
import io.phoenix.routing.collect.LongMap;
import io.phoenix.routing.flow.Flows;
import io.phoenix.routing.flow.Kind;
import io.phoenix.routing.flow.Parcel;
import io.phoenix.routing.names.NodeRecord;
import io.phoenix.routing.names.Owners;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;

/**
 * Messages to nodes by their own names. To one that is there, or may yet be heard of, they go
 * through its flow; for one that has left they wait until it returns under another name, for a
 * bounded time.
 *
 * <p>One that only vanished may come back as it was, however late: what is for it is kept. But it
 * must not keep this node from sending to others, so from when it is given up that no longer counts
 * in the send buffer; instead, all that is kept for such nodes may take up as much room again, and
 * what is sent beyond that is dropped, with a warning that counts.
 */
final class NodeMail {
  private final Flows flows;
  private final Owners owners;
  private final Host host;
  private final CoreEffects out;
  private final long keepBytes;
  private final LongMap<Deque<LaneParcel>> waiting = new LongMap<>();

  /** By name: who keeps messages to it, since this node leaves for good. */
  private final LongMap<Long> keepers = new LongMap<>();

  private final LongMap<Boolean> leftForGood = new LongMap<>();

  /** By node, how many messages were dropped. */
  private final LongMap<Long> dropped = new LongMap<>();

  /** What waits and is not counted in the send buffer. */
  private long keptBytes;

  private boolean frozen;

  /** What the mail asks of the node. */
  interface Host {
    /** Whether earlier messages to a name are in doubt, so that later ones must wait. */
    boolean isInDoubt(long name);

    /** Whether a node that vanished is no longer waited for. */
    boolean isGivenUp(long node);

    /** Something is for a node: if there is no way to it, that is not waited for for ever. */
    void onMailFor(long node);
  }

  /**
   * Mail of a node.
   *
   * @param keepBytes how much is kept for nodes that are given up
   */
  NodeMail(Flows flows, Owners owners, Host host, CoreEffects out, long keepBytes) {
    this.flows = flows;
    this.owners = owners;
    this.host = host;
    this.out = out;
    this.keepBytes = keepBytes;
  }

  /** Sends to a node that is not this one. */
  void send(int lane, Parcel parcel, long nowNs) {
    long to = parcel.message().to();
    long node = owners.current(to);
    if (leftForGood.containsKey(node)) {
      drop(node, parcel, "it has left and did not return");
    } else if (frozen
        || keepers.containsKey(to)
        || flows.isSendClosed(node)
        || owners.hasLeft(node)) {
      waitInLine(new LaneParcel(lane, parcel));
    } else if (host.isGivenUp(node)) {
      keep(node, lane, parcel); // also if earlier ones are in doubt: it stays behind them
    } else if (host.isInDoubt(to)) {
      host.onMailFor(node);
      waitInLine(new LaneParcel(lane, parcel));
    } else if (waiting.containsKey(to) || (!parcel.counted() && owners.record(node) == null)) {
      // What came before it waits. Or this node does not know the other one yet, as a leaver did,
      // or its own former self: then no flow is made, for peers choose such names.
      host.onMailFor(node);
      waitInLine(new LaneParcel(lane, parcel));
    } else {
      host.onMailFor(node);
      flows.send(node, lane, parcel, 0, nowNs);
    }
  }

  /**
   * Takes a message to another node in person into this node's keeping: its sender leaves for good,
   * and the other node is away (see {@link #giveTo}). All such messages share the room of those for
   * nodes that are given up.
   */
  void keepForLeaver(int lane, Message message, long nowNs) {
    Parcel parcel = new Parcel(message, Kind.APP, Parcel.OWN, false);
    if (keptBytes + parcel.costBytes() > keepBytes) {
      long node = owners.current(message.to());
      drop(node, parcel, "a leaver gave them here, and " + keptBytes + " bytes are kept already");
    } else {
      send(lane, parcel, nowNs);
    }
  }

  private Deque<LaneParcel> mailTo(long to) {
    return waiting.computeIfAbsent(to, n -> new ArrayDeque<>());
  }

  private void waitInLine(LaneParcel mail) {
    mailTo(mail.parcel().message().to()).addLast(mail);
    count(mail, 1);
  }

  /** Takes out what waits for the name that {@code mail} is for. */
  private Deque<LaneParcel> take(Deque<LaneParcel> mail) {
    if (!mail.isEmpty()) {
      waiting.remove(mail.getFirst().parcel().message().to());
      mail.forEach(w -> count(w, -1));
    }
    return mail;
  }

  private void count(LaneParcel mail, int sign) {
    long bytes = sign * mail.parcel().costBytes();
    if (mail.parcel().counted()) {
      out.onAway(bytes);
    } else {
      keptBytes += bytes;
    }
  }

  /** Keeps a message for a node that is given up, outside of the send buffer, if there is room. */
  private void keep(long node, int lane, Parcel parcel) {
    if (keptBytes + parcel.costBytes() > keepBytes) {
      drop(node, parcel, "it vanished long ago, and " + keptBytes + " bytes are kept already");
    } else {
      waitInLine(new LaneParcel(lane, giveBack(parcel)));
    }
  }

  /** Keeps everything from now on: this node is about to leave with it. */
  void freeze() {
    frozen = true;
  }

  /** This node stays, after all: what waits goes on. */
  void thaw(long nowNs) {
    frozen = false;
    retryAll(nowNs);
  }

  /** How many messages wait for nodes that have left. */
  int waitingCount() {
    return waiting.values().stream().mapToInt(Deque::size).sum();
  }

  /** Puts what was not accepted in front of what waits, and tries again. */
  void putBack(List<LaneParcel> parcels, long nowNs) {
    putInFront(parcels);
    if (!parcels.isEmpty()) {
      retryAll(nowNs);
    }
  }

  private void putInFront(List<LaneParcel> parcels) {
    for (int i = parcels.size() - 1; i >= 0; i--) {
      LaneParcel mail = parcels.get(i);
      mailTo(mail.parcel().message().to()).addFirst(mail);
      count(mail, 1);
    }
  }

  /** A node is known now: what waits for it may be able to go. */
  void onKnown(long node, long nowNs) {
    if (waiting.containsKey(node)) {
      retryAll(nowNs);
    }
  }

  /** A node is back, or it is settled what one had accepted: some mail may be able to go. */
  void retryAll(long nowNs) {
    for (Deque<LaneParcel> mail : waiting.values()) {
      take(mail).forEach(w -> send(w.lane(), w.parcel(), nowNs));
    }
  }

  /**
   * A node is no longer waited for. If it left, what was for it in person is dropped; else that
   * stays, but no longer keeps this node from sending to others.
   */
  void giveUp(long node) {
    boolean left = owners.hasLeft(node) || flows.isSendClosed(node);
    if (left) {
      leftForGood.put(node, Boolean.TRUE);
    }
    for (Deque<LaneParcel> mail : waiting.values()) {
      LaneParcel first = mail.peekFirst();
      if (first == null || owners.current(first.parcel().message().to()) != node) {
        continue;
      }
      for (LaneParcel w : take(mail)) {
        if (left) {
          drop(node, w.parcel(), "it has left and did not return");
        } else {
          keep(node, w.lane(), w.parcel());
        }
      }
    }
  }

  /** The same parcel, without a claim to room in the send buffer. */
  private Parcel giveBack(Parcel parcel) {
    if (parcel.counted()) {
      out.onAccepted(parcel.message());
    }
    return new Parcel(parcel.message(), parcel.kind(), parcel.generation(), false);
  }

  /** Drops a message; who goes on sending is not warned each time, but twice as late each time. */
  private void drop(long node, Parcel parcel, String reason) {
    giveBack(parcel);
    if (parcel.kind() == Kind.APP) {
      long before = dropped.computeIfAbsent(node, n -> 0L);
      dropped.put(node, before + 1);
      if (Long.bitCount(before + 1) == 1) {
        String name = ResourceName.format(node);
        out.warn("dropped %d messages to node %s in all: %s".formatted(before + 1, name, reason));
      }
    }
  }

  /** Whether anything waits for a node, under whichever name. */
  boolean waitsFor(long node) {
    return waiting.values().stream()
        .map(Deque::peekFirst)
        .anyMatch(m -> m != null && owners.current(m.parcel().message().to()) == node);
  }

  /** The node is forgotten. */
  void forget(long node) {
    leftForGood.remove(node);
    dropped.remove(node);
  }

  /** Whether something waits for a node that has left, and may return. */
  boolean holdsForReturning() {
    return waiting.values().stream().anyMatch(this::mayReturn);
  }

  private boolean mayReturn(Deque<LaneParcel> mail) {
    LaneParcel first = mail.peekFirst();
    if (first == null) {
      return false;
    }
    NodeRecord record = owners.record(owners.current(first.parcel().message().to()));
    return record == null || !record.left() || !record.told();
  }

  /**
   * Gives what waits into the keeping of another node: this one leaves for good. Messages to one
   * name go to one keeper, or those that another one has might be overtaken; and none go while
   * earlier ones are in doubt.
   */
  void giveTo(long keeper, long nowNs) {
    for (Deque<LaneParcel> mail : waiting.values()) {
      LaneParcel first = mail.peekFirst();
      if (first == null || !mayReturn(mail) || isBehindOthers(first.parcel().message().to())) {
        continue;
      }
      long to = first.parcel().message().to();
      if (keepers.computeIfAbsent(to, n -> keeper) == keeper) {
        take(mail).forEach(w -> flows.send(keeper, w.lane(), w.parcel(), 0, nowNs));
      }
    }
  }

  /**
   * Whether earlier messages to a name may have been taken by the node that had it. Those that were
   * sent before it was known that the node had left, and never went out, come first again.
   */
  private boolean isBehindOthers(long to) {
    if (flows.unacknowledged(to) > 0) {
      putInFront(
          LaneParcel.flatten(
              flows.takeUnsent(
                  to, (message, kind, epoch) -> kind == Kind.APP && message.to() == to)));
    }
    return host.isInDoubt(to) || flows.unacknowledged(to) > 0;
  }

  /** What waits, for the log. */
  List<LaneParcel> waiting() {
    List<LaneParcel> all = new ArrayList<>();
    waiting.values().forEach(all::addAll);
    return all;
  }
}
