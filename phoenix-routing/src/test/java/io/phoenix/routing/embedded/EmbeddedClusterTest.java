package io.phoenix.routing.embedded;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.phoenix.api.EmbeddedCluster;
import io.phoenix.api.Message;
import io.phoenix.api.Node;
import io.phoenix.api.NodeClosedException;
import io.phoenix.api.NodeConfig;
import io.phoenix.api.OwnershipListener;
import io.phoenix.api.Phoenix;
import io.phoenix.api.PhoenixException;
import io.phoenix.api.ResourceName;
import io.phoenix.api.VirtualRange;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.LinkedBlockingQueue;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** What {@code Phoenix.embedded} promises to those who test with it. */
@Timeout(60)
class EmbeddedClusterTest {

  @Test
  void oneLineGivesNodesThatReachEachOther() throws InterruptedException {
    try (EmbeddedCluster cluster = Phoenix.embedded(3, 1024)) {
      cluster.node(0).send(1000, 7, "hi".getBytes(UTF_8));
      Message m = cluster.node(2).recv();
      assertThat(new String(m.payload(), UTF_8)).isEqualTo("hi");
      assertThat(m.tag()).isEqualTo(7);
    }
  }

  @Test
  void theSpaceIsSplitEvenlyAndEveryNodeKnowsIt() {
    try (EmbeddedCluster cluster = Phoenix.embedded(3, 10)) {
      assertThat(cluster.node(0).assumed().ranges()).containsExactly(VirtualRange.of(0, 4));
      assertThat(cluster.node(1).assumed().ranges()).containsExactly(VirtualRange.of(4, 7));
      assertThat(cluster.node(2).assumed().ranges()).containsExactly(VirtualRange.of(7, 10));
      for (Node node : cluster.nodes()) {
        assertThat(node.explain().owner(8).orElseThrow().node())
            .isEqualTo(cluster.node(2).resourceName());
      }
    }
  }

  @Test
  void aVastSpaceIsSplitToo() {
    try (EmbeddedCluster cluster = Phoenix.embedded(7, NodeConfig.MAX_SPACE)) {
      assertThat(cluster.node(6).assumed().contains(NodeConfig.MAX_SPACE - 1)).isTrue();
    }
  }

  @Test
  void nothingIsLostOrSwappedWhenLinksAreCut() throws InterruptedException {
    try (EmbeddedCluster cluster = Phoenix.embedded(2, 2)) {
      Node from = cluster.node(0);
      Node to = cluster.node(1);
      int messages = 3000;
      var sender =
          new Thread(
              () -> {
                for (int i = 0; i < messages; i++) {
                  from.send(1, 0, ByteBuffer.allocate(4 + i % 3000).putInt(0, i).array());
                  if (i % 500 == 250) {
                    cluster.cut(0, 1);
                  }
                }
              });
      sender.start();
      for (int i = 0; i < messages; i++) {
        assertThat(ByteBuffer.wrap(to.recv().payload()).getInt()).isEqualTo(i);
      }
      sender.join();
    }
  }

  @Test
  void blockedNodesAreRelayedForByOthers() throws InterruptedException {
    try (EmbeddedCluster cluster = Phoenix.embedded(3, 3)) {
      cluster.block(0, 2);
      cluster.node(0).send(2, 1, new byte[0]);
      assertThat(cluster.node(2).recv().tag()).isEqualTo(1);
      cluster.heal(0, 2);
      cluster.node(2).send(0, 2, new byte[0]);
      assertThat(cluster.node(0).recv().tag()).isEqualTo(2);
    }
  }

  @Test
  void aNodeLeavesAndComesBackWithItsLog(@TempDir Path dir) throws InterruptedException {
    Path log = dir.resolve("log");
    try (EmbeddedCluster cluster = Phoenix.embedded(2, 2)) {
      cluster.node(0).send(1, 1, new byte[] {1});
      Message first = cluster.node(1).recv(Duration.ofSeconds(30));
      assertThat(first).isNotNull();
      cluster.node(1).leave(log);
      assertThat(cluster.nodes()).containsExactly(cluster.node(0));
      cluster.node(0).send(1, 2, new byte[] {2});

      Node back = cluster.join(log);
      assertThat(back.recv().payload()).containsExactly(2);
      assertThat(Files.exists(log)).isFalse();
      assertThat(dir.resolve("log.used")).exists();
      assertThatThrownBy(() -> cluster.join(log))
          .isInstanceOf(PhoenixException.class)
          .hasMessageContaining("there is no leave log");
    }
  }

  @Test
  void aNodeThatLeavesOrCannotBeReachedIsGone(@TempDir Path dir) throws InterruptedException {
    NodeConfig config =
        NodeConfig.of("gone", 3)
            .withHelloInterval(Duration.ofMillis(20))
            .withDeadAfter(Duration.ofMillis(100))
            .withForgetAfter(Duration.ofMillis(200));
    try (EmbeddedCluster cluster = Phoenix.embedded(3, config)) {
      var gone = new LinkedBlockingQueue<ResourceName>();
      cluster
          .node(0)
          .addOwnershipListener(
              new OwnershipListener() {
                @Override
                public void onOwner(VirtualRange range, @Nullable ResourceName owner, long epoch) {}

                @Override
                public void onGone(ResourceName node) {
                  gone.add(node);
                }
              });
      ResourceName left = cluster.node(1).resourceName();
      cluster.node(1).leave(dir.resolve("log"));
      assertThat(gone.take()).isEqualTo(left);
      cluster.block(0, 2);
      assertThat(gone.take()).isEqualTo(cluster.node(2).resourceName());
    }
  }

  @Test
  void closeClosesEveryNode() {
    EmbeddedCluster cluster = Phoenix.embedded(3, 3);
    cluster.close();
    assertThat(cluster.nodes()).isEmpty();
    assertThatThrownBy(() -> cluster.node(0).send(1, 1, new byte[0]))
        .isInstanceOf(NodeClosedException.class);
  }

  @Test
  void moreNodesThanVirtualNodesAreRefused() {
    assertThatThrownBy(() -> Phoenix.embedded(3, 2))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("size=3 must be in 1..2, the size of the space");
  }
}
