package io.phoenix.routing.node;

import io.phoenix.api.Message;
import io.phoenix.routing.flow.Flows;
import io.phoenix.routing.flow.Kind;
import io.phoenix.routing.flow.Lane;
import io.phoenix.routing.flow.Parcel;
import io.phoenix.routing.names.Claim;
import io.phoenix.routing.names.Dispatcher;
import io.phoenix.routing.names.NodeRecord;
import io.phoenix.routing.wire.proto.Close;
import io.phoenix.routing.world.Timers;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.function.LongPredicate;

/**
 * A node's leave, step by step, each bounded in time:
 *
 * <ol>
 *   <li><b>release</b> all it assumes, so that peers keep messages for it with them;
 *   <li><b>drain</b>: hand over what it holds for others, and fence every way it used, until
 *       nothing is under way that only this node could see to; half of the time at most, for others
 *       can see to it that nothing overtakes what it sent on: it leaves its ways behind ({@link
 *       io.phoenix.routing.names.Fences#inherit}). What waits for an owner is, after a short time
 *       in which one may be heard of, given into the keeping of a node that stays, unless there is
 *       a log. Nobody waits for fences to virtual nodes that nobody assumes: their owner may be a
 *       node that leaves at the same time, and the two would wait for each other;
 *   <li><b>keep</b>, with a log: take no more messages, send nothing on, and have written down what
 *       is here. Nothing of this is known to peers, so the node can stay after all if there is no
 *       room on the disk. Who is killed from here on returns with that log as one that left while
 *       it was cut off: every peer is asked what it had accepted;
 *   <li><b>close</b>: take no more messages, and tell every peer how many of its messages were
 *       taken; the peer keeps or re-sends the others. The last record tells those that cannot be
 *       reached, if nobody will come back to tell them;
 *   <li><b>announce</b>: make sure that some peer or neighbour has the last record, to pass it on.
 *       It is spread as the links close, too, but a link that breaks just then would lose it, and
 *       nobody may come back who could tell later;
 *   <li><b>gone</b>.
 * </ol>
 *
 * What cannot be done in time is written down in the {@link Baggage}. A node that leaves for good
 * and has a place for a log ({@link LeaveMode#REST_TO_LOG}) has that written before it announces
 * anything, and only if there is something: then peers are told that somebody may come back.
 */
final class Departure {
  private static final long CHECK_NS = 5_000_000L;

  private final Flows flows;
  private final Dispatcher dispatcher;
  private final Timers timers;
  private final Host host;
  private final List<Claim> claims;
  private final LeaveMode mode;
  private final long timeoutNs;
  private final List<Long> told = new ArrayList<>();
  private final Set<Long> announced = new LinkedHashSet<>();
  private List<Long> unheard = List.of();
  private long startedNs;
  private boolean inOrder;
  private State state = State.DRAINING;
  private boolean drained;
  private long keptSinceNs;
  private boolean isAsking;

  private enum State {
    /** Handing over. */
    DRAINING,
    /** Waiting until what is here is written down. */
    KEEPING,
    /** Waiting for the peers to hear that this node has left. */
    CLOSING,
    /** Waiting for somebody to hear that all have heard. */
    ANNOUNCING,
    /** Over. */
    GONE
  }

  /** What the departure asks of the node. */
  interface Host {
    /** The node's last record but for the one that says that it is gone. */
    NodeRecord lastRecord(long nowNs);

    /**
     * From now on the node's record tells where all that it took of others has arrived, as far as
     * it may move on from there because nobody has received it; returns whether it can.
     */
    boolean leaveWaysBehind();

    /** Signs what a peer is told. */
    Close sign(Close.Builder close, long peer);

    /** The nodes to which there is a link. */
    List<Long> neighbours();

    /** Whether there is a way to a node. */
    boolean canReach(long node);

    /** Whether a node has left. */
    boolean hasLeft(long node);

    /** Whether a node that vanished is no longer waited for. */
    boolean isGivenUp(long node);

    /** Whether messages to virtual nodes wait here that this node did not assume. */
    boolean holdsForOthers();

    /** Whether messages to nodes that have left, and may return, wait here. */
    boolean holdsMail();

    /**
     * Gives what waits here for an owner, or for a node's return, to a node that stays.
     *
     * @return whether there is such a node
     */
    boolean handToKeeper(long nowNs);

