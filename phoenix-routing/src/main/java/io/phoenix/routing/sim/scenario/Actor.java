package io.phoenix.routing.sim.scenario;

import io.phoenix.api.NodeConfig;
import io.phoenix.api.OwnershipToken;
import io.phoenix.api.Port;
import io.phoenix.routing.runtime.Leaving;
import io.phoenix.routing.runtime.OverlayNode;
import io.phoenix.routing.sim.SimHost;
import io.phoenix.routing.sim.SimNetwork;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * A participant of the application. It has a node while it is present; it may leave and come back
 * with the log, on another host and under another name, and is then still the same participant. It
 * may leave for good, too; who comes in its place is a newcomer, with letters of its own.
 */
final class Actor {

  enum State {
    /** Has never been there, or has left with a log or for good, and will be there again. */
    AWAY,
    /** Has a node. */
    PRESENT,
    /** Has a node that is about to leave: nothing is asked of it any more. */
    LEAVING,
    /** Is gone for ever. */
    CRASHED
  }

  private static final int AUTHORS_APART = 1000;

  final int index;

  /** Tokens of ranges that it has been given and has not assumed yet. */
  final ArrayDeque<OwnershipToken> toAssume = new ArrayDeque<>();

  /** Tokens of ranges that it has released and not sent yet. */
  final ArrayDeque<OwnershipToken> toSend = new ArrayDeque<>();

  /** How many tokens are in messages from its node, or to it. */
  int tokensUnderWay;

  private final Stage stage;
  private final List<Consumer<Actor>> openers = new ArrayList<>();
  private State state = State.AWAY;
  private int incarnation;

  /** How often a newcomer has taken this place. */
  private int newcomers;

  private @Nullable SimHost host;
  private @Nullable OverlayNode node;
  private @Nullable Port port;
  private byte @Nullable [] log;
  private long name;

  /** Whether its node is leaving for good, or has. */
  private boolean farewell;

  Actor(int index, Stage stage) {
    this.index = index;
    this.stage = stage;
  }

  /** Calls {@code opener} whenever this actor has got a node, before anything can arrive. */
  void onOpen(Consumer<Actor> opener) {
    openers.add(opener);
  }

  /** Whether there is a node, be it that it is leaving. */
  boolean hasNode() {
    return node != null;
  }

  boolean isPresent() {
    return state == State.PRESENT;
  }

  State state() {
    return state;
  }

  OverlayNode node() {
    return Objects.requireNonNull(node, "an absent actor has no node");
  }

  /** Who its letters are from: another one after it has left for good. */
  int author() {
    return index + newcomers * AUTHORS_APART;
  }

  /** The place of the actor that was an author once. */
  static int place(int author) {
    return author % AUTHORS_APART;
  }

  /** Whether it can be sent a token: it will be there to take it. */
  boolean canBeGiven() {
    return state != State.CRASHED && !farewell;
  }

  /** The name of its node, or of the last one that it had. */
  long name() {
    return name;
  }

  SimHost host() {
    return Objects.requireNonNull(host, "an absent actor has no host");
  }

  /** Does something on the node's loop, now or when its pause is over, if it still can then. */
  void act(Runnable action) {
    if (isPresent()) {
      node().loop().execute(whilePresent(action));
    }
  }

  /** Does something on the node's loop after a while, unless the node is gone by then. */
  void actAfter(long delayNs, Runnable action) {
    if (isPresent()) {
      var unused = node().loop().schedule(Duration.ofNanos(delayNs), whilePresent(action));
    }
  }

  private Runnable whilePresent(Runnable action) {
    return () -> {
      if (isPresent()) {
        action.run();
      }
    };
  }

  /** Calls the node from outside its loop; returns whether that was possible without waiting. */
  boolean tryCall(Runnable calls) {
    boolean ready = isPresent() && host().loop().isReady();
    if (ready) {
      calls.run();
    }
    return ready;
  }

