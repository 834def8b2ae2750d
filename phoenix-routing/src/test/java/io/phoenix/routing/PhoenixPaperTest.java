package io.phoenix.routing;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.phoenix.api.EmbeddedCluster;
import io.phoenix.api.Message;
import io.phoenix.api.Node;
import io.phoenix.api.NodeConfig;
import io.phoenix.api.Phoenix;
import io.phoenix.api.Port;
import io.phoenix.api.ResourceName;
import io.phoenix.api.SimulatedCluster;
import io.phoenix.api.VirtualRange;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * The claims of paper 001 about the model and its API (sections 3.1 to 3.4), one by one, as a
 * program sees them. Those of section 3.5 and 3.6 are in {@code MigrationPaperTest}.
 */
@Timeout(60)
class PhoenixPaperTest {

  private static byte[] bytes(String text) {
    return text.getBytes(UTF_8);
  }

  private static byte[] number(int i) {
    return ByteBuffer.allocate(4).putInt(i).array();
  }

  private static int number(Message message) {
    return ByteBuffer.wrap(message.payload()).getInt();
  }

  private static String text(Message message) {
    return new String(message.payload(), UTF_8);
  }

  /** §3.1: "L can be much larger than the number of participating nodes", "say 2^62". */
  @Test
  void theSpaceMayBeMuchLargerThanTheNumberOfNodes() throws InterruptedException {
    try (EmbeddedCluster cluster = Phoenix.embedded(2, 1L << 62)) {
      cluster.node(0).send((1L << 62) - 1, 1, bytes("the last one"));
      assertThat(text(cluster.node(1).recv())).isEqualTo("the last one");
    }
  }

  /** §3.1: "routes the message to the physical node that currently assumes" its virtual node. */
  @Test
  void eachMessageGoesToWhoeverAssumesItsVirtualNode() throws InterruptedException {
    try (EmbeddedCluster cluster = Phoenix.embedded(4, 4)) {
      for (int v = 0; v < 4; v++) {
        cluster.node(0).send(v, 1, number(v));
      }
      for (int v = 0; v < 4; v++) {
        assertThat(number(cluster.node(v).recv())).isEqualTo(v);
        assertThat(cluster.node(v).poll()).isNull();
      }
    }
  }

  /** §3.1: "allows the mapping between physical nodes and virtual nodes to change at runtime". */
  @Test
  void theMappingChangesAtRuntimeAndTheSpaceStaysTheSame() throws InterruptedException {
    try (EmbeddedCluster cluster = Phoenix.embedded(3, 3)) {
      Node from = cluster.node(0);
      Node first = cluster.node(1);
      Node second = cluster.node(2);
      from.send(1, 1, number(1));
      assertThat(number(first.recv())).isEqualTo(1);
      second.assume(first.release(VirtualRange.single(1)));
      from.send(1, 1, number(2));
      assertThat(number(second.recv())).isEqualTo(2);
      assertThat(first.poll()).isNull();
      assertThat(from.spaceSize()).isEqualTo(3);
    }
  }

  /**
   * §3.1: messages to a virtual node that nobody assumes "are queued until one appears that assumes
   * it, rather than lost, bounced, or redirected".
   */
  @Test
  void messagesForAVirtualNodeThatNobodyAssumesWaitForWhoeverWill() throws InterruptedException {
    try (EmbeddedCluster cluster = Phoenix.embedded(3, 3)) {
      cluster.node(2).release(VirtualRange.single(2));
      for (int i = 0; i < 100; i++) {
        cluster.node(0).send(2, 1, number(i));
      }
      cluster.node(0).send(1, 2, number(0)); // an answer that comes later than those would
      assertThat(cluster.node(1).recv().tag()).isEqualTo(2);
      for (Node node : cluster.nodes()) {
        assertThat(node.poll()).isNull();
      }
      cluster.node(1).assume(VirtualRange.single(2));
      for (int i = 0; i < 100; i++) {
        assertThat(number(cluster.node(1).recv())).isEqualTo(i);
      }
    }
  }

  /** §3.3: "each node has only a single queue for incoming messages". */
  @Test
  void messagesForAllVirtualNodesOfANodeComeOutOfOneQueue() throws InterruptedException {
    try (EmbeddedCluster cluster = Phoenix.embedded(2, 200)) {
      for (int i = 0; i < 100; i++) {
        cluster.node(0).send(100 + i * 37 % 100, 1, number(i));
      }
      for (int i = 0; i < 100; i++) {
        assertThat(number(cluster.node(1).recv())).isEqualTo(i);
      }
    }
  }

  /** §3.3: "non-blocking receive and tags with which the receiver can selectively receive". */
  @Test
  void messagesAreReceivedByTagAndWithoutWaiting() throws InterruptedException {
    try (EmbeddedCluster cluster = Phoenix.embedded(2, 2)) {
      Node to = cluster.node(1);
      assertThat(to.poll()).isNull();
      assertThat(to.recv(7, Duration.ofMillis(1))).isNull();
      cluster.node(0).send(1, 5, number(5));
      cluster.node(0).send(1, 7, number(7));
      assertThat(number(to.recv(7))).isEqualTo(7);
      assertThat(to.poll(7)).isNull();
      assertThat(number(to.recv())).isEqualTo(5);
    }
  }

  /** §3.3: after release, "the system no longer delivers messages destined for s to the caller". */
  @Test
  void nothingIsDeliveredForARangeThatWasReleased() throws InterruptedException {
    try (EmbeddedCluster cluster = Phoenix.embedded(2, 4)) {
      Node former = cluster.node(1); // it assumes 2 and 3
      var token = former.release(VirtualRange.single(3));
      cluster.node(0).send(3, 1, number(3));
      cluster.node(0).send(2, 1, number(2));
      assertThat(number(former.recv())).isEqualTo(2); // sent later, and delivered
      assertThat(former.poll()).isNull();
      former.assume(token);
      assertThat(number(former.recv())).isEqualTo(3);
    }
  }

