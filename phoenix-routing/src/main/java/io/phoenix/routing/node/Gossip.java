package io.phoenix.routing.node;

import io.phoenix.routing.link.Link;
import io.phoenix.routing.link.Links;
import io.phoenix.routing.names.NodeRecord;
import io.phoenix.routing.names.Owners;
import io.phoenix.routing.wire.Controls;
import io.phoenix.routing.wire.proto.Control;
import io.phoenix.routing.wire.proto.Ownership;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Floods records: what is new here goes to all neighbours but the one it came from, and a new
 * neighbour is told everything. Links are reliable while they last, so nothing is said twice.
 */
final class Gossip {
  private final Links links;
  private final Owners owners;
  private final long spaceSize;

  Gossip(Links links, Owners owners, long spaceSize) {
    this.links = links;
    this.owners = owners;
    this.spaceSize = spaceSize;
  }

  void onLinkUp(Link link) {
    List<Ownership.Record> all = new ArrayList<>();
    for (NodeRecord record : owners.records()) {
      all.add(Records.toProto(record));
    }
    for (Control message : Controls.ownership(all)) {
      link.sendControl(message);
    }
  }

  /** A neighbour tells what it has heard; returns the records that were new here. */
  List<NodeRecord> onOwnership(Link from, Ownership message, long nowNs) {
    List<NodeRecord> news = new ArrayList<>();
    for (Ownership.Record proto : message.getRecordsList()) {
      NodeRecord record = Records.fromProto(proto, spaceSize);
      if (!owners.isAboutSelf(record) && owners.update(record, nowNs)) {
        news.add(record);
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