    /**
     * Nothing that the node holds goes out any more: the next node on the way either does not know
     * that this node leaves, or has heard that nothing more will come from it.
     */
    void freeze();

    /**
     * Has written down what is here.
     *
     * @param unheard the peers that are not known to have heard of the leave
     * @return whether {@link Departure#onKept} or {@link Departure#onNotKept} follows
     */
    boolean keep(List<Claim> claims, List<Long> unheard, long nowNs);

    /**
     * From now on the node's record says that it has left.
     *
     * @param forGood whether nobody comes back: then the record tells all who were not told how far
     *     this node has taken their messages
     * @param wasTold whether a node is known to have heard that
     */
    void markLeft(boolean forGood, LongPredicate wasTold);

    /** All is done; {@code inOrder} if every peer was told. */
    void onGone(List<Claim> claims, boolean inOrder, long nowNs);
  }

  /**
   * Begins a leave.
   *
   * @param mode whether somebody may come back with what is left. If not, and if it assumes
   *     nothing, it is worth waiting for owners of virtual nodes that are on the move, and for
   *     peers that cannot be reached
   */
  Departure(
      Flows flows,
      Dispatcher dispatcher,
      Timers timers,
      Host host,
      List<Claim> claims,
      LeaveMode mode,
      long timeoutNs,
      long nowNs) {
    this.flows = flows;
    this.dispatcher = dispatcher;
    this.timers = timers;
    this.host = host;
    this.claims = claims;
    this.mode = mode;
    this.timeoutNs = timeoutNs;
    this.startedNs = nowNs;
    timers.set(0, this::onCheck);
  }

  private void onCheck(long nowNs) {
    long elapsed = nowNs - startedNs;
    if (state == State.DRAINING) {
      dispatcher.fences().sendAll(nowNs);
      boolean isEarly = elapsed < timeoutNs / 8;
      boolean isKept = !withLog() && !(waits() && isEarly) && host.handToKeeper(nowNs);
      // In a log it would be out of reach for an owner that may be heard of in a moment.
      boolean isAwaited = withLog() && isEarly && host.holdsForOthers();
      boolean done = hasHandedOver(isEarly) && !isAwaited && !(waits() && isWorthWaiting(isKept));
      // What waits for a range that nobody assumes goes along: peers must not overtake it.
      drained =
          done
              && !dispatcher.holdsAny()
              && !dispatcher.fences().hasUnderWay()
              && host.leaveWaysBehind();
      if (done || elapsed >= timeoutNs / 2) {
        finishDraining(nowNs);
      }
    }
    if (state == State.CLOSING) {
      if (!withLog()) { // what another leaver has not accepted comes back only now
        boolean unused = host.handToKeeper(nowNs);
      }
      tell(nowNs);
      boolean allSaid = allToldHeard() && !(waits() && mayReachMore(elapsed));
      if (allSaid || elapsed >= timeoutNs) {
        conclude(nowNs);
      }
    }
    if (state == State.ANNOUNCING) {
      announce(nowNs);
      if (isAnnounced() || elapsed >= timeoutNs) {
        state = State.GONE;
        host.onGone(claims, inOrder, nowNs);
        return;
      }
    }
    if (state != State.KEEPING) {
      timers.set(CHECK_NS, this::onCheck);
    }
  }

  private boolean withLog() {
    return mode == LeaveMode.WITH_LOG;
  }

  private boolean waits() {
    return !withLog() && claims.stream().allMatch(Claim::released);
  }

  /** Whether there is nothing left that could be handed over. */
  private boolean hasHandedOver(boolean isEarly) {
    boolean isOpen =
        isEarly ? dispatcher.fences().hasUnderWay() : dispatcher.fences().isOpenToOwners();
    if (isOpen || dispatcher.holdsForOwners()) {
      return false;
    }
    return flows.openPeers().stream().allMatch(p -> flows.unacknowledged(p) == 0);
  }

  /** Whether an owner may yet be heard of, or a peer be told that may yet be reached. */
  private boolean isWorthWaiting(boolean isKept) {
    return (!isKept && (dispatcher.holdsAny() || host.holdsMail()))
        || flows.openPeers().stream()
            .anyMatch(p -> !host.canReach(p) && !host.hasLeft(p) && !host.isGivenUp(p));
  }

  private void finishDraining(long nowNs) {
    flows.stopReceiving();
    if (withLog()) {
      host.freeze();
      keep(flows.openPeers(), nowNs);
    } else {
      close(nowNs);
    }
  }

