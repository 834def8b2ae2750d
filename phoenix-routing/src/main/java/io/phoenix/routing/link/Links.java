package io.phoenix.routing.link;

import io.phoenix.api.Explanation;
import io.phoenix.api.Port;
import io.phoenix.routing.collect.LongMap;
import io.phoenix.routing.link.Session.Ending;
import io.phoenix.routing.wire.Controls;
import io.phoenix.routing.world.Timers;
import io.phoenix.routing.world.Transport;
import io.phoenix.routing.world.Wire;
import io.phoenix.routing.world.WireHandler;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Supplier;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * All of a node's links, and its attempts to make more.
 *
 * <p>Whatever reaches it from the wires or its timers ends with {@link #pump}; after anything else
 * that writes to links, the node calls it itself.
 */
public final class Links {
  private static final Logger log = LoggerFactory.getLogger(Links.class);

  private final LinkSettings settings;
  private final Transport transport;
  private final Timers timers;
  private final RandomGenerator random;
  private final LinkEvents events;
  private final Supplier<byte[]> passport;
  private final LinkCounters counters = new LinkCounters();

  private final Set<Session> sessions = new LinkedHashSet<>(); // all whose wires are not closed
  private final LongMap<Session> up = new LongMap<>(); // by peer
  private final Map<Port, PortDialler> ports = new LinkedHashMap<>();
  private List<Link> upLinks = List.of();
  private long dials;
  private boolean closed;

  private final List<Session> dirty = new ArrayList<>();
  private boolean pumping;

  /** Links of a node that neither listens nor dials yet, in a world without certificates. */
  public Links(
      LinkSettings settings,
      Transport transport,
      Timers timers,
      RandomGenerator random,
      LinkEvents events) {
    this(settings, transport, timers, random, events, () -> new byte[0]);
  }

  /** Links of a node that neither listens nor dials yet; {@code passport} proves its name. */
  public Links(
      LinkSettings settings,
      Transport transport,
      Timers timers,
      RandomGenerator random,
      LinkEvents events,
      Supplier<byte[]> passport) {
    this.passport = passport;
    this.settings = settings;
    this.transport = transport;
    this.timers =
        (delayNs, onTimeout) ->
            timers.set(
                delayNs,
                nowNs -> {
                  onTimeout.accept(nowNs);
                  pump(nowNs);
                });
    this.random = random;
    this.events = events;
  }

  /**
   * Accepts links at {@code local}.
   *
   * @return the port that is really listened on
   */
  public Port listen(Port local, long nowNs) {
    return transport.listen(local, this::onAccepted);
  }

  /**
   * Where others can dial what is listened on: here, where the configuration says, and at servers
   * that were asked to listen.
   */
  public List<Port> reachableAt(Port listening, List<Port> configured) {
    Set<Port> ports = new LinkedHashSet<>(transport.reachableAt(listening));
    ports.addAll(configured);
    transport.listeners().forEach(server -> ports.add(server.port()));
    return ports.stream().limit(Controls.MAX_PORTS).toList();
  }

  /** Keeps a link to {@code port} from now on. */
  public void addPort(Port port, long nowNs) {
    if (!closed && !ports.containsKey(port)) {
      var dialler = new PortDialler(this, port);
      ports.put(port, dialler);
      dialler.start(nowNs);
      pump(nowNs);
    }
  }

  /**
   * Tries once to make a link to {@code peer}, by one way after the other until one leads there.
   *
   * @param onEnded told if none of them has, with the reason; not if the link is up
   */
  public void dialSpare(long peer, List<Port> ways, SpareDialler.Ended onEnded) {
    if (!closed) {
      new SpareDialler(this, peer, ways, onEnded).dialNext();
    }
  }

  /** The link to a neighbour, or {@code null} if there is none. */
  public @Nullable Link link(long neighbour) {
    Session session = up.get(neighbour);
    return session == null ? null : session.link();
  }

  @Nullable Session session(long neighbour) {
    return up.get(neighbour);
  }

  /** All links that are up, as they are now. */
  public Collection<Link> links() {
    return upLinks;
  }

  /** What has gone over the links so far. */
  public LinkCounters counters() {
    return counters;
  }

  /** What became of the ports. */
  public List<Explanation.PortState> explainPorts(long nowNs) {
    return ports.values().stream().map(port -> port.explain(nowNs)).toList();
  }

  /** What became of the servers that were asked to listen for this node. */
  public List<Explanation.ListenerState> explainListeners() {
    return transport.listeners();
  }

  /** Pulls sources that are ready, while wires take more; then sends what was written. */
  public void pump(long nowNs) {
    if (pumping || dirty.isEmpty()) {
      return; // in the midst of it, the loop below sees what is added
    }
    pumping = true;
    int done = 0;
    try {
      while (done < dirty.size()) {
        dirty.get(done++).service(nowNs);
      }
    } finally {
      // If a source has thrown, the rest keeps its place.
      dirty.subList(0, done).clear();
      pumping = false;
    }
  }

  /**
   * Says goodbye on all links and dials no more. Wires close when the peers have read that; closing
   * the transport gives them less time for it, but some.
   */
  public void close(String reason, long nowNs) {
    closed = true;
    List<Session> all = List.copyOf(sessions);
    // First to everybody: what the node does when told of the first loss need not reach the others.
    all.forEach(session -> session.writeBye(reason));
    all.forEach(session -> session.sayBye(reason, nowNs));
  }

  // ---- What sessions and ports need

  byte[] passport() {
    return passport.get();
  }

  LinkSettings settings() {
    return settings;
  }

  Transport transport() {
    return transport;
  }

  Timers timers() {
    return timers;
  }

  RandomGenerator random() {
    return random;
  }

  LinkEvents events() {
    return events;
  }

  boolean isClosed() {
    return closed;
  }

  long nextDial() {
    return ++dials;
  }

  void addDirty(Session session) {
    dirty.add(session);
  }

  private WireHandler onAccepted(Wire wire, long nowNs) {
    long halfOpen = sessions.stream().filter(Session::isHalfOpen).count();
    Session session = open(wire, null, 0, nowNs);
    if (halfOpen >= settings.maxHalfOpen()) {
      counters.turnedAway++;
      log.debug("Turning {} away: {} wires are half open", wire.remoteAddress(), halfOpen);
      // Not within the call that hands the wire over: its owner is known only when that returns.
      timers.set(0, now -> session.fail("too many incoming wires are half open", now));
    }
    return session;
  }

  Session open(Wire wire, @Nullable DialledBy port, long dial, long nowNs) {
    var session = new Session(this, wire, port, dial);
    sessions.add(session);
    if (closed) {
      timers.set(0, now -> session.fail("this node has closed", now));
    } else {
      session.start();
      pump(nowNs);
    }
    return session;
  }

  /** Whether a wire, whose Hello was good, is one too many. Nobody has it up yet. */
  boolean declines(Session candidate, long nowNs) {
    Session present = up.get(candidate.peer());
    if (present == null) {
      return false;
    }
    if (candidate.isDialledHere() && candidate.rank() >= present.rank()) {
      return true; // a link has come up since we dialled, and it does
    }
    if (candidate.isPreferredTo(present)) {
      return false; // it replaces the present one when it has proved to work
    }
    present.suspect(nowNs); // for the peer, having that link, should not have dialled
    return true;
  }

  /** Leaves at most one of two links to the same peer; returns whether it is {@code candidate}. */
  boolean makeWay(Session candidate, long nowNs) {
    Session present = up.get(candidate.peer());
    if (present == null) {
      return true;
    }
    if (candidate.isPreferredTo(present)) {
      present.loseTo(nowNs);
      return candidate.isTesting(); // unless the node, told of the loss, has closed everything
    }
    candidate.loseTo(nowNs);
    return false;
  }

  void onSessionUp(Session session, long nowNs) {
    up.put(session.peer(), session);
    upLinks = linksUp();
    log.debug("Up: {}, round trip {} µs", session.link(), session.link().rttNs() / 1000);
    events.onLinkUp(session.link(), nowNs);
  }

  void onSessionDown(Session session, Ending ending, String reason, long nowNs) {
    up.remove(session.peer());
    upLinks = linksUp();
    events.onLinkDown(session.link(), reason, nowNs);
    for (PortDialler port : List.copyOf(ports.values())) {
      port.onLinkDown(session.peer(), ending, reason, nowNs - session.upSinceNs());
    }
  }

  void onSessionClosed(Session session) {
    sessions.remove(session);
  }

  private List<Link> linksUp() {
    return up.values().stream().map(Session::link).toList();
  }
}
