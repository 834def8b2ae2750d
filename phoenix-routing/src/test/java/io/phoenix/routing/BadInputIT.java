package io.phoenix.routing;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import io.phoenix.api.Node;
import io.phoenix.api.NodeConfig;
import io.phoenix.api.Phoenix;
import io.phoenix.api.PhoenixException;
import io.phoenix.api.Port;
import io.phoenix.api.ResourceName;
import io.phoenix.api.Security;
import io.phoenix.api.SendTimeoutException;
import io.phoenix.api.VirtualRange;
import io.phoenix.routing.wire.Controls;
import io.phoenix.routing.wire.proto.Hello;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.slf4j.LoggerFactory;

/**
 * What comes in at a node's port that should not, and ports that are not what they should be: each
 * is told in words that say what, where and how to mend it, and the node goes on with the others.
 */
@Timeout(30)
class BadInputIT {
  private static final String AGREE =
      ": open all nodes of a computation with the same application and space size";
  private static final String WHO = "; is that a Phoenix node?";

  private static final NodeConfig CONFIG =
      NodeConfig.of("bad-input", 1024)
          .withSecurity(Security.plain()) // so that other hosts are tried at all
          .withHelloInterval(Duration.ofMillis(100))
          .withDeadAfter(Duration.ofMillis(500))
          .withSendBufferBytes(1 << 20)
          .withSendTimeout(Duration.ofMillis(100))
          .withLeaveTimeout(Duration.ofMillis(100));

  private final Logger logger = (Logger) LoggerFactory.getLogger("io.phoenix.routing.link");
  private final ListAppender<ILoggingEvent> log = new ListAppender<>();
  private final Node node = Phoenix.open(CONFIG);

  @BeforeEach
  void listenToTheLog() {
    log.start();
    logger.addAppender(log);
    logger.setAdditive(false); // on purpose it says much that would look like trouble
    node.assume(VirtualRange.of(0, 512));
  }

  @AfterEach
  void theNodeStillWorks() throws InterruptedException {
    logger.detachAppender(log);
    logger.setAdditive(true);
    try (Node good = Phoenix.open(CONFIG.withPorts(node.localPort().toString()))) {
      good.send(3, 7, new byte[] {42});
      assertThat(node.recv(7).payload()).containsExactly(42);
    } finally {
      node.close();
    }
  }

  private RawSocket dial() throws IOException {
    return new RawSocket(new Socket(InetAddress.getLoopbackAddress(), node.localPort().port()));
  }

  private static ServerSocket listen() throws IOException {
    return new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
  }

  private static Port portOf(ServerSocket server) {
    return new Port("127.0.0.1", server.getLocalPort());
  }

  /** Why the last attempt at a port has failed, or the last link there has broken. */
  private static String failureOf(Node node, Port port) {
    return node.explain().ports().stream()
        .filter(p -> p.port().equals(port))
        .map(p -> String.valueOf(p.lastFailure()))
        .findFirst()
        .orElse("");
  }

  private static void await(BooleanSupplier condition) {
    while (!condition.getAsBoolean()) {
      assertThat(Thread.currentThread().isInterrupted()).as("time is up").isFalse();
      LockSupport.parkNanos(1_000_000);
    }
  }

  private String awaitFailure(Port port) {
    node.addPort(port);
    await(() -> !failureOf(node, port).equals("null"));
    return failureOf(node, port);
  }

  private List<String> logged() {
    return List.copyOf(log.list).stream().map(ILoggingEvent::getFormattedMessage).toList();
  }

  @Test
  void otherApplicationIsRefused() {
    assertRefused(
        NodeConfig.of("other", 1024), "application 'bad-input' here, 'other' at %s" + AGREE);
  }

  @Test
  void otherSpaceSizeIsRefused() {
    assertRefused(NodeConfig.of("bad-input", 7), "space size 1024 here, 7 at %s" + AGREE);
  }

  private void assertRefused(NodeConfig config, String reason) {
    try (Node other = Phoenix.open(config.withPorts(node.localPort().toString()))) {
      assertThat(awaitFailure(other.localPort())).isEqualTo(reason, other.localPort());
      await(() -> !failureOf(other, node.localPort()).equals("null"));
      assertThat(failureOf(other, node.localPort())).contains(" here, ").endsWith(AGREE);
      assertThat(node.explain().routes()).isEmpty();
    }
  }

  @Test
  void otherVersionIsRefused() throws IOException {
    Hello.Builder hello = RawSocket.hello("bad-input", 1024).setVersion(9);
    String reason =
        "protocol version 1 here, 9 at %s: run the same release of Phoenix at both ends";
    try (ServerSocket server = listen()) {
      node.addPort(portOf(server));
      try (RawSocket peer = new RawSocket(server.accept())) {
        peer.send(RawSocket.frame(hello));
        assertThat(peer.next().hasHello()).isTrue();
        assertThat(peer.next().getRefuse().getReason()).isEqualTo(reason, portOf(server));
      }
      assertThat(failureOf(node, portOf(server))).isEqualTo(reason, portOf(server));
    }
  }

  @Test
  void portOfSomethingElseIsSaidToBeNone() throws IOException {
    try (ServerSocket server = listen()) {
      node.addPort(portOf(server));
      try (RawSocket peer = new RawSocket(server.accept())) {
        peer.send("HTTP/1.1 400 Bad Request\r\n".getBytes(US_ASCII));
        peer.awaitEnd();
      }
      assertThat(failureOf(node, portOf(server)))
          .isEqualTo("%s sent a bad frame: frame of unknown type 47" + WHO, portOf(server));
    }
  }