  private void keep(List<Long> inDoubt, long nowNs) {
    state = State.KEEPING;
    keptSinceNs = nowNs;
    isAsking = true;
    boolean follows = host.keep(claims, inDoubt, nowNs);
    isAsking = false;
    if (!follows) {
      announceLeave(true);
    }
  }

  /** What was here is on the disk. */
  void onKept(long nowNs) {
    if (withLog()) {
      close(nowNs);
    } else {
      announceLeave(false);
    }
    goOn(nowNs);
  }

  /** It cannot be written; returns whether the leave goes on without. */
  boolean onNotKept(long nowNs) {
    if (withLog()) {
      return false;
    }
    announceLeave(true);
    goOn(nowNs);
    return true;
  }

  private void goOn(long nowNs) {
    startedNs += nowNs - keptSinceNs; // a slow disk does not shorten the farewell
    if (!isAsking) { // else the check that asked goes on itself
      timers.set(0, this::onCheck);
    }
  }

  private void close(long nowNs) {
    state = State.CLOSING;
    tell(nowNs);
  }

  /** Tells each peer that can be reached, once; also those that only now send, or are found. */
  private void tell(long nowNs) {
    NodeRecord last = null;
    for (long peer : flows.openPeers()) {
      if (host.canReach(peer) && !host.hasLeft(peer) && !told.contains(peer)) {
        last = last == null ? host.lastRecord(nowNs) : last;
        sayClose(peer, last, nowNs);
        told.add(peer);
      }
    }
  }

  /** Whether a peer could not be told yet, and is still waited for. */
  private boolean mayReachMore(long elapsedNs) {
    return elapsedNs < timeoutNs / 4 * 3
        && flows.openPeers().stream()
            .anyMatch(p -> !told.contains(p) && !host.hasLeft(p) && !host.isGivenUp(p));
  }

  private void sayClose(long peer, NodeRecord record, long nowNs) {
    Close close =
        host.sign(
            Close.newBuilder()
                .setAccepted(Settlement.toProto(flows.acceptedFrom(peer)))
                .setDrained(drained)
                .setRecord(Records.toProto(record)),
            peer);
    Message message = new Message(record.node(), peer, 0, close.toByteArray());
    flows.send(peer, Lane.URGENT, new Parcel(message, Kind.CLOSE, Parcel.OWN, false), 0, nowNs);
  }

  /** Notes how the leave went, before more is sent. */
  private void conclude(long nowNs) {
    inOrder = isInOrder();
    unheard = flows.openPeers().stream().filter(p -> !(told.contains(p) && hasHeard(p))).toList();
    host.freeze();
    if (mode == LeaveMode.REST_TO_LOG) {
      keep(unheard, nowNs);
    } else {
      announceLeave(!withLog());
    }
  }

  /** Not for good if somebody may return: what it brings along must not be overtaken. */
  private void announceLeave(boolean forGood) {
    state = State.ANNOUNCING;
    host.markLeft(
        forGood, p -> told.contains(p) && !flows.isSendClosed(p) && flows.unacknowledged(p) == 0);
  }

  /** Tells the last record to all who were told of the leave, and to those nearby. */
  private void announce(long nowNs) {
    NodeRecord last = null;
    for (List<Long> some : List.of(told, host.neighbours())) {
      for (long peer : some) {
        boolean canHear = host.canReach(peer) && !host.hasLeft(peer) && !flows.isSendClosed(peer);
        if (canHear && announced.add(peer)) {
          last = last == null ? host.lastRecord(nowNs) : last;
          sayClose(peer, last, nowNs);
        }
      }
    }
  }

  /** One is enough: it passes the record on. */
  private boolean isAnnounced() {
    return announced.isEmpty() || announced.stream().anyMatch(this::hasHeard);
  }

  private boolean allToldHeard() {
    return told.stream().allMatch(this::hasHeard);
  }

  private boolean hasHeard(long peer) {
    return flows.isSendClosed(peer) || flows.unacknowledged(peer) == 0;
  }

  private boolean isInOrder() {
    return flows.openPeers().stream()
        .allMatch(p -> host.hasLeft(p) || (told.contains(p) && hasHeard(p)));
  }

  /**
   * The peers that did not hear of the leave: what passed between them and this node is in doubt.
   */
  List<Long> unheard() {
    return unheard;
  }
}
