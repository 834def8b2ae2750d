package io.phoenix.routing.link;

import io.phoenix.api.Explanation;
import io.phoenix.api.Port;
import io.phoenix.api.ResourceName;
import io.phoenix.routing.link.Session.Ending;
import io.phoenix.routing.world.Rung;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Keeps a link to whoever answers at one port: a ladder of the ways to reach it. Each way is tried
 * for itself; which of two links is kept is for the order of wires to say.
 */
final class PortDialler {
  private final Links links;
  private final Port port;
  private final List<RungDialler> rungs = new ArrayList<>();

  PortDialler(Links links, Port port) {
    this.links = links;
    this.port = port;
    if (port.direct()) {
      Port straight = new Port(port.host(), port.port());
      rungs.add(new RungDialler(links, this, straight, Rung.DIRECT, true));
    }
    if (!port.via().isEmpty()) {
      rungs.add(new RungDialler(links, this, port, Rung.TUNNEL, rungs.isEmpty()));
    }
  }

  void start(long nowNs) {
    rungs.forEach(rung -> rung.start(nowNs));
  }

  /** The link that one of the ways has led to, or would lead to. */
  @Nullable Session present() {
    for (RungDialler rung : rungs) {
      Session session = rung.peer() == 0 ? null : links.session(rung.peer());
      if (session != null) {
        return session;
      }
    }
    return null;
  }

  /** A link, whoever had dialled it, is gone. */
  void onLinkDown(long peer, Ending ending, String reason, long upNs) {
    boolean isOurs = rungs.stream().anyMatch(rung -> rung.peer() == peer);
    for (RungDialler rung : rungs) {
      if (rung.peer() == peer || (rung.peer() == 0 && isOurs)) {
        rung.onLinkDown(ending, reason, upNs);
      }
    }
  }

  Explanation.PortState explain(long nowNs) {
    Session session = present();
    long attempts = 0;
    String lastFailure = null;
    List<Explanation.RungState> states = new ArrayList<>();
    for (RungDialler rung : rungs) {
      attempts += rung.attempts();
      lastFailure = rung.lastFailure() == null ? lastFailure : rung.lastFailure();
      states.add(rung.explain(nowNs));
    }
    return new Explanation.PortState(
        port,
        session == null ? null : new ResourceName(session.peer()),
        session == null ? null : session.rung().toString(),
        attempts,
        lastFailure,
        states);
  }
}
