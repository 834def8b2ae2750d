package io.phoenix.routing.link;

import io.phoenix.api.Explanation;
import io.phoenix.api.Loop;
import io.phoenix.api.Port;
import io.phoenix.routing.link.Session.Ending;
import io.phoenix.routing.world.Rung;
import io.phoenix.routing.world.Transport;
import io.phoenix.routing.world.Wire;
import io.phoenix.routing.world.WireHandler;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * Tries one way to reach a port, for ever: dials, waits longer after each failure, and rests while
 * there is a link to that peer that is as good, whichever of the two has dialled it. While there is
 * a lesser one only, it goes on, slowly.
 */
final class RungDialler implements Transport.Dialer, DialledBy {
  /** What a better way has ahead of a lesser one each time, so that links do not come and go. */
  private static final long HEAD_START_NS = 300_000_000;

  private static final long MIN_UPGRADE_NS = 1_000_000_000;
  private static final long MAX_UPGRADE_NS = 60_000_000_000L;

  private final Links links;
  private final PortDialler owner;
  private final Port port;
  private final Rung rung;
  private final boolean isBest; // of those that the port has
  private Loop.@Nullable Timer waiting; // for the next attempt
  private boolean busy; // an attempt is on, or the next one has its timer
  private long peer; // who answered last; 0 if nobody has
  private long attempts;
  private long triedNs;
  private long dial;
  private long backoffNs;
  private long upgradeNs = MIN_UPGRADE_NS;
  private @Nullable String lastFailure;

  RungDialler(Links links, PortDialler owner, Port port, Rung rung, boolean isBest) {
    this.links = links;
    this.owner = owner;
    this.port = port;
    this.rung = rung;
    this.isBest = isBest;
    this.backoffNs = links.settings().minBackoffNs();
  }

  @Override
  public Port port() {
    return port;
  }

  @Override
  public Rung rung() {
    return rung;
  }

  long peer() {
    return peer;
  }

  long attempts() {
    return attempts;
  }

  @Nullable String lastFailure() {
    return lastFailure;
  }

  /** Begins: at once, or after what is better had its chance. */
  void start(long nowNs) {
    if (isBest) {
      dial(nowNs);
    } else {
      busy = true;
      waiting = links.timers().set(HEAD_START_NS, this::dial);
    }
  }

  /** Dials, unless there is no need. */
  private void dial(long nowNs) {
    busy = false;
    waiting = null;
    if (links.isClosed() || !isNeeded()) {
      return;
    }
    busy = true;
    attempts++;
    triedNs = nowNs;
    dial = links.nextDial();
    links.transport().dial(port, this);
  }

  private boolean isNeeded() {
    Session present = present();
    return present == null || present.rank() > rung.rank();
  }

  /** The link to whom this leads; while nobody has answered here, to whom the port's others do. */
  private @Nullable Session present() {
    return peer == 0 ? owner.present() : links.session(peer);
  }

  @Override
  public WireHandler onConnected(Wire wire, long nowNs) {
    return links.open(wire, this, dial, nowNs);
  }

  @Override
  public void onFailed(String reason, long nowNs) {
    onAttemptEnded(Ending.BROKEN, reason);
  }

  @Override
  public void onPeerKnown(long name) {
    peer = name;
  }

  /** An attempt has not led to a link. */
  @Override
  public void onAttemptEnded(Ending ending, String reason) {
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

  /** An attempt of this rung has become the link. */
  @Override
  public void onAttemptSucceeded() {
    busy = false;
    upgradeNs = MIN_UPGRADE_NS;
  }

  /** The link to this rung's peer, whoever had dialled it, is gone. */
  void onLinkDown(Ending ending, String reason, long upNs) {
    if (ending != Ending.DUPLICATE) {
      lastFailure = reason;
    }
    if (waiting != null && upgradeNs > MIN_UPGRADE_NS) { // slowly, for there was a lesser link
      waiting.cancel();
      waiting = null;
      busy = false;
    }
    upgradeNs = MIN_UPGRADE_NS;
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
    long pauseNs = backoffNs;
    if (present() != null) {
      pauseNs = upgradeNs;
      upgradeNs = Math.min(2 * upgradeNs, MAX_UPGRADE_NS);
    }
    long delayNs = pauseNs / 2 + links.random().nextLong(pauseNs / 2 + 1);
    waiting = links.timers().set(delayNs + (isBest ? 0 : HEAD_START_NS), this::dial);
  }

  /** Whether a failure is another one than the last. */
  @Override
  public boolean isNews(String reason) {
    return !reason.equals(lastFailure);
  }

  Explanation.RungState explain(long nowNs) {
    Duration ago = attempts == 0 ? null : Duration.ofNanos(nowNs - triedNs);
    return new Explanation.RungState(rung.toString(), attempts, ago, lastFailure);
  }
}