  @Test
  void garbageAtThePortIsLoggedWithItsSender() throws IOException {
    assertCutOff(
        "GET / HTTP/1.1\r\n".getBytes(US_ASCII),
        "Closing the link to 127\\.0\\.0\\.1:\\d+: frame of unknown type 47; "
            + "is that a Phoenix node\\?");
  }

  @Test
  void oversizedFrameIsNotWaitedFor() throws IOException {
    assertCutOff(
        new byte[] {0x7f, -1, -1, -1, 1},
        "Closing the link to 127\\.0\\.0\\.1:\\d+: frame of type 1 has length 2147483647, "
            + "allowed are 1\\.\\.65536; is that a Phoenix node\\?");
  }

  private void assertCutOff(byte[] bytes, String logged) throws IOException {
    try (RawSocket peer = dial()) {
      peer.send(bytes);
      peer.awaitEnd();
    }
    assertThat(logged()).hasSize(1).allMatch(line -> line.matches(logged));
  }

  @Test
  void handshakeMayEndAtEveryByte() throws IOException {
    byte[] hello = RawSocket.frame(RawSocket.hello("bad-input", 1024).setDial(1));
    for (int length = 0; length < hello.length; length++) {
      try (RawSocket peer = dial()) {
        peer.send(Arrays.copyOf(hello, length));
      }
    }
    try (ServerSocket server = listen()) {
      node.addPort(portOf(server));
      try (RawSocket peer = new RawSocket(server.accept())) {
        assertThat(peer.next().hasHello()).isTrue(); // or it would be reset, not closed
        peer.send(Arrays.copyOf(hello, 10));
      }
      await(() -> !failureOf(node, portOf(server)).equals("null"));
      assertThat(failureOf(node, portOf(server)))
          .isEqualTo(
              "the handshake with %1$s was cut short: connection closed by %1$s" + WHO,
              portOf(server));
    }
    assertThat(node.explain().routes()).isEmpty();
  }

  @Test
  void slowHandshakeIsCutOff() throws IOException {
    try (RawSocket slow = dial();
        ServerSocket server = listen()) {
      Port silent = portOf(server);
      node.addPort(silent);
      slow.send(new byte[] {0, 0, 100, 0, 1}); // the beginning of a frame that may be
      await(
          () -> {
            try {
              slow.send(new byte[1]); // the rest byte by byte, to keep it waiting
            } catch (IOException e) {
              return true; // cut off
            }
            return false;
          });
      await(() -> !failureOf(node, silent).equals("null"));
      assertThat(failureOf(node, silent))
          .isEqualTo("%s has not finished the handshake within 5000 ms" + WHO, silent);
    }
  }

  @Test
  void peerThatStopsReadingLosesItsLinkAndTakesNoMoreThanItsRoom() throws IOException {
    try (ServerSocket server = listen()) {
      node.addPort(portOf(server));
      try (RawSocket peer = new RawSocket(server.accept())) {
        peer.shakeHands(RawSocket.hello("bad-input", 1024));
        ResourceName name = new ResourceName(-77);
        peer.send(Controls.routes(List.of(Controls.route(-77, 1, 0))).get(0));
        await(() -> node.explain().route(name).isPresent());
        int taken = 0;
        while (node.trySend(name.value(), 1, new byte[1000])) {
          taken++;
        }
        assertThat(taken).isBetween(900, (1 << 20) / 1000);
        assertThatThrownBy(() -> node.send(name, 1, new byte[1000]))
            .isInstanceOf(SendTimeoutException.class)
            .hasMessageStartingWith("no room for a message to node " + name)
            .hasMessageEndingWith("within PT0.1S");
        await(
            () -> {
              try {
                peer.send(Controls.ping(1)); // it is alive, but does not read
              } catch (IOException e) {
                return true;
              }
              return false;
            });
      }
      await(() -> !failureOf(node, portOf(server)).equals("null"));
      assertThat(failureOf(node, portOf(server)))
          .matches(
              portOf(server) + " sends but has not read for \\d+ ms; what keeps that node busy\\?");
    }
  }

  @Test
  void portInUseIsSaidSo() {
    assertThatThrownBy(() -> Phoenix.open(CONFIG.withListen(node.localPort())))
        .isInstanceOf(PhoenixException.class)
        .hasMessage(
            "cannot listen on %s: address in use; choose another port, or 0 for any free one",
            node.localPort());
  }

  @Test
  void unknownHostIsSaidSo() {
    assertThat(awaitFailure(new Port("no-such-host.invalid", 7000)))
        .isEqualTo("unknown host 'no-such-host.invalid'; check its spelling, or give an address");
    assertThatThrownBy(() -> Phoenix.open(CONFIG.withListen("no-such-host.invalid:0")))
        .isInstanceOf(PhoenixException.class)
        .hasMessage(
            "cannot listen on no-such-host.invalid:0: unknown host 'no-such-host.invalid'; "
                + "give an address of this machine");
  }

  @Test
  void portThatNobodyListensOnIsTriedForEver() throws IOException {
    Port free;
    try (ServerSocket server = listen()) {
      free = portOf(server);
    }
    assertThat(awaitFailure(free)).isEqualTo("connection refused by " + free);
    await(() -> node.explain().ports().get(0).attempts() > 2);
  }
}
