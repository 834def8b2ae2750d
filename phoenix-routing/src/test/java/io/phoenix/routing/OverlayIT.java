package io.phoenix.routing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.phoenix.api.Message;
import io.phoenix.api.Node;
import io.phoenix.api.NodeConfig;
import io.phoenix.api.Phoenix;
import io.phoenix.api.PhoenixException;
import io.phoenix.api.VirtualRange;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Whole nodes over TCP. */
@Timeout(60)
class OverlayIT {

  private static NodeConfig config(boolean busyPoll) {
    return NodeConfig.of("overlay-it", 1024).withBusyPoll(busyPoll);
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void twoNodesExchangeMessagesFromApplicationThreads(boolean busyPoll)
      throws InterruptedException {
    try (Node a = Phoenix.open(config(busyPoll));
        Node b = Phoenix.open(config(busyPoll).withPorts(a.localPort().toString()))) {
      a.assume(VirtualRange.of(0, 512));
      b.assume(VirtualRange.of(512, 1024));
      var echo =
          new Thread(
              () -> {
                try {
                  for (int i = 0; i < 1000; i++) {
                    Message m = b.recv();
                    b.send(m.sender(), m.tag(), m.payload());
                  }
                } catch (InterruptedException e) {
                  Thread.currentThread().interrupt();
                }
              });
      echo.start();
      for (int i = 0; i < 1000; i++) {
        a.send(700, i, new byte[i]);
        Message m = a.recv();
        assertThat(m.tag()).isEqualTo(i);
        assertThat(m.payload()).hasSize(i);
      }
      echo.join();
    }
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void nothingIsLostOrSwappedWhenConnectionsAreReset(boolean busyPoll) throws InterruptedException {
    try (Node a = Phoenix.open(config(busyPoll));
        Node b = Phoenix.open(config(busyPoll).withPorts(a.localPort().toString()))) {
      b.assume(VirtualRange.of(0, 1024));
      int messages = 3000;
      var sender =
          new Thread(
              () -> {
                for (int i = 0; i < messages; i++) {
                  a.send(1, 0, ByteBuffer.allocate(4 + i % 3000).putInt(0, i).array());
                  if (i % 500 == 250) {
                    Overlay.cutLinks(a);
                  }
                }
              });
      sender.start();
      for (int i = 0; i < messages; i++) {
        assertThat(ByteBuffer.wrap(b.recv().payload()).getInt()).isEqualTo(i);
      }
      sender.join();
    }
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void goodbyeOfALeaverReachesThoseWhoFloodIt(boolean busyPoll) throws InterruptedException {
    NodeConfig config =
        config(busyPoll).withMailboxBytes(16 << 10).withForgetAfter(Duration.ofHours(1));
    for (int i = 0; i < 3; i++) {
      Node leaver = Phoenix.open(config);
      try (Node peer = Phoenix.open(config.withPorts(leaver.localPort().toString()))) {
        leaver.assume(VirtualRange.of(0, 1024));
        peer.send(1, 0, new byte[0]);
        leaver.recv();
        while (peer.trySend(1, 0, new byte[10_000])) {
          // as much as will go
        }
        leaver.leave();
        while (peer.explain().route(leaver.resourceName()).isPresent()) {
          Thread.sleep(1); // it is forgotten at once, or in an hour
        }
      }
    }
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void aLogIsUsedUpByOpeningOnly(boolean busyPoll, @TempDir Path dir) {
    Path log = dir.resolve("log");
    try (Node a = Phoenix.open(config(busyPoll))) {
      Node b = Phoenix.open(config(busyPoll).withPorts(a.localPort().toString()));
      b.assume(VirtualRange.of(0, 1024));
      b.leave(log);

      String taken = a.localPort().toString();
      assertThatThrownBy(() -> Phoenix.open(config(busyPoll).withListen(taken), log))
          .isInstanceOf(PhoenixException.class)
          .hasMessageContaining("address in use");
      assertThat(log).exists();

      try (Node again = Phoenix.open(config(busyPoll).withPorts(taken), log)) {
        assertThat(again.assumed().contains(5)).isTrue();
        assertThat(Files.exists(log)).isFalse();
      }
    }
  }
}
