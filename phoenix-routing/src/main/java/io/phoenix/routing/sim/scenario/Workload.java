package io.phoenix.routing.sim.scenario;

import io.phoenix.api.Message;
import io.phoenix.api.Node;
import io.phoenix.api.ResourceName;
import io.phoenix.routing.sim.scenario.Letter.Stream;
import io.phoenix.routing.sim.scenario.Letter.Way;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The application's messages: every actor sends letters to virtual nodes and to nodes' own names,
 * some of which set off more letters where they arrive. Checks each one that arrives.
 */
final class Workload {
  private static final int EMPTY_TAG = 4;
  private static final long POLL_GAP_NS = 50_000_000;

  /** Most letters go to a few virtual nodes, so that many follow each other to the same one. */
  private static final int FAVOURITES = 6;

  /** Bulk letters are more than the others. */
  private static final List<Way> WAYS =
      List.of(Way.BULK, Way.BULK, Way.OTHER_BULK, Way.URGENT, Way.POLLED);

  private final Stage stage;
  private final Chance chance;
  private final List<Long> favourites = new ArrayList<>();
  private int budget;

  Workload(Stage stage) {
    this.stage = stage;
    chance = stage.chance("workload");
    budget = stage.plan.messages();
    for (int i = 0; i < FAVOURITES; i++) {
      favourites.add(anyVirtualNode());
    }
  }

  /** A node has just been opened. */
  void begin(Actor actor) {
    Node node = actor.node();
    for (Way way : Way.values()) {
      if (way != Way.POLLED) {
        node.handle(way.tag, stage.guard(m -> onLetter(actor, m, way)));
      }
    }
    node.handle(EMPTY_TAG, stage.guard(m -> onEmpty(actor, m)));
    actor.actAfter(chance.waitNs(stage.plan.sendGapNs()), () -> tick(actor));
    actor.actAfter(chance.waitNs(POLL_GAP_NS), () -> pollTick(actor));
  }

  private void tick(Actor actor) {
    if (stage.healing) {
      return;
    }
    int burst = chance.oneIn(10) ? chance.between(2, 20) : 1;
    for (int i = 0; i < burst; i++) {
      sendSomething(actor, chance.oneIn(8) ? chance.between(1, 5) : 0);
    }
    actor.actAfter(chance.waitNs(stage.plan.sendGapNs()), () -> tick(actor));
  }

  private void sendSomething(Actor actor, int hops) {
    if (budget-- <= 0) {
      return;
    }
    long target =
        chance.oneIn(6)
            ? chance.pick(stage.names())
            : chance.oneIn(8) ? anyVirtualNode() : chance.pick(favourites);
    if (chance.oneIn(20)) {
      sendEmpty(actor, target);
    } else {
      send(actor, target, chance.pick(WAYS), hops);
    }
  }

  /** Sends a letter from an actor's loop, if its node takes it. */
  void send(Actor actor, long target, Way way, int hops) {
    Stream stream = new Stream(actor.author(), target, way);
    Letter letter = new Letter(actor.author(), target, stage.ledger.onSent(stream), hops);
    byte[] payload = letter.toBytes(size(way));
    stage
        .trace()
        .note(
            "node %d sends %s #%d to %s, %d bytes",
            actor.index, way, letter.number(), ResourceName.format(target), payload.length);
    if (!actor.node().trySend(target, way.tag, payload)) {
      stage.ledger.onRefused(stream);
      stage.trace().note("node %d refuses it", actor.index);
    }
  }

  private void sendEmpty(Actor actor, long target) {
    stage.ledger.onEmptySent();
    if (!actor.node().trySend(target, EMPTY_TAG, new byte[0])) {
      stage.ledger.onEmptyRefused();
    }
  }

  private int size(Way way) {
    int most =
        switch (chance.between(0, 9)) {
          case 0, 1, 2, 3, 4, 5 -> 100;
          case 6, 7 -> 2000;
          case 8 -> 16_000;
          default -> 100_000;
        };
    most = Math.min(most, stage.plan.maxBytes());
    return chance.between(0, way == Way.URGENT ? Math.min(most, Node.MAX_URGENT_BYTES) : most);
  }

  private long anyVirtualNode() {
    return chance.between(0, stage.plan.config().spaceSize() - 1);
  }

  private void pollTick(Actor actor) {
    var unused = poll(actor, chance.between(1, 10));
    actor.actAfter(chance.waitNs(POLL_GAP_NS), () -> pollTick(actor));
  }

  /**
   * Takes all queued letters, as an application does before it gives a range away; returns how many
   * there were.
   */
  int drain(Actor actor) {
    return poll(actor, Integer.MAX_VALUE);
  }

  private int poll(Actor actor, int most) {
    for (int i = 0; i < most; i++) {
      Message message = chance.oneIn(2) ? actor.node().poll() : actor.node().poll(Way.POLLED.tag);
      if (message == null) {
        return i;
      }
      onLetter(actor, message, Way.POLLED);
    }
    return most;
  }

  private void onLetter(Actor actor, Message message, Way way) {
    Letter letter = Letter.of(message);
    stage
        .trace()
        .note(
            "node %d gets %s #%d from node %d to %s",
            actor.index,
            way,
            letter.number(),
            letter.sender(),
            ResourceName.format(letter.target()));
    demand(letter, message, letter.damageIn(message));
    demand(letter, message, misdelivery(actor, message));
    demand(letter, message, wrongSender(letter, message));
    demand(letter, message, stage.ledger.onDelivered(letter, letter.stream(way)));
    if (letter.hops() > 0 && !stage.healing && actor.isPresent()) {
      sendSomething(actor, letter.hops() - 1);
    }
  }

  private void onEmpty(Actor actor, Message message) {
    stage.demand(misdelivery(actor, message));
    stage.demand(stage.ledger.onEmptyDelivered());
  }

  private void demand(Letter letter, Message message, @Nullable String wrong) {
    if (wrong != null) {
      stage.demand(
          "letter #%d of node %d, %s: %s"
              .formatted(letter.number(), letter.sender(), message, wrong));
    }
  }

  private @Nullable String wrongSender(Letter letter, Message message) {
    return stage.author(message.from()) == letter.sender()
        ? null
        : "it does not come from " + message.sender();
  }

  /** A message reaches the node that assumes its target at this moment, or that is its target. */
  private @Nullable String misdelivery(Actor actor, Message message) {
    long target = message.to();
    if (ResourceName.isResourceName(target)) {
      return stage.author(target) == actor.author() ? null : "it is not for " + actor;
    }
    if (!actor.node().assumed().contains(target)) {
      return actor + " assumes only " + actor.node().assumed();
    }
    int owner = stage.book.owner(target);
    return owner == actor.index ? null : "it belongs to node " + owner + ", not to " + actor;
  }
}
