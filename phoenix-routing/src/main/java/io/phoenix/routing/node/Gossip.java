package io.phoenix.routing.node;

import io.phoenix.routing.link.Link;
import io.phoenix.routing.link.Links;
import io.phoenix.routing.names.NodeRecord;
import io.phoenix.routing.names.Owners;
import io.phoenix.routing.wire.BadFrameException;
import io.phoenix.routing.wire.Controls;
import io.phoenix.routing.wire.proto.Control;
import io.phoenix.routing.wire.proto.Ownership;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Floods records: what is new here goes to all neighbours but the one it came from, and a new
 * neighbour is told everything. Links are reliable while they last, so nothing is said twice.
 */
final class Gossip {
  private final Links links;
  private final Owners owners;
  private final Seals seals;
  private final Admission admission;
  private final long spaceSize;

  Gossip(Links links, Owners owners, Seals seals, Admission admission, long spaceSize) {
    this.seals = seals;
    this.links = links;
    this.owners = owners;
    this.admission = admission;
    this.spaceSize = spaceSize;
  }

  void onLinkUp(Link link) {
    List<Ownership.Record> all = new ArrayList<>();
    for (NodeRecord record : owners.records()) {
      if (record.signed() != null) { // else it is this node's conclusion: others draw their own
        all.add(record.signed());
      }
    }
    for (Control message : Controls.ownership(all)) {
      link.sendControl(message);
    }
  }

  /**
   * A neighbour tells what it has heard; returns the records that were new here.
   *
   * @throws BadFrameException if one of them is a lie: then none is taken
   */
  List<NodeRecord> onOwnership(Link from, Ownership message, long nowNs) throws BadFrameException {
    List<NodeRecord> believed = new ArrayList<>();
    for (Ownership.Record proto : message.getRecordsList()) {
      NodeRecord record = Records.fromProto(proto, spaceSize);
      // A signature costs time: it is looked at only if the record would change something.
      if (!owners.isAboutSelf(record) && owners.isNews(record)) {
        NodeRecord judged = seals.judge(record);
        if (judged != null) {
          believed.add(judged);
        }
      }
    }
    List<NodeRecord> news = new ArrayList<>();
    for (NodeRecord record : believed) {
      if (admission.admits(record, from.peer()) && owners.update(record, nowNs)) {
        news.add(Objects.requireNonNull(owners.record(record.node())));
      }
    }
    spread(news, from);
    return news;
  }

  /** Tells all neighbours but {@code except}. */
  void spread(List<NodeRecord> records, @Nullable Link except) {
    if (records.isEmpty()) {
      return;
    }
    List<Ownership.Record> protos = records.stream().map(Records::toProto).toList();
    for (Control message : Controls.ownership(protos)) {
      for (Link link : links.links()) {
        if (link != except) {
          link.sendControl(message);
        }
      }
    }
  }
}
