package io.phoenix.routing.node;

import io.phoenix.api.ResourceName;
import io.phoenix.api.VirtualRange;
import io.phoenix.api.VirtualRangeSet;
import io.phoenix.routing.flow.Positions;
import io.phoenix.routing.link.Link;
import io.phoenix.routing.names.AcceptedFlow;
import io.phoenix.routing.names.Claim;
import io.phoenix.routing.names.NodeRecord;
import io.phoenix.routing.names.Way;
import io.phoenix.routing.wire.Controls;
import io.phoenix.routing.wire.proto.Close;
import java.util.ArrayList;
import java.util.List;
import java.util.function.LongPredicate;

/** What a node does for its {@link Departure}. */
final class LeavingHost implements Departure.Host {
  private static final int MAX_WAYS = 4096;

  private final NodeCore node;
  private final Farewell farewell;
  private final List<Claim> claims;
  private final Departure departure;
  private long keeper;

  /** Begins to leave. */
  LeavingHost(NodeCore node, LeaveMode mode, Farewell farewell, long nowNs) {
    this.node = node;
    this.farewell = farewell;
    claims = new ArrayList<>(node.claims().leave());
    claims.addAll(node.tentative().take());
    node.mesh().onLeaving();
    node.records().publish(nowNs);
    node.returns().putBack(node.inbox().takeBack(VirtualRange.all(node.spaceSize())), nowNs);
    departure =
        new Departure(
            node.flows(),
            node.dispatcher(),
            node.timers(),
            this,
            claims,
            mode,
            node.settings().config().leaveTimeout().toNanos(),
            nowNs);
  }

  /** What was here is on the disk. */
  void onKept(long nowNs) {
    departure.onKept(nowNs);
  }

  /** It cannot be written; returns whether the node leaves all the same. */
  boolean onNotKept(long nowNs) {
    return departure.onNotKept(nowNs);
  }

  /**
   * The node stays, after all: nobody has been told more than that it released what it assumed. It
   * assumes that again, unless somebody else has meanwhile.
   */
  void stay(long nowNs) {
    node.flows().resumeReceiving();
    node.claims().stay();
    node.mesh().onStaying(nowNs);
    long aloneNs = node.settings().config().deadAfter().toNanos();
    node.tentative().restore(claims, List.of(), aloneNs, nowNs);
    node.tentative().confirm(nowNs);
    node.records().publish(nowNs);
    node.dispatcher().thaw(nowNs);
    node.mail().thaw(nowNs);
  }

  @Override
  public NodeRecord lastRecord(long nowNs) {
    NodeRecord last = node.records().next();
    node.owners().update(last, nowNs); // lest it be news when it comes back from others
    return last;
  }

  @Override
  public boolean leaveWaysBehind() {
    List<Way> open = node.dispatcher().fences().openForOthers();
    boolean fits = open.size() <= MAX_WAYS;
    node.claims().leaveBehind(fits ? open : List.of());
    return fits;
  }

  @Override
  public Close sign(Close.Builder close, long peer) {
    return node.seals().sign(close, peer);
  }

  @Override
  public List<Long> neighbours() {
    return node.links().links().stream().map(Link::peer).toList();
  }

  @Override
  public boolean canReach(long other) {
    return node.nextHop(other) != 0;
  }

  @Override
  public boolean hasLeft(long other) {
    return node.owners().hasLeft(other);
  }

  @Override
  public boolean isGivenUp(long other) {
    return node.absences().isGivenUp(other);
  }

  @Override
  public void freeze() {
    node.dispatcher().freeze();
    node.mail().freeze();
  }

  @Override
  public boolean keep(List<Claim> last, List<Long> unheard, long nowNs) {
    node.drain(nowNs); // what has arrived here is in the mailbox
    return farewell.keep(Packer.pack(node, last, unheard), nowNs);
  }

  @Override
  public void markLeft(boolean forGood, LongPredicate wasTold) {
    List<Way> open = node.dispatcher().fences().openForOthers();
    List<AcceptedFlow> untold = untold(wasTold);
    // A record must fit into one message. So much there is only if all is in disorder: then peers
    // wait for an answer until they give this node up, and say what is in doubt.
    if (forGood && open.size() <= MAX_WAYS && untold.size() <= Controls.MAX_ACCEPTED) {
      node.claims().markLeftForGood(open, untold);
    } else {
      node.claims().markLeft();
    }
  }

  /** How far messages were accepted whose sender may not know, be it that it has left itself. */
  private List<AcceptedFlow> untold(LongPredicate wasTold) {
    List<AcceptedFlow> untold = new ArrayList<>();
    for (long source : node.flows().sources()) {
      NodeRecord record = node.owners().record(source);
      boolean returnsNot = record != null && record.left() && record.told();
      // One that leaves, too, may be killed and return with a log from before it was told.
      boolean mayForget = record != null && record.leaving();
      if ((mayForget || !wasTold.test(source)) && !returnsNot) {
        Positions accepted = node.flows().acceptedFrom(source);
        untold.add(new AcceptedFlow(source, node.self(), accepted));
      }
    }
    for (Baggage.OldFlow flow : node.settlement().unsettled()) {
      if (node.claims().recentFormer().contains(flow.self())) {
        untold.add(new AcceptedFlow(flow.peer(), flow.self(), flow.accepted()));
      }
    }
    return untold;
  }

  @Override
  public boolean holdsForOthers() {
    VirtualRangeSet own =
        VirtualRangeSet.of(claims.stream().filter(c -> !c.released()).map(Claim::range).toList());
    return node.table().pieces().stream()
        .anyMatch(p -> p.waiting() > 0 && !own.contains(p.range().first()));
  }

  @Override
  public boolean holdsMail() {
    return node.mail().holdsForReturning();
  }

  @Override
  public boolean handToKeeper(long nowNs) {
    keeper = Keepers.choose(node, keeper);
    if (keeper != 0) {
      node.dispatcher().giveTo(keeper, nowNs);
      node.mail().giveTo(keeper, nowNs);
    }
    return keeper != 0;
  }

  @Override
  public void onGone(List<Claim> last, boolean inOrder, long nowNs) {
    node.gossip().spread(List.of(node.records().next()), null);
    Baggage baggage = Packer.packLast(node, last, departure.unheard());
    node.markGone();
    node.links().close("node " + ResourceName.format(node.self()) + " has left", nowNs);
    farewell.onGone(baggage, inOrder, nowNs);
  }
}
