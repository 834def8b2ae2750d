package io.phoenix.routing.link;

import io.phoenix.api.Port;
import io.phoenix.routing.link.Session.Ending;
import io.phoenix.routing.world.Rung;
import io.phoenix.routing.world.Transport;
import io.phoenix.routing.world.Wire;
import io.phoenix.routing.world.WireHandler;
import java.util.ArrayDeque;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Tries once to reach one node, by one way after the other. The ways are what nodes tell of each
 * other, so they may lead nowhere, or to somebody else: then the wire is closed, and nobody is
 * warned.
 */
public final class SpareDialler implements Transport.Dialer, DialledBy {
  private final Links links;
  private final long peer;
  private final ArrayDeque<Port> ways;
  private final Ended onEnded;
  private @Nullable Port dialled;
  private long dial;
  private String failure = "there is no way to dial it";

  /** Told that no way has led to the node. */
  @FunctionalInterface
  public interface Ended {
    /** The reason is that of the last way. */
    void onEnded(String reason, long nowNs);
  }

  SpareDialler(Links links, long peer, List<Port> ways, Ended onEnded) {
    this.links = links;
    this.peer = peer;
    this.ways = new ArrayDeque<>(ways);
    this.onEnded = onEnded;
  }

  void dialNext() {
    Port way = ways.poll();
    if (way == null || links.isClosed()) {
      links.timers().set(0, now -> onEnded.onEnded(failure, now));
      return;
    }
    dialled = way;
    dial = links.nextDial();
    links.transport().dial(way, this);
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
  public Port port() {
    return Objects.requireNonNull(dialled);
  }

  @Override
  public Rung rung() {
    return port().via().isEmpty() ? Rung.DIRECT : Rung.TUNNEL;
  }

  @Override
  public void onPeerKnown(long name) {}

  @Override
  public boolean expects(long name) {
    return name == peer;
  }

  @Override
  public boolean isSpare() {
    return true;
  }

  @Override
  public void onAttemptSucceeded() {
    ways.clear();
  }

  @Override
  public void onAttemptEnded(Ending ending, String reason) {
    failure = reason;
    if (ending == Ending.DUPLICATE) {
      ways.clear(); // there is a link, or will be
    }
    links.timers().set(0, now -> dialNext());
  }

  @Override
  public boolean isNews(String reason) {
    return false;
  }
}