  /** Comes, or comes back with its log, on a new host. */
  void open() {
    SimHost fresh = stage.world.network().addHost("10." + index + ".0." + incarnation);
    incarnation++;
    host = fresh;
    layPaths(fresh);
    NodeConfig config =
        stage.plan.config().withListen(new Port(fresh.address(), 7000)).withPorts(portsToDial());
    OverlayNode opened =
        OverlayNode.open(config, fresh.loop(), fresh.transport(), fresh.loop().random(), log);
    node = opened;
    port = opened.localPort();
    name = opened.resourceName().value();
    state = State.PRESENT;
    farewell = false;
    stage.name(name, this);
    stage
        .trace()
        .note(
            "node %d %s at %s as %s",
            index, log == null ? "opens" : "returns", fresh.address(), opened.resourceName());
    log = null;
    openers.forEach(o -> o.accept(this));
    tellDiallers();
  }

  private void layPaths(SimHost fresh) {
    SimNetwork network = stage.world.network();
    for (Actor other : stage.actors) {
      if (other.host != null && other != this) {
        network.settings(fresh, other.host, stage.topology.path(index, other.index));
        network.settings(other.host, fresh, stage.topology.path(other.index, index));
        network.reach(fresh, other.host, stage.topology.reach(index, other.index));
        network.reach(other.host, fresh, stage.topology.reach(other.index, index));
      }
    }
  }

  private List<Port> portsToDial() {
    var ports = new ArrayList<Port>();
    for (int to : stage.topology.dialledBy(index)) {
      Port other = stage.actors.get(to).port;
      if (other != null) {
        ports.add(asDialled(other));
      }
    }
    return ports;
  }

  private Port asDialled(Port other) {
    return stage.plan.scenario().hasTunnels() ? other.via(Walls.GATEWAY) : other;
  }

  private void tellDiallers() {
    Port mine = asDialled(Objects.requireNonNull(port));
    for (int from : stage.topology.diallersOf(index)) {
      Actor other = stage.actors.get(from);
      other.act(() -> other.node().addPort(mine));
    }
  }

  /** Leaves with a log, and comes back {@code awayNs} after that. */
  void leave(long awayNs) {
    act(
        () -> {
          if (!stage.healing) { // the leave may have been put off: by a warning, or by a pause
            beginLeave(true, awayNs);
          }
        });
  }

  /**
   * Leaves for good; a newcomer takes its place {@code awayNs} after that.
   *
   * @param giveAway gives all away that it assumes, when it has begun to leave
   */
  void leaveForGood(Runnable giveAway, long awayNs) {
    act(
        () -> {
          // Without a log a token may be lost, as the report would say; an application waits for
          // it.
          if (tokensUnderWay == 0 && !stage.healing) {
            farewell = true;
            state = State.LEAVING;
            giveAway.run();
            beginLeave(false, awayNs);
          }
        });
  }

  private void beginLeave(boolean withLog, long awayNs) {
    state = State.LEAVING;
    stage.trace().note("node %d begins to leave%s", index, withLog ? "" : " for good");
    // As an event of the world: an exception inside the future's callback would be lost.
    var unused =
        node()
            .beginLeave(withLog)
            .whenComplete(
                (left, failure) -> stage.world.after(0, () -> onLeft(left, failure, awayNs)));
  }

  private void onLeft(Leaving.Left left, @Nullable Throwable failure, long awayNs) {
    if (state == State.CRASHED) {
      return; // it crashed in the very moment in which it was done
    }
    if (failure != null) {
      throw stage.world.failure(this + " cannot leave: " + failure, failure);
    }
    stage.trace().note("node %d has left: %s", index, left.report());
    stage.demand(
        left.report().lost() == 0 || farewell
            ? null
            : "node " + index + " lost messages: " + left.report());
    stage.demand(
        left.report().assumed().equals(stage.book.ownedBy(index))
            ? null
            : "node %d left with %s, but it owned %s"
                .formatted(index, left.report().assumed(), stage.book.ownedBy(index)));
    state = State.AWAY;
    node = null;
    if (farewell) {
      stage.onLeftForGood(author(), left.report().lost());
      newcomers++;
    } else {
      log = left.log();
    }
    stage.world.after(stage.healing ? 0 : awayNs, this::open);
  }

  /** Is gone for ever; its peers are told, or not. */
  void crash(boolean told, long untoldNs) {
    stage.trace().note("node %d crashes%s", index, told ? "" : " without anybody being told");
    state = State.CRASHED;
    stage.onCrashed(author());
    node = null;
    stage.world.network().crash(host(), told, untoldNs);
  }

  @Override
  public String toString() {
    return "node " + index;
  }
}
