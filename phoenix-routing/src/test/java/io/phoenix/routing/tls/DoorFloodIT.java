package io.phoenix.routing.tls;

import static org.assertj.core.api.Assertions.assertThat;

import io.netty.util.internal.PlatformDependent;
import io.phoenix.api.Port;
import io.phoenix.routing.tcp.TcpLoop;
import io.phoenix.routing.tcp.TcpTransport;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.SocketException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Many strangers at a real door: what they cost, and that members come in meanwhile. */
@Timeout(120)
class DoorFloodIT {
  private static final int FLOOD = 2000;
  private static final long MOST_BYTES = 16 << 20;

  private final TestCluster cluster = new TestCluster();
  private final TcpLoop loop = TcpLoop.start("door", false);
  private final TlsTransport door =
      cluster.over(new TcpTransport(loop), loop, cluster.member("door"), Engines.Kind.best());
  private final List<Socket> sockets = new ArrayList<>();
  private Port port;
  private long before;

  @BeforeEach
  void listen() {
    port = door.listen(new Port("127.0.0.1", 0), (wire, now) -> new TlsWorld.End());
    before = PlatformDependent.usedDirectMemory();
  }

  @AfterEach
  void close() throws IOException {
    for (Socket socket : sockets) {
      socket.close();
    }
    door.close();
    loop.shutdown();
  }

  private long directBytes() {
    return PlatformDependent.usedDirectMemory() - before;
  }

  /** Connects many times and says the same each time; the most memory that was in use. */
  private long flood(byte[] words) throws IOException {
    long most = 0;
    for (int i = 0; i < FLOOD; i++) {
      var socket = new Socket();
      sockets.add(socket);
      socket.connect(new InetSocketAddress(InetAddress.getLoopbackAddress(), port.port()));
      try {
        socket.getOutputStream().write(words);
      } catch (SocketException e) {
        // It has been sent away already.
      }
      most = Math.max(most, directBytes());
    }
    return most;
  }

  private static void await(BooleanSupplier condition) throws InterruptedException {
    while (!condition.getAsBoolean()) {
      Thread.sleep(1); // the test as a whole has a deadline
    }
  }

  /** A member that dials again until it is let in, as links do. */
  private void assertMemberComesIn() throws InterruptedException {
    TcpLoop near = TcpLoop.start("near", false);
    var isIn = new AtomicBoolean();
    TlsTransport member =
        cluster.over(new TcpTransport(near), near, cluster.member("near"), Engines.Kind.best());
    try {
      long deadlineNs = System.nanoTime() + TimeUnit.SECONDS.toNanos(60);
      while (!isIn.get() && System.nanoTime() < deadlineNs) {
        var end = new TlsWorld.End();
        near.execute(() -> member.dial(port, end));
        await(() -> end.wire != null || end.failure != null);
        isIn.set(end.wire != null);
      }
      assertThat(isIn).isTrue();
    } finally {
      member.close();
      near.shutdown();
    }
  }

  @Test
  void idleConnectionsCostNoMemory() throws Exception {
    assertThat(flood(new byte[0])).isLessThan(MOST_BYTES);
    assertMemberComesIn();
  }

  @Test
  void halfAHelloCostsWhatWasSaid() throws Exception {
    byte[] hello = ClientHelloTest.ofMember(Engines.Kind.best());
    assertThat(flood(Arrays.copyOf(hello, hello.length / 2))).isLessThan(MOST_BYTES);
    assertMemberComesIn();
  }

  @Test
  void garbageCostsLittleAndTheMemoryOfThoseSentAwayIsFree() throws Exception {
    byte[] garbage = new byte[5000];
    Arrays.fill(garbage, (byte) 0xA5);
    assertThat(flood(garbage)).isLessThan(MOST_BYTES);
    assertMemberComesIn();
  }

  @Test
  void helloesThatLeadToNothingCostABoundedAmount() throws Exception {
    assertThat(flood(ClientHelloTest.ofMember(Engines.Kind.best()))).isLessThan(MOST_BYTES);
    assertMemberComesIn();
    await(() -> directBytes() < MOST_BYTES / 2); // when their time is over
  }
}
