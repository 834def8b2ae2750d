package io.phoenix.routing.sim;

import static org.assertj.core.api.Assertions.assertThat;

import io.phoenix.api.Message;
import io.phoenix.api.NodeConfig;
import io.phoenix.api.OwnershipToken;
import io.phoenix.api.Port;
import io.phoenix.api.VirtualRange;
import io.phoenix.routing.runtime.OverlayNode;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/**
 * Applications that receive, instead of having handlers: what is queued for a range when it is
 * released is received by whoever assumes it next (paper 001 §3.3: "assumes at the point of the
 * call"), once and in order.
 */
class ReleaseSimTest {
  private static final int SPACE = 4;
  private static final int NODES = 4;
  private static final int PORT = 7000;
  private static final long MS = 1_000_000;
  private static final long SECOND = 1000 * MS;
  private static final NodeConfig CONFIG = NodeConfig.of("release", SPACE);

  private SimWorld world = new SimWorld(1);
  private List<OverlayNode> nodes = new ArrayList<>();
  private RandomGenerator random = world.random("test", 0);

  /** By sender and virtual node: how many were sent, and the number of the last one received. */
  private final Map<String, Integer> sent = new HashMap<>();

  private final Map<String, Integer> received = new HashMap<>();

  @Test
  void whatIsQueuedGoesAlongWithTheRange() {
    openAll(3);
    nodes.get(0).assume(VirtualRange.all(SPACE));
    world.runFor(SECOND);
    for (int i = 0; i < 10; i++) {
      send(nodes.get(2), i % 2);
    }
    nodes.get(2).send(nodes.get(0).resourceName(), 7, new byte[0]);
    world.runFor(SECOND);

    OwnershipToken token = nodes.get(0).release(VirtualRange.of(0, 1));
    for (int i = 0; i < 5; i++) {
      receive(nodes.get(0)); // of virtual node 1, which it has not released
    }
    assertThat(nodes.get(0).poll()).as("in person").extracting(Message::tag).isEqualTo(7);
    assertThat(nodes.get(0).poll()).as("of a range that was released").isNull();
    nodes.get(1).assume(token);
    world.runFor(SECOND);
    send(nodes.get(2), 0);
    world.runFor(SECOND);
    receiveAll(nodes.get(1));
    assertThat(received).isEqualTo(sent);
  }

  @Test
  void whatIsQueuedGoesToTheNextOwnerWhenItsOwnerLeaves() {
    for (boolean withLog : new boolean[] {false, true}) {
      begin(1);
      openAll(3);
      nodes.get(0).assume(VirtualRange.of(0, 2));
      world.runFor(SECOND);
      for (int i = 0; i < 10; i++) {
        send(nodes.get(2), 0);
        send(nodes.get(2), 1);
      }
      world.runFor(SECOND);
      nodes.get(1).assume(nodes.get(0).release(VirtualRange.of(0, 1)));
      var left = nodes.get(0).beginLeave(withLog); // before it has heard of the next owner
      assertThat(world.runUntil(left::isDone, world.nowNs() + 60 * SECOND)).isTrue();
      world.runFor(SECOND);
      receiveAll(nodes.get(1));
      assertThat(received).containsExactly(Map.entry(key(nodes.get(2), 0), 10));
      var report = left.join().report();
      assertThat(report.lost()).isZero();
      assertThat(report.logged()).isEqualTo(withLog ? 10 : 0);
      if (withLog) {
        nodes.set(0, open(3, left.join().log()));
      } else { // a node that stays has kept them
        nodes.get(1).assume(VirtualRange.of(1, 2));
      }
      world.runFor(5 * SECOND);
      receiveAll(nodes.get(withLog ? 0 : 1));
      assertThat(received).isEqualTo(sent);
    }
  }

  /** Peers that were held back because the mailbox was full go on when it has gone elsewhere. */
  @Test
  void releasingAFullMailboxMakesRoom() {
    begin(1);
    openAll(3, CONFIG.withMailboxBytes(64 << 10));
    nodes.get(0).assume(VirtualRange.all(SPACE));
    world.runFor(SECOND);
    int count = 6 * 1024; // more than a mailbox and a window
    for (int i = 0; i < count; i++) {
      send(nodes.get(2), 0, 1024);
    }
    world.runFor(10 * SECOND);
    OwnershipToken token = nodes.get(0).release(VirtualRange.all(SPACE));
    world.runFor(10 * SECOND); // all that waits there now is for whoever comes
    nodes.get(1).assume(token);
    for (int i = 0; i < 1000 && !received.equals(sent); i++) {
      world.runFor(SECOND / 10);
      receiveAll(nodes.get(1));
    }
    assertThat(received).isEqualTo(sent);
  }

