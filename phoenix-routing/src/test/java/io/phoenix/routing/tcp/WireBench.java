package io.phoenix.routing.tcp;

import io.phoenix.api.Port;
import io.phoenix.routing.world.Transport;
import io.phoenix.routing.world.Wire;
import io.phoenix.routing.world.WireHandler;
import java.io.BufferedReader;
import java.io.DataInputStream;
import java.io.IOException;
import java.io.InputStreamReader;
import java.lang.management.ManagementFactory;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.StandardSocketOptions;
import java.nio.ByteBuffer;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * Wires beside plain sockets, two processes on loopback: {@code java … WireBench [what…]}. Not a
 * test: it prints figures.
 */
@SuppressWarnings({
  "AddressSelection",
  "StatementSwitchToExpressionSwitch",
  "UnnecessaryLambda" // kept: the very object that is run each time
})
final class WireBench {
  private static final int WARM_UP = 20_000;
  private static final long STREAM_BYTES = 2L << 30;
  private static final int FRAME = 32 * 1024 + 64;

  private WireBench() {}

  public static void main(String[] args) throws Exception {
    if (args.length == 2 && args[0].equals("serve")) {
      serve(args[1]);
      return;
    }
    List<String> all =
        args.length > 0
            ? List.of(args)
            : List.of(
                "plain-blocking",
                "nio-spin",
                "wire-busy-app",
                "wire-busy-handler",
                "wire-block-handler",
                "wire-block-app",
                "plain-stream",
                "wire-stream",
                "wire-busy-stream");
    for (String what : all) {
      measure(what);
    }
  }

