package io.phoenix.routing.node;

import io.phoenix.api.ResourceName;
import io.phoenix.routing.link.Link;
import io.phoenix.routing.names.Claim;
import io.phoenix.routing.names.NodeRecord;
import io.phoenix.routing.names.Way;
import io.phoenix.routing.wire.proto.Close;
import java.util.ArrayList;
import java.util.List;

/** What a node does for its {@link Departure}. */
final class LeavingHost implements Departure.Host {
  private static final int MAX_WAYS = 4096;

  private final NodeCore node;
  private final NodeCore.Farewell farewell;

  LeavingHost(NodeCore node, NodeCore.Farewell farewell) {
    this.node = node;
    this.farewell = farewell;
  }

  @Override
  public NodeRecord lastRecord(long nowNs) {
    NodeRecord last = node.nextRecord();
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
  public void markLeft(boolean allTold) {
    node.dispatcher().freeze();
    List<Way> open = node.dispatcher().fences().openForOthers();
    // A record must fit into one message. So many ways there are only if all is in disorder.
    node.claims().markLeft(allTold && open.size() <= MAX_WAYS ? open : null);
    node.mail().freeze();
  }

  @Override
  public void onGone(List<Claim> last, boolean inOrder, long nowNs) {
    node.gossip().spread(List.of(node.nextRecord()), null);
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