  @Test
  void everyMessageIsReceivedOnceAndInOrderWhileRangesMove() {
    int seeds = Integer.getInteger("phoenix.release.seeds", 60);
    for (int seed = 1; seed <= seeds; seed++) {
      try {
        move(seed);
      } catch (AssertionError | RuntimeException e) {
        throw new AssertionError("seed " + seed, e);
      }
    }
  }

  private void move(int seed) {
    begin(seed);
    openAll(NODES);
    @Nullable OwnershipToken[] travelling = new OwnershipToken[SPACE];
    int[] owner = new int[SPACE];
    for (int v = 0; v < SPACE; v++) {
      owner[v] = random.nextInt(NODES);
      nodes.get(owner[v]).assume(VirtualRange.of(v, v + 1));
    }
    world.runFor(SECOND);
    int sends = 1 + random.nextInt(20);
    int receives = 1 + random.nextInt(20);
    int moves = 1 + random.nextInt(20);
    for (int i = 0; i < 800; i++) {
      int draw = random.nextInt(sends + receives + moves);
      int v = random.nextInt(SPACE);
      OwnershipToken token = travelling[v];
      if (draw < sends) {
        send(nodes.get(random.nextInt(NODES)), v);
      } else if (draw < sends + receives) {
        receive(nodes.get(random.nextInt(NODES)));
      } else if (token == null) {
        travelling[v] = nodes.get(owner[v]).release(VirtualRange.of(v, v + 1));
      } else {
        owner[v] = random.nextInt(NODES);
        nodes.get(owner[v]).assume(token);
        travelling[v] = null;
      }
      world.runFor(random.nextLong(random.nextBoolean() ? MS : 20 * MS));
    }
    for (int v = 0; v < SPACE; v++) {
      OwnershipToken token = travelling[v];
      if (token != null) {
        nodes.get(0).assume(token);
      }
    }
    for (int i = 0; i < 100; i++) {
      world.runFor(SECOND / 10);
      nodes.forEach(this::receiveAll);
    }
    assertThat(received).isEqualTo(sent);
  }

  private void send(OverlayNode from, int to) {
    send(from, to, 4);
  }

  private void send(OverlayNode from, int to, int bytes) {
    int number = sent.merge(key(from, to), 1, Integer::sum);
    int tag = random.nextInt(3); // all of them of one lane
    from.send(to, tag, ByteBuffer.allocate(bytes).putInt(number).array());
  }

  private void receiveAll(OverlayNode node) {
    while (receive(node)) {}
  }

  private boolean receive(OverlayNode node) {
    Message message = node.poll();
    if (message == null) {
      return false;
    }
    assertThat(node.assumed().contains(message.to())).as("%s is its own", message).isTrue();
    int number = ByteBuffer.wrap(message.payload()).getInt();
    Integer last = received.put(message.sender() + "→" + message.to(), number);
    assertThat(number).as("%s", message).isEqualTo(last == null ? 1 : last + 1);
    return true;
  }

  private static String key(OverlayNode from, int to) {
    return from.resourceName() + "→" + to;
  }

  private void begin(int seed) {
    world = new SimWorld(seed);
    random = world.random("test", 0);
    nodes = new ArrayList<>();
    sent.clear();
    received.clear();
  }

  private void openAll(int count) {
    openAll(count, CONFIG);
  }

  private void openAll(int count, NodeConfig config) {
    for (int i = 0; i < count; i++) {
      nodes.add(open(i, null, config));
    }
    world.runFor(Duration.ofSeconds(3).toNanos());
  }

  private OverlayNode open(int index, byte @Nullable [] log) {
    return open(index, log, CONFIG);
  }

  private OverlayNode open(int index, byte @Nullable [] log, NodeConfig config) {
    SimHost host = world.network().addHost("node" + index);
    NodeConfig own = config.withListen(new Port(host.address(), PORT));
    if (index > 0) {
      own = own.withPorts("node" + (index - 1) + ":" + PORT);
    }
    return OverlayNode.open(own, host.loop(), host.transport(), host.loop().random(), log);
  }
}
