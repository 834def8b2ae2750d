package io.phoenix.routing.node;

import io.phoenix.api.Explanation;
import io.phoenix.api.Message;
import io.phoenix.api.OwnershipToken;
import io.phoenix.api.Port;
import io.phoenix.api.ResourceName;
import io.phoenix.api.VirtualRange;
import io.phoenix.api.VirtualRangeSet;
import io.phoenix.routing.dsdv.Dsdv;
import io.phoenix.routing.dsdv.DsdvSettings;
import io.phoenix.routing.flow.Flows;
import io.phoenix.routing.flow.Kind;
import io.phoenix.routing.flow.Lane;
import io.phoenix.routing.flow.Parcel;
import io.phoenix.routing.link.LinkCounters;
import io.phoenix.routing.link.LinkSettings;
import io.phoenix.routing.link.Links;
import io.phoenix.routing.mesh.Mesh;
import io.phoenix.routing.names.Dispatcher;
import io.phoenix.routing.names.NameTable;
import io.phoenix.routing.names.NodeRecord;
import io.phoenix.routing.names.Owners;
import io.phoenix.routing.names.Piece;
import io.phoenix.routing.world.Timers;
import io.phoenix.routing.world.Transport;
import io.phoenix.routing.world.Whereabouts;
import java.util.ArrayList;
import java.util.List;
import java.util.function.LongConsumer;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/**
 * One node: the cores of links, routes, flows and names, and what passes between them.
 *
 * <p>Everything happens on the node's loop. Handlers of the application run inside {@link
 * CoreEffects#deliver} and may call back in; deliveries that this causes wait in {@code inbox}, so
 * that handlers never nest.
 */
public final class NodeCore {
  private final long self;
  private final NodeSettings settings;
  private final CoreEffects out;
  private final Timers timers;
  private final Links links;
  private final Dsdv dsdv;
  private final Flows flows;
  private final Relay relay;
  private final NameTable table;
  private final Owners owners;
  private final Seals seals;
  private final Plausible plausible;
  private final OwnClaims claims;
  private final Dispatcher dispatcher;
  private final Admission admission;
  private final Gossip gossip;
  private final Notices notices;
  private final NodeMail mail;
  private final Settlement settlement;
  private final List<Long> former;
  private final Refusals refusals;
  private final FlowDuty ways = new FlowDuty(this);
  private final Returns returns = new Returns(this);
  private final Takeovers takeovers = new Takeovers(this);
  private final TentativeClaims tentative = new TentativeClaims(this);
  private final RecordDuty records = new RecordDuty(this);
  private final FenceDuty fences = new FenceDuty(this);
  private final GivingUp givingUp = new GivingUp(this);
  private final Inbox inbox;
  private @Nullable LeavingHost leaving;
  private final Absences absences;
  private final Mesh mesh;
  private final Tombstones tombstones;
  private boolean gone;
  private long handedOver;

  /** Makes a node; {@link #start} brings it to life. */
  public NodeCore(
      NodeSettings settings,
      Transport transport,
      Timers world,
      RandomGenerator random,
      CoreEffects out,
      @Nullable Baggage baggage) {
    this.self = settings.self();
    this.settings = settings;
    this.out = out;
    this.refusals = new Refusals(out::warn);
    this.timers = (delay, action) -> world.set(delay, now -> onTimeout(action, now));
    this.former = baggage == null ? List.of() : baggage.names();
    var config = settings.config();
    var names = new NamesDuty(this);
    table = new NameTable(config.spaceSize());
    links =
        new Links(
            LinkSettings.of(
                config.application(),
                config.spaceSize(),
                self,
                config.helloInterval().toNanos(),
                config.deadAfter().toNanos()),
            transport,
            world,
            random,
            new LinkDuty(this),
            settings.key()::passport);
    dsdv =
        new Dsdv(
            self,
            DsdvSettings.of(settings.forgetNs(), config.relays()),
            timers,
            new RouteDuty(this));
    flows = new Flows(self, timers, ways);
    relay = new Relay(ways);
    owners = new Owners(self, table, names);
    plausible = new Plausible(owners);
    seals = new Seals(settings.key(), transport.notary(), baggage);
    claims = new OwnClaims(self, table, former, seals);
    dispatcher = new Dispatcher(self, table, names);
    inbox = new Inbox(out, dispatcher::onReached);
    admission = new Admission(owners, table, refusals, node -> tombstones().isBuried(node));
    gossip = new Gossip(links, owners, seals, admission, config.spaceSize());
    notices = new Notices(links, transport.bulletin());
    transport.bulletin().onNew(() -> later(now -> notices.spread(null)));
    settlement =
        new Settlement(self, flows, owners, out, ways::onSettled, config.sendBufferBytes());
    mail = new NodeMail(flows, owners, new MailDuty(this), out, config.sendBufferBytes());
    absences = new Absences(timers, settings.forgetNs(), this::giveUp, out::onGone);
    mesh = MeshDuty.meshOf(this, config, timers, random);
    tombstones =
        new Tombstones(timers, settings.forgetNs(), settings.tombstoneNs(), new ForgetDuty(this));
  }

