package io.phoenix.routing.runtime;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.phoenix.api.EmbeddedCluster;
import io.phoenix.api.Node;
import io.phoenix.api.NodeClosedException;
import io.phoenix.api.NodeConfig;
import io.phoenix.api.OwnershipToken;
import io.phoenix.api.Phoenix;
import io.phoenix.api.Port;
import io.phoenix.api.VirtualRange;
import io.phoenix.api.VirtualRangeSet;
import java.nio.file.Path;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Calls that cannot be carried out: each throws, says what to do instead, and changes nothing. */
@Timeout(60)
class BadCallTest {
  private final EmbeddedCluster cluster =
      Phoenix.embedded(1, NodeConfig.of("bad-call", 100).withMaxPayloadBytes(1000));
  private final Node node = cluster.node(0); // assumes all of it

  @AfterEach
  void close() {
    cluster.close();
  }

  @Test
  void virtualNodeOutsideTheSpaceIsRefused() {
    String message =
        "virtual node 100 is outside the space [0, 100): choose one below 100, or a larger spaceSize";
    assertRefused(() -> node.send(100, 1, new byte[0]), message);
    assertRefused(() -> node.trySend(100, 1, new byte[0]), message);
    assertThat(node.trySend(99, 1, new byte[0])).isTrue();
  }

  @Test
  void rangeOutsideTheSpaceIsRefused() {
    assertRefused(
        () -> node.assume(VirtualRange.of(90, 101)),
        "[90, 101) is outside the space [0, 100): choose another range, or a larger spaceSize");
    assertRefused(
        () -> node.assume(new OwnershipToken(VirtualRange.of(100, 101), 3)),
        "[100, 101) is outside the space [0, 100): choose another range, or a larger spaceSize");
    assertThat(node.assumed()).isEqualTo(VirtualRangeSet.of(VirtualRange.of(0, 100)));
  }

  @Test
  void rangeThatIsAssumedIsNotAssumedAgain() {
    OwnershipToken token = node.release(VirtualRange.of(10, 20));
    String overlap =
        "node "
            + node.resourceName()
            + " already assumes %s of %s: "
            + "assume the rest only, or release that first";
    assertRefused(
        () -> node.assume(VirtualRange.of(15, 25)), overlap.formatted("{[20, 25)}", "[15, 25)"));
    assertThat(node.assumed().contains(15)).isFalse();
    node.assume(token);
    assertRefused(() -> node.assume(token), overlap.formatted("{[10, 20)}", "[10, 20)"));
    assertThat(node.assumed()).isEqualTo(VirtualRangeSet.of(VirtualRange.of(0, 100)));
  }

  @Test
  void rangeThatIsNotAssumedCannotBeReleased() {
    node.release(VirtualRange.of(10, 20));
    assertRefused(
        () -> node.release(VirtualRange.of(5, 15)),
        "node "
            + node.resourceName()
            + " does not assume {[10, 15)} of [5, 15), only "
            + node.assumed());
    assertThat(node.assumed().contains(5)).isTrue();
  }

  @Test
  void payloadAboveTheLimitIsRefused() {
    String message =
        "payload of 1001 bytes > 1000, the limit; send it in parts or raise maxPayloadBytes";
    assertRefused(() -> node.send(1, 1, new byte[1001]), message);
    assertRefused(() -> node.trySend(1, 1, new byte[1001]), message);
    assertThat(node.trySend(1, 1, new byte[1000])).isTrue();
  }

  @Test
  void payloadAboveTheLimitOfUrgentTagsIsRefused() {
    byte[] most = new byte[Node.MAX_URGENT_BYTES];
    assertRefused(
        () -> node.send(1, -1, new byte[most.length + 1]),
        "payload of 16385 bytes > 16384, the limit for urgent tags; use a tag from 0 up");
    assertThat(node.trySend(1, -1, most)).isTrue();
  }

  private static void assertRefused(ThrowingCallable call, String message) {
    assertThatThrownBy(call).isInstanceOf(IllegalArgumentException.class).hasMessage(message);
  }

  private Map<String, ThrowingCallable> allCalls(Path log) {
    Map<String, ThrowingCallable> calls = new LinkedHashMap<>();
    calls.put("send", () -> node.send(1, 1, new byte[0]));
    calls.put("send by name", () -> node.send(node.resourceName(), 1, new byte[0]));
    calls.put("trySend", () -> node.trySend(1, 1, new byte[0]));
    calls.put("recv", node::recv);
    calls.put("recv(tag)", () -> node.recv(1));
    calls.put("recv(timeout)", () -> node.recv(Duration.ZERO));
    calls.put("recv(tag, timeout)", () -> node.recv(1, Duration.ZERO));
    calls.put("poll", node::poll);
    calls.put("poll(tag)", () -> node.poll(1));
    calls.put("handle", () -> node.handle(1, m -> {}));
    calls.put("assume", () -> node.assume(VirtualRange.of(0, 1)));
    calls.put("assume(token)", () -> node.assume(new OwnershipToken(VirtualRange.of(0, 1), 9)));
    calls.put("release", () -> node.release(VirtualRange.of(0, 1)));
    calls.put("addPort", () -> node.addPort(new Port("127.0.0.1", 7)));
    calls.put("explain", node::explain);
    calls.put("leave", node::leave);
    calls.put("leave(log)", () -> node.leave(log));
    return calls;
  }

  @Test
  void callsAfterLeaveSayThatTheNodeHasLeft(@TempDir Path dir) {
    node.leave();
    allCalls(dir.resolve("log"))
        .forEach(
            (name, call) ->
                assertThatThrownBy(call)
                    .as(name)
                    .isInstanceOf(NodeClosedException.class)
                    .hasMessage(
                        "node %s has left the computation: open another one to go on",
                        node.resourceName()));
    assertThat(dir).isEmptyDirectory();
    node.close(); // once more does no harm
    assertThat(node.resourceName()).isNotNull();
    assertThat(node.spaceSize()).isEqualTo(100);
  }

  @Test
  void recvThatWaitsIsToldOfTheLeave() {
    CompletableFuture<Throwable> thrown = new CompletableFuture<>();
    var waiting =
        new Thread(
            () -> {
              try {
                node.recv();
                thrown.completeExceptionally(new AssertionError("received something"));
              } catch (NodeClosedException | InterruptedException e) {
                thrown.complete(e);
              }
            });
    waiting.start();
    node.leave();
    assertThat(thrown.join())
        .isInstanceOf(NodeClosedException.class)
        .hasMessageContaining("has left the computation");
  }
}
