package io.phoenix.routing.ssh;

import io.phoenix.api.Port;
import io.phoenix.api.SshHop;
import io.phoenix.routing.tcp.TcpLoop;
import io.phoenix.routing.tcp.TcpTransport;
import io.phoenix.routing.world.Transport;
import io.phoenix.routing.world.Wire;
import io.phoenix.routing.world.WireHandler;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.lang.management.ManagementFactory;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * Wires through our own tunnels beside wires through {@code ssh -L}, to another process on this
 * machine: {@code java … TunnelBench [cipher…]}. Not a test: it prints figures.
 */
final class TunnelBench {
  private static final int FRAME = 32 * 1024 + 64;
  private static final int FRAMES = 16_000; // half a gigabyte
  private static final int PINGS = 4_000;
  private static final int ROUNDS = 3;

  private TunnelBench() {}

  public static void main(String[] args) throws Exception {
    if (args.length > 0 && args[0].equals("serve")) {
      serve();
      return;
    }
    List<String> ciphers = args.length > 0 ? List.of(args) : List.of("aes128-gcm@openssh.com");
    Path dir = Files.createTempDirectory("tunnel-bench");
    Process server = server();
    try (Sshd sshd = Sshd.start(dir.resolve("sshd"), "Ciphers " + String.join(",", ciphers))) {
      var out =
          new BufferedReader(
              new InputStreamReader(server.getInputStream(), StandardCharsets.UTF_8));
      Port target = new Port("127.0.0.1", Integer.parseInt(out.readLine()));
      for (String cipher : ciphers) {
        compare(cipher, sshd, target, dir);
      }
    } finally {
      server.destroyForcibly().waitFor();
    }
  }

