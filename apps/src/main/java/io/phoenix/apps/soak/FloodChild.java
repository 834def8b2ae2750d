package io.phoenix.apps.soak;

import static java.nio.charset.StandardCharsets.US_ASCII;

import io.phoenix.apps.process.LineServer;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.StandardSocketOptions;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Iterator;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;

/**
 * A process without a certificate that connects to the nodes' doors all the time, in bursts now and
 * then, and says nothing, half of a ClientHello, or something that is no TLS at all.
 */
final class FloodChild {
  /** With a seed, and the addresses. */
  static final String BEGIN = "begin";

  /** How often it has connected. */
  static final String COUNT = "count";

  private static final long PAUSE_NS = TimeUnit.MILLISECONDS.toNanos(40);
  private static final int MOST_OPEN = 500;
  private static final int BURST = 300;
  private static final int BURST_EVERY = 750; // of the pauses: half a minute

  private final List<InetSocketAddress> doors = new ArrayList<>();
  private final List<Visit> visits = new ArrayList<>();
  private final SplittableRandom random;
  private final AtomicLong connected;

  /** One connection. */
  private static final class Visit {
    final SocketChannel channel;
    final ByteBuffer words;
    final long endNs;
    boolean isCounted;

    Visit(SocketChannel channel, ByteBuffer words, long endNs) {
      this.channel = channel;
      this.words = words;
      this.endNs = endNs;
    }
  }

  private FloodChild(long seed, List<String> addresses, AtomicLong connected) {
    this.connected = connected;
    random = new SplittableRandom(seed);
    for (String address : addresses) {
      int colon = address.lastIndexOf(':');
      String host = address.substring(0, colon);
      doors.add(new InetSocketAddress(host, Integer.parseInt(address.substring(colon + 1))));
    }
  }

  /** Takes no arguments. */
  public static void main(String[] args) {
    var connected = new AtomicLong();
    LineServer.serve(
        question -> {
          List<String> words = Arrays.asList(question.split(" ", -1));
          if (words.get(0).equals(BEGIN)) {
            var flood =
                new FloodChild(
                    Long.parseLong(words.get(1)), words.subList(2, words.size()), connected);
            var thread = new Thread(flood::run, "flood");
            thread.setDaemon(true);
            thread.start();
          }
          return connected.toString();
        });
    Runtime.getRuntime().halt(0);
  }

  private void run() {
    for (long turn = 1; ; turn++) {
      for (int i = turn % BURST_EVERY == 0 ? BURST : 1; i > 0; i--) {
        visit();
      }
      long nowNs = System.nanoTime();
      for (Iterator<Visit> it = visits.iterator(); it.hasNext(); ) {
        Visit visit = it.next();
        if (!goesOn(visit, nowNs)) {
          close(visit);
          it.remove();
        }
      }
      LockSupport.parkNanos(PAUSE_NS);
    }
  }

  private void visit() {
    if (visits.size() >= MOST_OPEN) {
      return;
    }
    try {
      SocketChannel channel = SocketChannel.open();
      channel.configureBlocking(false);
      long stayNs = TimeUnit.MILLISECONDS.toNanos(random.nextLong(100, 15_000));
      visits.add(new Visit(channel, words(), System.nanoTime() + stayNs));
      channel.connect(doors.get(random.nextInt(doors.size())));
    } catch (IOException e) {
      // Nobody is there, or there is no way: the visit is over when its time is.
    }
  }

  private ByteBuffer words() {
    return ByteBuffer.wrap(
        switch (random.nextInt(4)) {
          case 0 -> new byte[0];
          case 1 -> halfHello();
          case 2 -> "GET / HTTP/1.0\r\n\r\n".getBytes(US_ASCII);
          default -> noise(random.nextInt(1, 3000));
        });
  }

  /** It announces 512 bytes, and fewer follow. */
  private byte[] halfHello() {
    byte[] hello = noise(random.nextInt(11, 500));
    byte[] head = {22, 3, 1, 2, 0, 1, 0, 1, (byte) 0xFC, 3, 3};
    System.arraycopy(head, 0, hello, 0, head.length);
    return hello;
  }

  private byte[] noise(int bytes) {
    byte[] noise = new byte[bytes];
    random.nextBytes(noise);
    return noise;
  }

  private boolean goesOn(Visit visit, long nowNs) {
    try {
      if (visit.channel.isConnectionPending()) {
        visit.channel.finishConnect();
      }
      if (visit.channel.isConnected()) {
        if (!visit.isCounted) {
          visit.isCounted = true;
          connected.incrementAndGet();
        }
        visit.channel.write(visit.words);
      }
      return nowNs < visit.endNs;
    } catch (IOException e) {
      return false; // refused, or shown the door
    }
  }

  private void close(Visit visit) {
    try {
      if (random.nextBoolean() && visit.channel.isConnected()) {
        visit.channel.setOption(StandardSocketOptions.SO_LINGER, 0); // by a reset
      }
      visit.channel.close();
    } catch (IOException e) {
      // It is closed.
    }
  }
}
