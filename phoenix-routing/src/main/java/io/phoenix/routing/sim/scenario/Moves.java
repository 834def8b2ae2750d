package io.phoenix.routing.sim.scenario;

import io.phoenix.api.BackPressureException;
import io.phoenix.api.Explanation;
import io.phoenix.api.Message;
import io.phoenix.api.Node;
import io.phoenix.api.OwnershipToken;
import io.phoenix.api.VirtualRange;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/**
 * Ownership on the move: an actor releases a range or part of one, sends the token to another, and
 * that one assumes the range; letters for it keep coming all the while.
 */
final class Moves {
  private static final int TOKEN_TAG = 5;
  private static final int URGENT_TOKEN_TAG = -5;
  private static final long DELAY_NS = 200_000_000;
  private static final long RETRY_NS = 50_000_000;

  private final Stage stage;
  private final Workload workload;
  private final Chance chance;
  private int moves;
  private int onTheWay;

  Moves(Stage stage, Workload workload) {
    this.stage = stage;
    this.workload = workload;
    chance = stage.chance("moves");
  }

  int moves() {
    return moves;
  }

  /** Whether a range belongs to nobody because it is being moved. */
  boolean isAnyUnderWay() {
    return onTheWay > 0;
  }

  /** Gives all of the space to the actors, some of it only after a while. */
  void deal() {
    long size = stage.plan.config().spaceSize();
    int pieces = (int) Math.min(size, stage.actors.size() * (long) chance.between(1, 3));
    long first = 0;
    for (int i = 0; i < pieces; i++) {
      long end =
          i == pieces - 1 ? size : first + Math.max(1, chance.between(1, 2 * (size / pieces)));
      end = Math.min(end, size - (pieces - 1 - i));
      VirtualRange range = VirtualRange.of(first, end);
      Actor actor = chance.pick(stage.actors);
      onTheWay++;
      long delayNs = chance.oneIn(4) ? chance.waitNs(stage.plan.activeNs() / 4) : 0;
      stage.world.after(delayNs, () -> assumeFirst(actor, range));
      first = end;
    }
  }

  /** The first owner of a range has no token; one that is away begins when it is back. */
  private void assumeFirst(Actor actor, VirtualRange range) {
    Runnable assume =
        () -> {
          onTheWay--;
          stage.trace().note("node %d assumes %s first", actor.index, range);
          stage.book.give(range, actor.index);
          actor.node().assume(range);
        };
    if (!actor.tryCall(assume)) {
      stage.world.after(RETRY_NS, () -> assumeFirst(survivor(actor), range));
    }
  }

  /**
   * Somebody takes over what a crashed actor had. An application that does so knows that the range
   * had an owner, and at which epoch: so a node takes over that has heard of that. If nobody hears
   * of it in time, the application says so itself, by a token.
   */
  private void takeOver(VirtualRange range, long epoch, long latestNs) {
    List<Actor> heirs = stage.present().stream().filter(a -> knows(a, range, epoch)).toList();
    if (!heirs.isEmpty()) {
      assumeFirst(chance.pick(heirs), range);
    } else if (stage.world.nowNs() < latestNs) {
      stage.world.after(RETRY_NS, () -> takeOver(range, epoch, latestNs));
    } else {
      handOver(new OwnershipToken(range, epoch));
    }
  }

  private static boolean knows(Actor actor, VirtualRange range, long epoch) {
    boolean[] knows = new boolean[1];
    boolean unused =
        actor.tryCall(
            () ->
                knows[0] =
                    actor.node().explain().owners().stream()
                        .filter(o -> o.range().overlaps(range))
                        .allMatch(o -> o.epoch() >= epoch));
    return knows[0];
  }

  private Actor survivor(Actor actor) {
    return actor.state() == Actor.State.CRASHED && !stage.present().isEmpty()
        ? chance.pick(stage.present())
        : actor;
  }

  /** A node has just been opened. */
  void begin(Actor actor) {
    Node node = actor.node();
    node.handle(TOKEN_TAG, stage.guard(m -> onToken(actor, m)));
    node.handle(URGENT_TOKEN_TAG, stage.guard(m -> onToken(actor, m)));
    stage.demand(
        node.assumed().equals(stage.book.ownedBy(actor.index))
            ? null
            : "%s returned with %s, but it owns %s"
                .formatted(actor, node.assumed(), stage.book.ownedBy(actor.index)));
    for (int i = actor.toSend.size(); i > 0; i--) {
      actor.actAfter(chance.waitNs(DELAY_NS), () -> sendNext(actor));
    }
    for (int i = actor.toAssume.size(); i > 0; i--) {
      actor.actAfter(chance.waitNs(DELAY_NS), () -> assumeNext(actor));
    }
  }

  /** Starts moving from time to time. */
  void scheduleNext() {
    stage.world.after(chance.waitNs(stage.plan.moveGapNs()), this::onMoveDue);
  }

  private void onMoveDue() {
    if (stage.healing) {
      return;
    }
    List<Actor> present = stage.present();
    if (!present.isEmpty()) {
      Actor actor = chance.pick(present);
      actor.act(() -> release(actor));
    }
    scheduleNext();
  }