  /** Begins to listen and to dial, and takes up what a former self left. */
  public Port start(@Nullable Baggage baggage, long nowNs) {
    Port local = links.listen(settings.config().listen(), nowNs);
    var config = settings.config();
    List<Port> own = links.reachableAt(local, config.reachableAt());
    var here = new Whereabouts(config.lan(), own);
    claims.advertise(mesh.start(here, config.ports(), config.bridgePorts(), nowNs));
    for (long name : former) {
      owners.bury(name);
      tombstones.onAbsent(name, nowNs);
    }
    if (baggage != null) {
      new Unpacker(this).unpack(baggage, nowNs);
    }
    records.publish(nowNs);
    for (Port port : settings.config().ports()) {
      links.addPort(port, nowNs);
    }
    finish(nowNs);
    return local;
  }

  // ── the application's calls ─────────────────────────────────────────────────────────────────

  /** Sends a message of this node, counted in its send buffer. */
  public void send(Message message, long nowNs) {
    int lane = Lane.ofTag(message.tag());
    if (!ResourceName.isResourceName(message.to())) {
      dispatcher.dispatchOwn(lane, message, nowNs);
      return;
    }
    Parcel parcel = new Parcel(message, Kind.APP, Parcel.OWN, true);
    if (isMe(message.to())) {
      inbox.add(parcel);
    } else {
      mail.send(lane, parcel, nowNs);
    }
  }

  /** Ends each batch of calls: delivers what has become deliverable, and sends what is ready. */
  public void finish(long nowNs) {
    drain(nowNs);
    links.pump(nowNs);
  }

  /** Delivers what has become deliverable, and lets peers go on that were held back for it. */
  void drain(long nowNs) {
    inbox.drain(nowNs);
    if (ways.mayResume()) {
      flows.onIntakeOpen();
    }
  }

  /** See {@link io.phoenix.api.Node#assume(VirtualRange)}. */
  public void assume(VirtualRange range, long tokenEpoch, long nowNs) {
    claims.assume(range, tokenEpoch);
    records.publish(nowNs);
  }

  /** See {@link io.phoenix.api.Node#release}. */
  public OwnershipToken release(VirtualRange range, long nowNs) {
    tentative.insistOn(range);
    OwnershipToken token = claims.release(range);
    records.publish(nowNs);
    returns.putBack(inbox.takeBack(range), nowNs);
    return token;
  }

  /** See {@link io.phoenix.api.Node#assumed}. */
  public VirtualRangeSet assumed() {
    return claims.assumed().union(tentative.ranges());
  }

  /** See {@link io.phoenix.api.Node#addPort}. */
  public void addPort(Port port, long nowNs) {
    links.addPort(port, nowNs);
  }

  /** The mailbox has room again. */
  public void onMailboxOpen(long nowNs) {
    if (!ways.isIntakeFull()) {
      flows.onIntakeOpen();
      finish(nowNs);
    }
  }

  /** The neighbour that frames for a node go to; 0 if there is no way. */
  public long nextHop(long node) {
    return dsdv.nextHop(node);
  }

  /** Whether a handler is running: what it sends goes out when it ends. */
  public boolean isDelivering() {
    return inbox.isDelivering();
  }

  /** How many messages of others were passed on since this node began to leave. */
  public long handedOver() {
    return handedOver;
  }

  /** Whether a name is that of a node which has left for good. */
  public boolean hasLeftForGood(long name) {
    NodeRecord last =
        ResourceName.isResourceName(name) ? owners.record(owners.current(name)) : null;
    return last != null && last.left() && last.told();
  }

  /** What has gone over the links. */
  public LinkCounters counters() {
    return links.counters();
  }

