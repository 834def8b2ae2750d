package io.phoenix.routing.node;

import io.phoenix.api.ResourceName;
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
  private final NodeCore.Farewell farewell;
  private long keeper;

  LeavingHost(NodeCore node, NodeCore.Farewell farewell) {
    this.node = node;
    this.farewell = farewell;
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
  public void markLeft(boolean forGood, LongPredicate wasTold) {
    node.dispatcher().freeze();
    node.mail().freeze();
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
      if (!wasTold.test(source) && !returnsNot) {
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
    List<LaneParcel> mail = new ArrayList<>(node.settlement().takeSettled());
    mail.addAll(node.mail().takeWaiting());
    Baggage baggage =
        Packer.pack(
            node.namesSoFar(),
            last,
            node.flows(),
            node.dispatcher(),
            mail,
            node.settlement().unsettled(),
            node.unheard(),
            node.seals());
    node.markGone();
    node.links().close("node " + ResourceName.format(node.self()) + " has left", nowNs);
    farewell.onGone(baggage, inOrder, nowNs);
  }
}