  private void release(Actor actor) {
    List<VirtualRange> ranges = actor.node().assumed().ranges();
    if (ranges.isEmpty() || stage.healing) {
      return;
    }
    VirtualRange range = part(chance.pick(ranges));
    var unused = workload.drain(actor);
    OwnershipToken token = actor.node().release(range);
    stage.book.take(range, actor.index);
    stage.trace().note("node %d releases %s", actor.index, range);
    moves++;
    onTheWay++;
    actor.toSend.add(token);
    actor.actAfter(chance.oneIn(2) ? 0 : chance.waitNs(DELAY_NS), () -> sendNext(actor));
  }

  private VirtualRange part(VirtualRange range) {
    if (range.size() == 1 || chance.oneIn(3)) {
      return range;
    }
    long middle = chance.between(range.first() + 1, range.end() - 1);
    return switch (chance.between(0, 2)) {
      case 0 -> VirtualRange.of(range.first(), middle);
      case 1 -> VirtualRange.of(middle, range.end());
      default -> VirtualRange.of(middle, chance.between(middle + 1, range.end()));
    };
  }

  private void sendNext(Actor actor) {
    OwnershipToken token = actor.toSend.poll();
    if (token == null) {
      return; // an earlier timer has seen to it
    }
    if (stage.plan.scenario().hasCrashes()) {
      handOver(token); // outside the overlay: a token in a message would be lost with its holder
      return;
    }
    Actor to = chance.pick(stage.actors.stream().filter(Actor::canBeGiven).toList());
    int tag = chance.oneIn(2) ? TOKEN_TAG : URGENT_TOKEN_TAG;
    stage.trace().note("node %d sends %s to node %d", actor.index, token.range(), to.index);
    try {
      // Not trySend: the buffer may be full of messages that wait for this very range.
      actor.node().send(to.name(), tag, token.toBytes());
      actor.tokensUnderWay++;
      to.tokensUnderWay++;
    } catch (BackPressureException e) {
      actor.toSend.addFirst(token);
      actor.actAfter(RETRY_NS, () -> sendNext(actor));
    }
  }

  private void handOver(OwnershipToken token) {
    List<Actor> present = stage.present();
    if (present.isEmpty()) {
      stage.world.after(RETRY_NS, () -> handOver(token));
      return;
    }
    Actor to = chance.pick(present);
    to.toAssume.add(token);
    to.act(() -> assumeNext(to));
  }

  private void onToken(Actor actor, Message message) {
    OwnershipToken token = OwnershipToken.from(ByteBuffer.wrap(message.payload()));
    stage.trace().note("node %d is given %s", actor.index, token.range());
    actor.tokensUnderWay--;
    Objects.requireNonNull(stage.actor(message.from())).tokensUnderWay--;
    actor.toAssume.add(token);
    if (actor.isPresent() && chance.oneIn(2)) {
      assumeNext(actor);
    } else {
      actor.actAfter(chance.waitNs(DELAY_NS), () -> assumeNext(actor));
    }
  }

  private void assumeNext(Actor actor) {
    OwnershipToken token = actor.toAssume.poll();
    if (token == null) {
      return; // an earlier timer has seen to it
    }
    onTheWay--;
    stage.trace().note("node %d assumes %s", actor.index, token.range());
    stage.book.give(token.range(), actor.index);
    actor.node().assume(token);
  }

  /** An actor that leaves for good gives all to others that it assumes, or was about to. */
  void giveAway(Actor leaver) {
    if (chance.oneIn(2)) {
      var unused = workload.drain(leaver); // else it goes without having received them
    }
    var tokens = new ArrayList<>(leaver.toSend);
    tokens.addAll(leaver.toAssume);
    leaver.toSend.clear();
    leaver.toAssume.clear();
    for (VirtualRange range : leaver.node().assumed().ranges()) {
      stage.trace().note("node %d releases %s", leaver.index, range);
      tokens.add(leaver.node().release(range));
      stage.book.take(range, leaver.index);
      moves++;
      onTheWay++;
    }
    for (OwnershipToken token : tokens) {
      stage.world.after(chance.oneIn(2) ? 0 : chance.waitNs(DELAY_NS), () -> handOver(token));
    }
  }

  /** What an actor assumes, and the epoch of each range. */
  Map<VirtualRange, Long> tenures(Actor owner) {
    Map<VirtualRange, Long> tenures = new LinkedHashMap<>();
    for (Explanation.Owner o : owner.node().explain().owners()) {
      for (VirtualRange r : stage.book.ownedBy(owner.index).intersection(o.range()).ranges()) {
        tenures.put(r, o.epoch());
      }
    }
    return tenures;
  }

  /** What a crashed actor had is assumed by others after a while. */
  void inherit(Actor crashed, Map<VirtualRange, Long> tenures, long afterNs) {
    tenures.forEach(
        (range, epoch) -> {
          stage.book.take(range, crashed.index);
          onTheWay++;
          long latestNs = stage.world.nowNs() + afterNs + stage.plan.forgetNs();
          stage.world.after(afterNs, () -> takeOver(range, epoch, latestNs));
        });
    for (OwnershipToken token : crashed.toSend) {
      stage.world.after(DELAY_NS, () -> handOver(token));
    }
    for (OwnershipToken token : crashed.toAssume) {
      stage.world.after(DELAY_NS, () -> handOver(token));
    }
    crashed.toSend.clear();
    crashed.toAssume.clear();
  }
}
