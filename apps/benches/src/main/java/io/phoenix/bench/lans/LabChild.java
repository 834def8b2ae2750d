package io.phoenix.bench.lans;

import io.phoenix.api.Message;
import io.phoenix.api.Node;
import io.phoenix.api.NodeConfig;
import io.phoenix.api.Phoenix;
import io.phoenix.api.Security;
import io.phoenix.api.VirtualRange;
import io.phoenix.apps.process.LineServer;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/** A node in a process of its own on a host of the lab, which does what it is asked. */
final class LabChild {
  /** Words of a question are separated by these: ports have blanks in them. */
  static final String SEPARATOR = "\t";

  static final String OPEN = "open";
  static final String PING = "ping";
  static final String STREAM = "stream";
  static final String LOAD = "load";
  static final String GAP = "gap";
  static final String RECEIVED = "received";
  static final String RUNG = "rung";
  static final String CLOSE = "close";

  /** Security without any. */
  static final String PLAIN = "plain";

  private static final int SPACE = 1024;
  private static final int ECHO_TAG = 1;
  private static final int BACK_TAG = 2;
  private static final int DATA_TAG = 3;
  private static final int LAST_TAG = 4;
  private static final long MS = 1_000_000;

  private final Arrivals arrivals = new Arrivals();
  private @Nullable Node node;
  private volatile @Nullable Pinger pinger;
  private volatile CompletableFuture<Boolean> answered = new CompletableFuture<>();
  private volatile boolean isLoading;

  private LabChild() {}

  /** Answers questions until there are no more. */
  public static void main(String[] args) {
    var child = new LabChild();
    LineServer.serve(child::answer);
    Runtime.getRuntime().halt(0); // to leave in order would be to wait for others
  }

  private String answer(String question) throws Exception {
    List<String> words = Arrays.asList(question.split(SEPARATOR, -1));
    switch (words.get(0)) {
      case OPEN -> open(number(words, 1), words.get(2), words.subList(3, words.size()));
      case PING -> {
        return Double.toString(ping(number(words, 1), number(words, 2)));
      }
      case STREAM -> {
        return Double.toString(stream(number(words, 1), number(words, 2)));
      }
      case LOAD -> load(number(words, 1), number(words, 2));
      case GAP -> {
        return Double.toString(arrivals.takeLongestGapMs());
      }
      case RECEIVED -> {
        return Long.toString(arrivals.count());
      }
      case RUNG -> {
        return String.valueOf(node().explain().ports().get(number(words, 1)).rung());
      }
      case CLOSE -> close();
      default -> throw new IllegalArgumentException("unknown question '" + question + "'");
    }
    return "";
  }

  private static int number(List<String> words, int index) {
    return Integer.parseInt(words.get(index));
  }

  private Node node() {
    if (node == null) {
      throw new IllegalStateException("the node is not open");
    }
    return node;
  }

  /**
   * Opens the node.
   *
   * @param part which part of the space it assumes: the first quarter is 0, and so on
   */
  private void open(int part, String security, List<String> ports) {
    NodeConfig config =
        NodeConfig.of("bench", SPACE)
            .withMeshLinks(0) // each way is measured by itself
            .withListen("0.0.0.0:7000")
            .withPorts(ports.toArray(String[]::new))
            .withSecurity(
                security.equals(PLAIN) ? Security.plain() : Security.tls(Path.of(security)));
    Node opened = Phoenix.open(config);
    node = opened;
    opened.handle(ECHO_TAG, message -> opened.send(message.sender(), BACK_TAG, message.payload()));
    opened.handle(BACK_TAG, this::onBack);
    opened.handle(DATA_TAG, message -> arrivals.onArrival(System.nanoTime()));
    opened.handle(LAST_TAG, message -> opened.send(message.sender(), BACK_TAG, new byte[1]));
    opened.assume(VirtualRange.of(part * (SPACE / 4L), (part + 1) * (SPACE / 4L)));
  }

  private void onBack(Message message) {
    Pinger present = pinger;
    if (present == null) {
      answered.complete(true);
    } else {
      present.onBack();
    }
  }

  /** There and back, as often as it goes; returns nanoseconds, after a third of that to warm up. */
  private double ping(int bytes, int millis) throws Exception {
    new Pinger(bytes, millis / 3).run();
    return new Pinger(bytes, millis).run();
  }

  /** Messages of the second quarter's owner: sent by the loop, one after the other. */
  private final class Pinger {
    private final byte[] payload;
    private final long lengthNs;
    private final CompletableFuture<Double> result = new CompletableFuture<>();
    private long startNs;
    private long trips;

    Pinger(int bytes, int millis) {
      payload = new byte[bytes];
      lengthNs = millis * MS;
    }

    double run() throws Exception {
      pinger = this;
      startNs = System.nanoTime();
      node().loop().execute(this::send);
      double ns = result.get();
      pinger = null;
      return ns;
    }

    private void send() {
      node().send(SPACE / 4, ECHO_TAG, payload);
    }

    void onBack() {
      trips++;
      long elapsedNs = System.nanoTime() - startNs;
      if (elapsedNs >= lengthNs) {
        result.complete(elapsedNs / (double) trips);
      } else {
        send();
      }
    }
  }

  /** One way, as fast as it goes; returns bytes per second. */
  private double stream(int bytes, int millis) throws Exception {
    streamFor(bytes, millis / 3);
    long startNs = System.nanoTime();
    double sent = (double) streamFor(bytes, millis) * bytes;
    return sent * 1e9 / (System.nanoTime() - startNs);
  }

  private long streamFor(int bytes, int millis) throws Exception {
    byte[] payload = new byte[bytes];
    long endNs = System.nanoTime() + millis * MS;
    long messages = 0;
    for (; System.nanoTime() - endNs < 0; messages++) {
      node().send(SPACE / 4, DATA_TAG, payload);
    }
    answered = new CompletableFuture<>();
    node().send(SPACE / 4, LAST_TAG, new byte[1]);
    answered.get();
    return messages;
  }

  /** Sends a message each millisecond from now on. */
  private void load(int bytes, int perSecond) {
    isLoading = true;
    Node sender = node();
    Thread thread =
        new Thread(
            () -> {
              byte[] payload = new byte[bytes];
              long gapNs = 1_000_000_000L / perSecond;
              for (long dueNs = System.nanoTime(); isLoading; dueNs += gapNs) {
                long restNs = dueNs - System.nanoTime();
                if (restNs > 0) {
                  LockSupport.parkNanos(restNs);
                }
                sender.send(SPACE / 4, DATA_TAG, payload);
              }
            },
            "load");
    thread.setDaemon(true);
    thread.start();
  }

  private void close() {
    isLoading = false;
    if (node != null) {
      node.close();
      node = null;
    }
  }
}
