package io.phoenix.routing.node;

import io.phoenix.routing.link.Link;
import io.phoenix.routing.link.Links;
import io.phoenix.routing.wire.Controls;
import io.phoenix.routing.world.Bulletin;
import org.jspecify.annotations.Nullable;

/**
 * Floods the transport's bulletin: a new neighbour is told the newest edition, and what is new here
 * goes to all neighbours but the one it came from.
 */
final class Notices {
  private final Links links;
  private final Bulletin bulletin;

  Notices(Links links, Bulletin bulletin) {
    this.links = links;
    this.bulletin = bulletin;
  }

  void onLinkUp(Link link) {
    byte[] newest = bulletin.newest();
    if (newest.length > 0) {
      link.sendControl(Controls.notice(newest));
    }
  }

  void onNotice(Link from, byte[] edition) {
    if (bulletin.offer(edition)) {
      spread(from);
    }
  }

  /** Tells all neighbours but {@code except}. */
  void spread(@Nullable Link except) {
    byte[] newest = bulletin.newest();
    for (Link link : links.links()) {
      if (link != except) {
        link.sendControl(Controls.notice(newest));
      }
    }
  }
}
