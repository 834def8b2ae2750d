package io.phoenix.routing.tcp;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.phoenix.api.PhoenixException;
import io.phoenix.api.Port;
import io.phoenix.routing.world.Wire;
import io.phoenix.routing.world.WireContract;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.util.ArrayDeque;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;

/** Wires over real sockets, for each kind of loop. */
class TcpWireIT {

  @Nested
  class WithThreadsThatSleep extends Contract {
    WithThreadsThatSleep() {
      super(false, true);
    }
  }

  @Nested
  class WithThreadsThatSpin extends Contract {
    WithThreadsThatSpin() {
      super(true, true);
    }
  }

  @Nested
  class WithoutEpoll extends Contract {
    WithoutEpoll() {
      super(false, false);
    }
  }

  abstract static class Contract extends WireContract {
    private final World near;
    private final World far;

    Contract(boolean busyPoll, boolean epoll) {
      near = world("near", busyPoll, epoll);
      far = world("far", busyPoll, epoll);
    }

    private static World world(String name, boolean busyPoll, boolean epoll) {
      TcpLoop loop = TcpLoop.start(name, busyPoll, epoll);
      return new World(loop, new TcpTransport(loop));
    }

    @Override
    protected World near() {
      return near;
    }

    @Override
    protected World far() {
      return far;
    }

    @Override
    protected void cut() {
      assertThat(((TcpTransport) near.transport()).cutAll()).isEqualTo(1);
    }

    @Override
    protected Port anyPort() {
      return new Port("127.0.0.1", 0);
    }

    @Test
    void aPortInUseIsSaidSoWithAHint() {
      Port port = far.transport().listen(anyPort(), (wire, now) -> new Quiet());
      assertThatThrownBy(() -> near.transport().listen(port, (wire, now) -> new Quiet()))
          .isInstanceOf(PhoenixException.class)
          .hasMessage(
              "cannot listen on %s: address in use; choose another port, or 0 for any free one",
              port);
    }

    @Test
    void anAddressOfAnotherMachineCannotBeListenedOn() {
      Port port = new Port("192.0.2.1", 7000);
      assertThatThrownBy(() -> near.transport().listen(port, (wire, now) -> new Quiet()))
          .isInstanceOf(PhoenixException.class)
          .hasMessageStartingWith(
              "cannot listen on 192.0.2.1:7000: 192.0.2.1 is no address of this machine");
    }

    @Test
    void anUnknownHostIsSaidSo() {
      assertThat(failureOf(new Port("no-such-host.invalid", 7000)))
          .isEqualTo("unknown host 'no-such-host.invalid'; check its spelling, or give an address");
    }

    @Test
    void aHostNameIsResolved() {
      Port port = far.transport().listen(anyPort(), (wire, now) -> new Quiet());
      assertThat(failureOf(new Port("localhost", port.port()))).isEqualTo("connected");
    }

    @Test
    void aResetByThePeerIsSaidSo() throws IOException, InterruptedException {
      var handler = new Quiet();
      var accepted = new CountDownLatch(1);
      Port port =
          far.transport()
              .listen(
                  anyPort(),
                  (wire, now) -> {
                    accepted.countDown();
                    return handler;
                  });
      try (var socket = new Socket(InetAddress.getLoopbackAddress(), port.port())) {
        accepted.await();
        socket.setSoLinger(true, 0);
      }
      handler.closed.await();
      assertThat(handler.reason).startsWith("connection reset by 127.0.0.1:");
    }

    @Test
    void lastWordsArriveThoughInputIsUnreadAndTheLoopEnds() throws Exception {
      int lastWords = 300_000;
      var accepted = new CompletableFuture<Wire>();
      Port port =
          far.transport()
              .listen(
                  anyPort(),
                  (wire, now) -> {
                    accepted.complete(wire);
                    return new Quiet();
                  });
      try (var socket = new Socket()) {
        socket.setReceiveBufferSize(4096); // so that the words wait in the far kernel
        socket.connect(new InetSocketAddress(port.host(), port.port()));
        Wire wire = accepted.get();
        var isSent = new CountDownLatch(1);
        far.loop()
            .execute(
                () -> {
                  awaitQuietly(isSent); // until then nothing is read
                  wire.reserve(lastWords).put(new byte[lastWords]);
                  wire.flush();
                  far.transport().close();
                  far.loop().shutdown();
                });
        socket.getOutputStream().write(new byte[1000]);
        isSent.countDown();
        assertThat(socket.getInputStream().readAllBytes()).hasSize(lastWords);
      }
    }

    @Test
    void aHandlerThatFailsClosesItsWireOnly() throws IOException, InterruptedException {
      var handler =
          new Quiet() {
            @Override
            public void onBytes(ByteBuffer bytes, long nowNs) {
              throw new IllegalStateException("on purpose");
            }
          };
      Port port = far.transport().listen(anyPort(), (wire, now) -> handler);
      try (var socket = new Socket(InetAddress.getLoopbackAddress(), port.port())) {
        socket.getOutputStream().write(1);
        assertThat(socket.getInputStream().read()).isNegative();
      }
      handler.closed.await();
      assertThat(handler.reason).contains("on purpose");
      assertThat(failureOf(port)).isEqualTo("connected");
    }

    @Test
    void anAcceptorThatFailsClosesItsConnectionOnly() throws IOException {
      var failures =
          new ArrayDeque<Throwable>(
              List.of(new IllegalStateException("on purpose"), new OutOfMemoryError("on purpose")));
      Port port =
          far.transport()
              .listen(
                  anyPort(),
                  (wire, now) -> {
                    Throwable failure = failures.poll();
                    if (failure instanceof RuntimeException known) {
                      throw known;
                    }
                    if (failure instanceof Error known) {
                      throw known;
                    }
                    return new Quiet();
                  });
      for (int i = 0; i < 2; i++) {
        try (var socket = new Socket(InetAddress.getLoopbackAddress(), port.port())) {
          assertThat(socket.getInputStream().read()).isNegative();
        }
      }
      assertThat(failureOf(port)).isEqualTo("connected");
    }
  }
}
