package io.phoenix.bench;

import io.phoenix.api.Node;
import io.phoenix.api.NodeConfig;
import io.phoenix.api.Phoenix;
import io.phoenix.api.VirtualRange;
import org.jspecify.annotations.Nullable;

/** A Phoenix node. The client assumes the lower half of the space, the server the upper half. */
abstract class PhoenixEndpoint implements Endpoint {
  static final int PING = 1;
  static final int PONG = 2;
  static final long CLIENT = 100;
  static final long SERVER = 700;

  private static final long SPACE = 1024;

  private final boolean busyPoll;
  private @Nullable Node node;
  private long streamed;

  PhoenixEndpoint(boolean busyPoll) {
    this.busyPoll = busyPoll;
  }

  /** Called with the node before it assumes anything. */
  abstract void onOpen(Node node);

  final Node node() {
    if (node == null) {
      throw new IllegalStateException("the node is not open");
    }
    return node;
  }

  private Node open(String... ports) {
    Node opened =
        Phoenix.open(
            NodeConfig.of("bench", SPACE).withMeshLinks(0).withPorts(ports).withBusyPoll(busyPoll));
    node = opened;
    onOpen(opened);
    return opened;
  }

  @Override
  public final String listen() {
    Node server = open();
    server.assume(VirtualRange.of(SPACE / 2, SPACE));
    return server.localPort().toString();
  }

  @Override
  public final void connect(String address) {
    open(address).assume(VirtualRange.of(0, SPACE / 2));
  }

  @Override
  public final String relay(String address) {
    return open(address).localPort().toString();
  }

  @Override
  public final long streamed() {
    return streamed;
  }

  @Override
  public final void close() {
    if (node != null) {
      node.close();
      node = null;
    }
  }

  /** A message of a round that is the last or not; the overlay does not change it. */
  static byte[] payload(Task task, boolean last) {
    byte[] payload = new byte[task.bytes()];
    payload[0] = last ? LAST : MORE;
    return payload;
  }

  /**
   * The sending side of a stream, from the sender's own thread: one to warm up, one that counts.
   */
  final double stream(Task task, Receiver answers) throws Exception {
    streamFor(task.warmUpNs(), task, answers);
    long startNs = System.nanoTime();
    long messages = streamFor(task.millis() * 1_000_000L, task, answers);
    return task.result(messages, System.nanoTime() - startNs);
  }

  private long streamFor(long lengthNs, Task task, Receiver answers) throws Exception {
    Node sender = node();
    byte[] more = payload(task, false);
    long endNs = System.nanoTime() + lengthNs;
    long messages = 1;
    while (System.nanoTime() - endNs < 0) {
      for (int i = 0; i < Task.WINDOW; i++) {
        sender.send(SERVER, PING, more);
      }
      messages += Task.WINDOW;
    }
    sender.send(SERVER, PING, payload(task, true));
    answers.await();
    streamed += messages;
    return messages;
  }

  /** How the sender of a stream learns that all of it has arrived. */
  interface Receiver {
    void await() throws Exception;
  }
}