  /** How much is remembered of others. */
  public Holdings holdings() {
    return new Holdings(
        owners.recordCount(),
        owners.successorCount(),
        dsdv.size(),
        flows.size(),
        absences.size(),
        table.size(),
        flows.assemblyBytes(),
        relay.bytes(),
        refusals.total());
  }

  /** Who assumes a virtual node, as far as is known here: the piece of the table it is in. */
  public Piece lookup(long v) {
    return table.lookup(v);
  }

  /** Who is there and who is away at this moment. */
  public Presence presence() {
    return new Presence(this);
  }

  /** Whether a message to a virtual node or to a node's name would wait here now. */
  public boolean isAway(long to) {
    return Presence.isAway(this, to);
  }

  /** See {@link io.phoenix.api.Node#explain}. */
  public Explanation explain(long nowNs) {
    return Explainer.explain(this, nowNs);
  }

  // ── leaving ─────────────────────────────────────────────────────────────────────────────────

  /** Begins to leave; {@code farewell} is called in bounded time. */
  public void leave(LeaveMode mode, Farewell farewell, long nowNs) {
    leaving = new LeavingHost(this, mode, farewell, nowNs);
    finish(nowNs);
  }

  /** What {@link Farewell#keep} was given is on the disk. */
  public void onLogKept(long nowNs) {
    if (leaving != null) {
      leaving.onKept(nowNs);
      finish(nowNs);
    }
  }

  /**
   * What {@link Farewell#keep} was given cannot be written.
   *
   * @return whether this node leaves all the same; if not, it takes part as before
   */
  public boolean onLogNotKept(long nowNs) {
    boolean leaves = leaving == null || leaving.onNotKept(nowNs);
    if (leaving != null && !leaves) {
      LeavingHost cancelled = leaving;
      leaving = null;
      cancelled.stay(nowNs);
    }
    finish(nowNs);
    return leaves;
  }

  /** Nothing happens here any more. */
  void markGone() {
    gone = true;
  }

  List<Long> namesSoFar() {
    List<Long> names = new ArrayList<>();
    names.add(self);
    names.addAll(former);
    return names;
  }

  // ── ownership ───────────────────────────────────────────────────────────────────────────────

  /** A node that left or vanished is no longer waited for. */
  void giveUp(long node, long nowNs) {
    givingUp.giveUp(node, nowNs);
  }

  /** Does something right after the present event, when what called for it is done. */
  void later(LongConsumer action) {
    timers.set(0, action);
  }

  void after(long delayNs, LongConsumer action) {
    timers.set(delayNs, action);
  }

  Timers timers() {
    return timers;
  }

  FenceDuty fences() {
    return fences;
  }

  NodeSettings settings() {
    return settings;
  }

  RecordDuty records() {
    return records;
  }

  TentativeClaims tentative() {
    return tentative;
  }

  boolean isMe(long name) {
    return name == self || former.contains(name);
  }

  private void onTimeout(LongConsumer action, long nowNs) {
    if (!gone) {
      action.accept(nowNs);
      finish(nowNs);
    }
  }

  // ── for the duties: what the other cores tell is in LinkDuty, RouteDuty, FlowDuty, NamesDuty ──

  Flows flows() {
    return flows;
  }

  Relay relay() {
    return relay;
  }

  Dsdv dsdv() {
    return dsdv;
  }

  Gossip gossip() {
    return gossip;
  }

  Notices notices() {
    return notices;
  }

  Links links() {
    return links;
  }

  long self() {
    return self;
  }

  Inbox inbox() {
    return inbox;
  }

  Dispatcher dispatcher() {
    return dispatcher;
  }

  Owners owners() {
    return owners;
  }

  Seals seals() {
    return seals;
  }

  Plausible plausible() {
    return plausible;
  }

  Settlement settlement() {
    return settlement;
  }

  NodeMail mail() {
    return mail;
  }

  OwnClaims claims() {
    return claims;
  }

  CoreEffects out() {
    return out;
  }

  long spaceSize() {
    return table.spaceSize();
  }

  Mesh mesh() {
    return mesh;
  }

  Admission admission() {
    return admission;
  }

  Tombstones tombstones() {
    return tombstones;
  }

  Refusals refusals() {
    return refusals;
  }

  Absences absences() {
    return absences;
  }

  Returns returns() {
    return returns;
  }

  Takeovers takeovers() {
    return takeovers;
  }

  NameTable table() {
    return table;
  }

  long transitLimitBytes() {
    return settings.transitBytes();
  }

  void countHandedOver() {
    handedOver += leaving == null ? 0 : 1;
  }
}