  private static void measure(String what) throws Exception {
    var command = new ArrayList<String>();
    if (Boolean.getBoolean("apart")) {
      command.addAll(List.of("taskset", "-c", "1")); // run the client with taskset -c 0
    }
    command.add(ProcessHandle.current().info().command().orElse("java"));
    command.addAll(ManagementFactory.getRuntimeMXBean().getInputArguments());
    command.addAll(
        List.of("-cp", System.getProperty("java.class.path"), WireBench.class.getName()));
    command.addAll(List.of("serve", what));
    Process server =
        new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.INHERIT).start();
    try (var out =
        new BufferedReader(
            new InputStreamReader(server.getInputStream(), StandardCharsets.UTF_8))) {
      int port = Integer.parseInt(out.readLine());
      if (what.endsWith("stream")) {
        stream(what, port);
      } else {
        double best = Double.MAX_VALUE;
        var runs = new StringBuilder();
        Pinger pinger = pinger(what, port);
        int n = what.contains("block") ? 10_000 : 100_000;
        pinger.ping(WARM_UP);
        long allocated = allocatedBytes();
        for (int i = 0; i < 5; i++) {
          long t = System.nanoTime();
          pinger.ping(n);
          double us = (System.nanoTime() - t) / 1e3 / n;
          runs.append(String.format(Locale.ROOT, " %.1f", us));
          best = Math.min(best, us);
        }
        allocated = (allocatedBytes() - allocated) / (5L * n);
        System.out.printf(Locale.ROOT, "%-20s %7.2f us %4d B  (%s)%n", what, best, allocated, runs);
      }
    } finally {
      server.destroyForcibly().waitFor();
    }
  }

  /** By the calling thread, which drives the loop unless handlers do. */
  private static long allocatedBytes() {
    return ((com.sun.management.ThreadMXBean) ManagementFactory.getThreadMXBean())
        .getThreadAllocatedBytes(Thread.currentThread().getId());
  }

  @FunctionalInterface
  private interface Pinger {
    void ping(int n) throws Exception;
  }

  private static Pinger pinger(String what, int port) throws Exception {
    switch (what) {
      case "plain-blocking":
        {
          var socket = new Socket("127.0.0.1", port);
          socket.setTcpNoDelay(true);
          var in = new DataInputStream(socket.getInputStream());
          byte[] b = new byte[8];
          return n -> {
            for (int i = 0; i < n; i++) {
              socket.getOutputStream().write(b);
              in.readFully(b);
            }
          };
        }
      case "nio-spin":
        {
          SocketChannel ch = SocketChannel.open(new InetSocketAddress("127.0.0.1", port));
          spinning(ch);
          ByteBuffer b = ByteBuffer.allocateDirect(8);
          return n -> {
            for (int i = 0; i < n; i++) {
              b.clear();
              ch.write(b);
              b.clear();
              while (b.hasRemaining()) {
                ch.read(b);
              }
            }
          };
        }
      default:
        {
          TcpLoop loop = TcpLoop.start("client", what.contains("busy"));
          var handler = new Counter(loop, what.endsWith("handler"));
          new TcpTransport(loop).dial(new Port("127.0.0.1", port), handler);
          loop.runUntil(() -> handler.wire != null, Long.MAX_VALUE);
          return handler;
        }
    }
  }

  /** Client of a ping-pong over a wire, driven by its handler or by an application thread. */
  private static final class Counter implements WireHandler, Transport.Dialer, Pinger {
    private final TcpLoop loop;
    private final boolean byHandler;
    volatile Wire wire;
    private volatile long received;
    private volatile long wanted;
    private final Runnable send = () -> send(wire);

    Counter(TcpLoop loop, boolean byHandler) {
      this.loop = loop;
      this.byHandler = byHandler;
    }

    @Override
    public WireHandler onConnected(Wire wire, long nowNs) {
      this.wire = wire;
      loop.wake();
      return this;
    }

    @Override
    public void onFailed(String reason, long nowNs) {
      throw new IllegalStateException(reason);
    }

    @Override
    @SuppressWarnings("NonAtomicVolatileUpdate")
    public void onBytes(ByteBuffer bytes, long nowNs) {
      while (bytes.remaining() >= 8) {
        bytes.getLong();
        received++;
        if (byHandler) {
          if (received < wanted) {
            send(wire);
          } else {
            synchronized (this) {
              notifyAll();
            }
          }
        }
      }
      if (!byHandler) {
        loop.wake();
      }
    }

    @Override
    public void onWritable(long nowNs) {}

    @Override
    public void onClosed(String reason, long nowNs) {
      System.err.println(reason);
    }

    @Override
    public void ping(int n) throws InterruptedException {
      if (byHandler) {
        wanted = received + n;
        loop.execute(send);
        synchronized (this) {
          while (received < wanted) {
            wait();
          }
        }
        return;
      }
      for (int i = 0; i < n; i++) {
        long next = received + 1;
        if (!loop.tryRun(send)) {
          loop.execute(send);
        }
        loop.runUntil(() -> received >= next, Long.MAX_VALUE);
      }
    }
  }

  private static void send(Wire wire) {
    wire.reserve(8).putLong(42);
    wire.flush();
  }

  private static void spinning(SocketChannel ch) throws IOException {
    ch.setOption(StandardSocketOptions.TCP_NODELAY, true);
    ch.configureBlocking(false);
  }

  private static void stream(String what, int port) throws Exception {
    long total = STREAM_BYTES;
    double best = 0;
    byte[] payload = new byte[FRAME];
    for (int run = 0; run < 6; run++) {
      long t = System.nanoTime();
      if (what.startsWith("plain")) {
        try (var socket = new Socket("127.0.0.1", port)) {
          for (long sent = 0; sent < total; sent += FRAME) {
            socket.getOutputStream().write(payload);
          }
          socket.shutdownOutput();
          int end = socket.getInputStream().read();
          assert end < 0;
        }
      } else {
        TcpLoop loop = TcpLoop.start("client", what.contains("busy"));
        var source = new Source(total / FRAME, payload);
        new TcpTransport(loop).dial(new Port("127.0.0.1", port), source);
        loop.runUntil(() -> source.isDone, Long.MAX_VALUE);
        loop.shutdown();
      }
      best = Math.max(best, (double) total / (System.nanoTime() - t));
    }
    System.out.printf(Locale.ROOT, "%-20s %7.2f GB/s%n", what, best);
  }

  /** Pumps frames while the wire takes them. */
  private static final class Source implements WireHandler, Transport.Dialer {
    private final byte[] payload;
    private long left;
    private Wire wire;
    volatile boolean isDone;

    Source(long frames, byte[] payload) {
      this.left = frames;
      this.payload = payload;
    }

    @Override
    public WireHandler onConnected(Wire wire, long nowNs) {
      this.wire = wire;
      pump();
      return this;
    }

    @Override
    public void onFailed(String reason, long nowNs) {
      throw new IllegalStateException(reason);
    }

    private void pump() {
      while (left > 0 && wire.isWritable()) {
        wire.reserve(FRAME).put(payload);
        left--;
      }
      wire.flush();
    }

    @Override
    public void onBytes(ByteBuffer bytes, long nowNs) {
      isDone = true;
      bytes.position(bytes.limit());
    }

    @Override
    public void onWritable(long nowNs) {
      pump();
    }

    @Override
    public void onClosed(String reason, long nowNs) {}
  }

  private static void serve(String what) throws Exception {
    switch (what) {
      case "plain-blocking":
        try (var server = new ServerSocket(0)) {
          announce(server.getLocalPort());
          Socket socket = server.accept();
          socket.setTcpNoDelay(true);
          var in = new DataInputStream(socket.getInputStream());
          byte[] b = new byte[8];
          for (; ; ) {
            in.readFully(b);
            socket.getOutputStream().write(b);
          }
        }
      case "nio-spin":
        try (var server = ServerSocketChannel.open().bind(new InetSocketAddress("127.0.0.1", 0))) {
          announce(((InetSocketAddress) server.getLocalAddress()).getPort());
          SocketChannel ch = server.accept();
          spinning(ch);
          ByteBuffer b = ByteBuffer.allocateDirect(8);
          for (; ; ) {
            b.clear();
            while (b.hasRemaining()) {
              ch.read(b);
            }
            b.flip();
            ch.write(b);
          }
        }
      case "plain-stream":
        try (var server = new ServerSocket(0)) {
          announce(server.getLocalPort());
          byte[] b = new byte[256 * 1024];
          for (; ; ) {
            try (Socket socket = server.accept()) {
              while (socket.getInputStream().read(b) >= 0) {}
            }
          }
        }
      default:
        {
          TcpLoop loop = TcpLoop.start("server", what.contains("busy"));
          if (what.endsWith("stream")) {
            announce(listen(loop, wire -> new Sink(wire, STREAM_BYTES / FRAME)));
            Thread.sleep(Long.MAX_VALUE);
          } else if (what.endsWith("handler")) {
            announce(listen(loop, wire -> new Echo(wire)));
            Thread.sleep(Long.MAX_VALUE);
          } else {
            Answerer[] answerer = new Answerer[1];
            announce(listen(loop, wire -> answerer[0] = new Answerer(loop, wire)));
            loop.runUntil(() -> answerer[0] != null, Long.MAX_VALUE);
            answerer[0].run();
          }
        }
    }
  }

  private static int listen(TcpLoop loop, java.util.function.Function<Wire, WireHandler> handler) {
    return new TcpTransport(loop)
        .listen(
            new Port("127.0.0.1", 0),
            (wire, now) -> {
              WireHandler h = handler.apply(wire);
              loop.wake();
              return h;
            })
        .port();
  }

  private static void announce(int port) {
    System.out.println(port);
    System.out.flush();
  }

  private static class Echo implements WireHandler {
    final Wire wire;

    Echo(Wire wire) {
      this.wire = wire;
    }

    @Override
    public void onBytes(ByteBuffer bytes, long nowNs) {
      while (bytes.remaining() >= 8) {
        wire.reserve(8).putLong(bytes.getLong());
      }
      wire.flush();
    }

    @Override
    public void onWritable(long nowNs) {}

    @Override
    public void onClosed(String reason, long nowNs) {}
  }

  /** Server of a ping-pong whose application thread receives and sends. */
  private static final class Answerer extends Echo implements Runnable {
    private final TcpLoop loop;
    private volatile long received;
    private final Runnable send = () -> send(wire);

    Answerer(TcpLoop loop, Wire wire) {
      super(wire);
      this.loop = loop;
    }

    @Override
    @SuppressWarnings("NonAtomicVolatileUpdate")
    public void onBytes(ByteBuffer bytes, long nowNs) {
      while (bytes.remaining() >= 8) {
        bytes.getLong();
        received++;
      }
      loop.wake();
    }

    @Override
    public void run() {
      for (long sent = 0; ; sent++) {
        long next = sent + 1;
        loop.runUntil(() -> received >= next, Long.MAX_VALUE);
        if (!loop.tryRun(send)) {
          loop.execute(send);
        }
      }
    }
  }

  /** Consumes whole frames only, as a decoder does, copying each out. */
  private static final class Sink extends Echo {
    private final byte[] copy = new byte[FRAME];
    private long left;

    Sink(Wire wire, long frames) {
      super(wire);
      left = frames;
    }

    @Override
    public void onBytes(ByteBuffer bytes, long nowNs) {
      while (bytes.remaining() >= FRAME) {
        bytes.get(copy);
        left--;
      }
      if (left == 0) {
        send(wire);
      }
    }
  }
}
