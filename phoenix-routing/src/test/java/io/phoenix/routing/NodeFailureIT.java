package io.phoenix.routing;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.phoenix.api.Node;
import io.phoenix.api.NodeClosedException;
import io.phoenix.api.NodeConfig;
import io.phoenix.api.Phoenix;
import io.phoenix.api.Port;
import io.phoenix.api.VirtualRange;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What becomes of a node when the virtual machine fails on its loop. */
@Timeout(120)
class NodeFailureIT {
  private static final NodeConfig CONFIG = NodeConfig.of("failure", 64);

  /** A program that opens a node, which then runs out of memory, and says what it sees. */
  static final class Program {
    private static final List<byte[]> HOARD = new ArrayList<>();

    private Program() {}

    public static void main(String[] args) throws InterruptedException, IOException {
      try (Node node = Phoenix.open(CONFIG)) {
        node.assume(VirtualRange.all(64));
        node.handle(1, m -> hoard());
        System.out.println(node.localPort());
        node.send(1, 1, new byte[0]);
        node.recv();
      } catch (NodeClosedException e) {
        HOARD.clear();
        System.out.println(e.getMessage());
        System.out.flush();
        System.in.transferTo(System.out); // until the parent has seen what it wants to see
      }
    }

    private static void hoard() {
      while (true) {
        HOARD.add(new byte[1 << 16]);
      }
    }
  }

  @Test
  void processWithoutMemoryHoldsNoPortAndSaysWhy() throws Exception {
    Process process = start();
    try {
      var said = process.inputReader(UTF_8);
      Port port = Port.parse(said.readLine());
      assertThat(said.readLine())
          .contains("has failed: java.lang.OutOfMemoryError")
          .contains("open another one");
      assertThat(process.isAlive()).isTrue();
      bind(port);
    } finally {
      process.destroyForcibly();
    }
  }

  @Test
  void processThatIsToldToExitsWithoutMemory() throws Exception {
    Process process = start("-XX:+ExitOnOutOfMemoryError");
    try {
      Port port = Port.parse(process.inputReader(UTF_8).readLine());
      assertThat(process.waitFor(60, TimeUnit.SECONDS)).isTrue();
      assertThat(process.exitValue()).isEqualTo(3);
      bind(port);
    } finally {
      process.destroyForcibly();
    }
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void whoeverWaitsIsWokenAndToldWhy(boolean inHandler) throws Exception {
    Node node = Phoenix.open(CONFIG);
    node.assume(VirtualRange.all(64));
    var waiting = CompletableFuture.supplyAsync(() -> receive(node));
    if (inHandler) {
      node.handle(1, m -> fail());
      node.send(1, 1, new byte[0]);
    } else {
      node.loop().execute(NodeFailureIT::fail);
    }
    assertThat(waiting.get(60, TimeUnit.SECONDS)).hasMessageContaining("has failed: ");
    bind(node.localPort());
    assertThatThrownBy(() -> node.send(1, 2, new byte[0]))
        .isInstanceOf(NodeClosedException.class)
        .hasMessageContaining("OutOfMemoryError: no more")
        .hasCauseInstanceOf(OutOfMemoryError.class);
    assertThatThrownBy(() -> node.assume(VirtualRange.of(0, 1)))
        .isInstanceOf(NodeClosedException.class);
    node.close();
  }

  private static NodeClosedException receive(Node node) {
    try {
      throw new AssertionError("received " + node.recv());
    } catch (NodeClosedException e) {
      return e;
    } catch (InterruptedException e) {
      throw new AssertionError(e);
    }
  }

  private static void fail() {
    throw new OutOfMemoryError("no more");
  }

  /** Listens where the node did; it may take a moment until the loop has closed everything. */
  private static void bind(Port port) throws Exception {
    long deadlineNs = System.nanoTime() + TimeUnit.SECONDS.toNanos(30);
    while (true) {
      try (ServerSocket socket = new ServerSocket()) {
        socket.bind(new InetSocketAddress(InetAddress.getByName(port.host()), port.port()));
        return;
      } catch (IOException e) {
        assertThat(System.nanoTime()).as("%s", e).isLessThan(deadlineNs);
        TimeUnit.MILLISECONDS.sleep(10);
      }
    }
  }

  private static Process start(String... options) throws IOException {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(List.of("-Xmx48m", "-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC"));
    command.addAll(List.of(options));
    command.addAll(List.of("-cp", System.getProperty("java.class.path")));
    command.add(Program.class.getName());
    return new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.DISCARD).start();
  }
}