  /**
   * §3.3: a resource name is "an opaque virtual node name outside the virtual node name space",
   * "unique with high probability", and "returns the same value until it disconnects".
   */
  @Test
  void resourceNamesAreOutsideTheSpaceAndUniqueAndAnewForEachStart(@TempDir Path directory) {
    try (EmbeddedCluster cluster = Phoenix.embedded(8, 8)) {
      Set<ResourceName> names = new HashSet<>();
      for (Node node : cluster.nodes()) {
        assertThat(node.resourceName().value()).isNegative();
        assertThat(node.resourceName()).isEqualTo(node.resourceName());
        names.add(node.resourceName());
      }
      assertThat(names).hasSize(8);
      Path log = directory.resolve("log");
      cluster.node(7).leave(log);
      assertThat(names.add(cluster.join(log).resourceName())).as("another name").isTrue();
    }
  }

  /**
   * §3.3: a fresh node asks a virtual node "to share some of its virtual nodes"; it "needs to
   * receive a reply, for which its resource name is necessary".
   */
  @Test
  void aNodeThatAssumesNothingIsAnsweredByItsResourceName() throws InterruptedException {
    try (EmbeddedCluster cluster = Phoenix.embedded(1, 8)) {
      Node fresh = cluster.join();
      fresh.send(5, 1, bytes("may I have some?"));
      Message asked = cluster.node(0).recv();
      cluster.node(0).send(asked.sender(), 2, bytes("yes"));
      assertThat(text(fresh.recv())).isEqualTo("yes");
    }
  }

  /** §3.3: "Messages to such virtual nodes are queued until one shows up" (and §3.4). */
  @Test
  void messagesForANodeThatIsAwayAreMerelyLate(@TempDir Path directory)
      throws InterruptedException {
    Path log = directory.resolve("log");
    try (EmbeddedCluster cluster = Phoenix.embedded(2, 2)) {
      Node from = cluster.node(0);
      for (int i = 0; i < 10; i++) {
        from.send(1, 1, number(i));
      }
      assertThat(number(cluster.node(1).recv())).isZero();
      cluster.node(1).leave(log); // with what it has not received yet
      for (int i = 10; i < 20; i++) {
        from.send(1, 1, number(i));
      }
      Node back = cluster.join(log);
      assertThat(back.assumed().ranges()).containsExactly(VirtualRange.single(1));
      for (int i = 1; i < 20; i++) {
        assertThat(number(back.recv())).isEqualTo(i);
      }
    }
  }

  /**
   * §3.2: "our routing infrastructure transparently masks disconnections". Departs from it where
   * "connections do not break when messages are in transit": here they may.
   */
  @Test
  void brokenConnectionsAreMadeAgainAndNothingIsLostWithThem() {
    SimulatedCluster world = Phoenix.simulated(1, NodeConfig.of("cuts", 2));
    Node from = world.open();
    Node to = world.open(from);
    List<Integer> received = new ArrayList<>();
    to.handle(1, m -> received.add(number(m)));
    to.assume(VirtualRange.all(2));
    for (int i = 0; i < 200; i++) {
      from.send(1, 1, number(i));
      if (i % 10 == 5) {
        world.cut(from, to); // with what is in transit
      }
      world.runFor(Duration.ofMillis(1));
    }
    assertThat(world.runUntil(() -> received.size() == 200, Duration.ofMinutes(1))).isTrue();
    assertThat(received).isEqualTo(IntStream.range(0, 200).boxed().toList());
  }

  /**
   * §3.3: the system "may use the connection to route messages between any pair of nodes, not just
   * between its end points".
   */
  @Test
  void nodesThatCannotConnectReachEachOtherThroughAThird() throws InterruptedException {
    try (EmbeddedCluster cluster = Phoenix.embedded(3, 3)) {
      cluster.block(0, 2);
      cluster.node(0).send(2, 1, bytes("through 1"));
      assertThat(text(cluster.node(2).recv())).isEqualTo("through 1");
    }
  }

  /** §3.3: "tolerates end points that are actually disallowed to connect to". */
  @Test
  void portsThatCannotBeReachedAreSimplyUnused() throws InterruptedException {
    try (EmbeddedCluster cluster = Phoenix.embedded(2, 2)) {
      cluster.node(0).addPort(new Port("nowhere", 9));
      for (int i = 0; i < 100; i++) {
        cluster.node(0).send(1, 1, number(i));
        assertThat(number(cluster.node(1).recv())).isEqualTo(i);
      }
    }
  }

  /** §3.3: "ph_add_port can be called as many times as necessary and at anytime". */
  @Test
  void nodesMeetWhenAPortIsAddedLater() {
    SimulatedCluster world = Phoenix.simulated(1, NodeConfig.of("ports", 2));
    Node one = world.open();
    Node other = world.open();
    List<String> received = new ArrayList<>();
    one.handle(1, m -> received.add(text(m)));
    one.assume(VirtualRange.all(2));
    other.send(1, 1, bytes("at last"));
    world.runFor(Duration.ofSeconds(10));
    assertThat(received).isEmpty();
    other.addPort(one.localPort());
    other.addPort(one.localPort());
    assertThat(world.runUntil(() -> !received.isEmpty(), Duration.ofMinutes(1))).isTrue();
    world.runFor(Duration.ofSeconds(10));
    assertThat(received).containsExactly("at last");
  }
}