  private static Process server() throws IOException {
    var command = new ArrayList<String>();
    command.add(ProcessHandle.current().info().command().orElse("java"));
    command.addAll(ManagementFactory.getRuntimeMXBean().getInputArguments());
    command.addAll(
        List.of("-cp", System.getProperty("java.class.path"), TunnelBench.class.getName()));
    command.add("serve");
    return new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.INHERIT).start();
  }

  private static void compare(String cipher, Sshd sshd, Port target, Path dir) throws Exception {
    int forwarded = Sshd.freePort();
    Process ssh =
        new ProcessBuilder(
                "ssh",
                "-N",
                "-F",
                "none",
                "-c",
                cipher,
                "-p",
                String.valueOf(sshd.port()),
                "-o",
                "UserKnownHostsFile=" + sshd.knownHosts(),
                "-i",
                sshd.userKey().toString(),
                "-L",
                forwarded + ":" + target,
                "127.0.0.1")
            .inheritIO()
            .start();
    Await.until(() -> isOpen(forwarded));
    Path config = Files.writeString(dir.resolve("config"), "Ciphers " + cipher + "\n");
    TcpLoop loop = TcpLoop.start("client", false);
    var transport =
        new SshTransport(
            loop, new TcpTransport(loop), SshHosts.open(sshd.settings().withConfigFile(config)));
    Map<String, Port> ways = new LinkedHashMap<>();
    ways.put("direct", target);
    ways.put("ssh -L", new Port("127.0.0.1", forwarded));
    ways.put("tunnel", target.onlyVia(SshHop.parse(sshd.hop())));
    Map<String, double[]> best = new LinkedHashMap<>();
    for (int round = 0; round <= ROUNDS; round++) { // the first one warms up
      for (Map.Entry<String, Port> way : ways.entrySet()) {
        double[] now = measure(loop, transport, way.getValue());
        double[] so = best.computeIfAbsent(way.getKey(), k -> new double[3]);
        for (int i = 0; i < 3 && round > 0; i++) {
          so[i] = so[i] == 0 ? now[i] : i == 0 ? Math.min(so[i], now[i]) : Math.max(so[i], now[i]);
        }
      }
    }
    System.out.println(cipher);
    double[] theirs = best.get("ssh -L");
    best.forEach(
        (way, b) ->
            System.out.printf(
                Locale.ROOT,
                "  %-8s round trip %6.1f us (%.2f)   up %6.0f MB/s (%.2f)   down %6.0f MB/s (%.2f)%n",
                way,
                b[0],
                b[0] / theirs[0],
                b[1],
                b[1] / theirs[1],
                b[2],
                b[2] / theirs[2]));
    transport.close();
    loop.shutdown();
    ssh.destroy();
    ssh.waitFor();
  }

  private static boolean isOpen(int port) {
    try (var socket = new Socket(InetAddress.getLoopbackAddress(), port)) {
      return socket.isConnected();
    } catch (IOException e) {
      return false;
    }
  }

  private static double[] measure(TcpLoop loop, Transport transport, Port way) {
    var client = new Client(loop);
    transport.dial(way, client);
    loop.runUntil(() -> client.wire != null, Long.MAX_VALUE);
    client.ask(0, 0);
    client.ping(PINGS / 4);
    long t = System.nanoTime();
    client.ping(PINGS);
    double pingUs = (System.nanoTime() - t) / 1e3 / PINGS;
    loop.execute(() -> client.wire.close("done"));

    double up = stream(loop, transport, way, FRAMES);
    double down = stream(loop, transport, way, -FRAMES);
    return new double[] {pingUs, up, down};
  }

  private static double stream(TcpLoop loop, Transport transport, Port way, int frames) {
    var client = new Client(loop);
    transport.dial(way, client);
    loop.runUntil(() -> client.wire != null, Long.MAX_VALUE);
    long t = System.nanoTime();
    client.ask(frames, frames);
    loop.runUntil(() -> client.isDone, Long.MAX_VALUE);
    double rate = Math.abs((double) frames) * FRAME * 1e3 / (System.nanoTime() - t);
    loop.execute(() -> client.wire.close("done"));
    return rate;
  }

  private static final class Client extends Peer implements Transport.Dialer {
    private final TcpLoop loop;
    private volatile long answers;
    private final Runnable send = this::sendOne;

    Client(TcpLoop loop) {
      this.loop = loop;
    }

    private void sendOne() {
      send(wire, 42);
    }

    /** Tells the server what this connection is for, and begins. */
    void ask(long mode, int frames) {
      var isAsked = new AtomicBoolean();
      loop.execute(
          () -> {
            send(wire, mode);
            begin(frames);
            isAsked.set(true);
            loop.wake();
          });
      loop.runUntil(isAsked::get, Long.MAX_VALUE);
    }

    void ping(int n) {
      for (int i = 0; i < n; i++) {
        long next = answers + 1;
        if (!loop.tryRun(send)) {
          loop.execute(send);
        }
        loop.runUntil(() -> answers >= next, Long.MAX_VALUE);
      }
    }

    @Override
    public WireHandler onConnected(Wire wire, long nowNs) {
      this.wire = wire;
      loop.wake();
      return this;
    }

    @Override
    public void onFailed(String reason, long nowNs) {
      System.err.println(reason);
      Runtime.getRuntime().halt(1);
    }

    @Override
    @SuppressWarnings("NonAtomicVolatileUpdate")
    public void onBytes(ByteBuffer bytes, long nowNs) {
      if (toTake > 0) {
        take(bytes);
      } else {
        while (bytes.remaining() >= 8) {
          bytes.getLong();
          answers++;
          isDone |= toGive == 0;
        }
      }
      loop.wake();
    }
  }

  /** Gives frames, or takes them. */
  private static class Peer implements WireHandler {
    volatile Wire wire;
    volatile boolean isDone;
    int toGive;
    int toTake;
    private final byte[] frame = new byte[FRAME];

    void begin(int frames) {
      toGive = Math.max(0, frames);
      toTake = Math.max(0, -frames);
      give();
    }

    static void send(Wire wire, long word) {
      wire.reserve(8).putLong(word);
      wire.flush();
    }

    void give() {
      while (toGive > 0 && wire.isWritable()) {
        wire.reserve(FRAME).put(frame);
        toGive--;
      }
      wire.flush();
    }

    void take(ByteBuffer bytes) {
      while (toTake > 0 && bytes.remaining() >= FRAME) {
        bytes.get(frame);
        toTake--;
      }
      isDone = toTake == 0;
    }

    @Override
    public void onBytes(ByteBuffer bytes, long nowNs) {}

    @Override
    public void onWritable(long nowNs) {
      give();
    }

    @Override
    public void onClosed(String reason, long nowNs) {}
  }

  private static void serve() {
    TcpLoop loop = TcpLoop.start("server", false);
    Port port =
        new TcpTransport(loop)
            .listen(
                new Port("127.0.0.1", 0),
                (wire, now) -> {
                  var peer = new Server();
                  peer.wire = wire;
                  return peer;
                });
    System.out.println(port.port());
    loop.runUntil(() -> false, Long.MAX_VALUE);
  }

  private static final class Server extends Peer {
    private boolean isAsked;
    private boolean isEcho;

    @Override
    public void onBytes(ByteBuffer bytes, long nowNs) {
      if (!isAsked && bytes.remaining() >= 8) {
        isAsked = true;
        long frames = bytes.getLong();
        isEcho = frames == 0;
        begin((int) -frames);
      }
      if (isEcho) {
        while (bytes.remaining() >= 8) {
          send(wire, bytes.getLong());
        }
      } else if (toTake > 0) {
        take(bytes);
        if (isDone) {
          send(wire, 1);
        }
      }
    }
  }
}
