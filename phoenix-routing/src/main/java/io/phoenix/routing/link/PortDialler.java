package io.phoenix.routing.link;

import io.phoenix.api.Explanation;
import io.phoenix.api.Port;
import io.phoenix.api.ResourceName;
import io.phoenix.routing.link.Session.Ending;
import io.phoenix.routing.world.Transport;
import io.phoenix.routing.world.Wire;
import io.phoenix.routing.world.WireHandler;
import org.jspecify.annotations.Nullable;

/**
 * Keeps a link to whoever answers at one port, for ever: dials, waits longer after each failure,
 * and rests while there is a link to that peer, whichever of the two has dialled it.
 */
final class PortDialler implements Transport.Dialer {
  private final Links links;
  private final Port port;
  private boolean busy; // an attempt is on, or the next one has its timer
  private long peer; // who answered last; 0 if nobody has
  private long attempts;
  private long dial;
  private long backoffNs;
  private @Nullable String lastFailure;

  PortDialler(Links links, Port port) {
    this.links = links;
    this.port = port;
    this.backoffNs = links.settings().minBackoffNs();
  }

  Port port() {
    return port;
  }

  long peer() {
    return peer;
  }

  /** Dials, unless there is no need. */
  void dial() {
    busy = false;
    if (links.isClosed() || (peer != 0 && links.link(peer) != null)) {
      return;
    }
    busy = true;
    attempts++;
    dial = links.nextDial();
    links.transport().dial(port, this);
  }

  @Override
  public WireHandler onConnected(Wire wire, long nowNs) {
    return links.open(wire, this, dial, nowNs);
  }

  @Override
  public void onFailed(String reason, long nowNs) {
    onAttemptEnded(Ending.BROKEN, reason);
  }

  void onPeerKnown(long name) {
    peer = name;
  }

  /** An attempt has not led to a link. */
  void onAttemptEnded(Ending ending, String reason) {
    switch (ending) {
      case BROKEN -> {
        lastFailure = reason;
        dialLater();
        backoffNs = Math.min(2 * backoffNs, links.settings().maxBackoffNs());
      }
      case REFUSED -> {
        lastFailure = reason;
        backoffNs = links.settings().maxBackoffNs();
        dialLater();
      }
      // The other wire may fail yet, so this is not forgotten; but nothing has failed here.
      case DUPLICATE -> dialLater();
    }
  }

  /** An attempt of this port has become the link. */
  void onAttemptSucceeded() {
    busy = false;
  }

  /** The link to this port's peer, whoever had dialled it, is gone. */
  void onLinkDown(Ending ending, String reason, long upNs) {
    if (ending != Ending.DUPLICATE) {
      lastFailure = reason;
    }
    if (busy) {
      return;
    }
    // A link that broke sooner than it took to wait for it has not earned a fresh start.
    backoffNs =
        upNs >= backoffNs
            ? links.settings().minBackoffNs()
            : Math.min(2 * backoffNs, links.settings().maxBackoffNs());
    dialLater();
  }

  private void dialLater() {
    busy = true;
    long delayNs = backoffNs / 2 + links.random().nextLong(backoffNs / 2 + 1);
    links.timers().set(delayNs, nowNs -> dial());
  }

  /** Whether a failure is another one than the last. */
  boolean isNews(String reason) {
    return !reason.equals(lastFailure);
  }

  Explanation.PortState explain() {
    Link link = peer == 0 ? null : links.link(peer);
    return new Explanation.PortState(
        port, link == null ? null : new ResourceName(peer), attempts, lastFailure);
  }
}
