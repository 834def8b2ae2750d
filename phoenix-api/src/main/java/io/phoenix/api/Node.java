package io.phoenix.api;

import java.nio.file.Path;
import java.time.Duration;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * A participant in a Phoenix application: it assumes part of the virtual node space and exchanges
 * messages with whoever assumes the rest.
 *
 * <pre>{@code
 * try (Node node = Phoenix.open(NodeConfig.of("demo", 1024).withPorts("10.0.0.7:7000"))) {
 *   node.assume(VirtualRange.of(0, 512));
 *   node.send(700, 1, "hello".getBytes(UTF_8)); // to whichever node assumes 700, now or later
 *   Message m = node.recv(); //                    anything sent to 0..511 or to this node's own name
 * }
 * }</pre>
 *
 * <p><b>Delivery.</b> A message reaches whichever node assumes its target exactly once, and
 * messages from one sender to one virtual node arrive in the order in which they were sent, across
 * broken connections, changed routes and migrations, as long as no node that holds them crashes.
 * Messages for a virtual node that nobody assumes wait.
 *
 * <p><b>Threads.</b> All methods may be called from any thread. Handlers, listeners and timers run
 * on the node's {@linkplain #loop() loop}, where no call blocks.
 *
 * <p><b>Failure.</b> No call blocks for ever after a failure: it succeeds, or throws a {@link
 * PhoenixException} that names the peer and what was being tried.
 */
public interface Node extends AutoCloseable {

  /** The greatest payload, in bytes, of a message with a negative (urgent) tag. */
  int MAX_URGENT_BYTES = 16 * 1024;

  /**
   * This node's own name: outside the virtual node space, unique, and the same until the node
   * leaves. A message sent to it reaches this node whatever it assumes.
   */
  ResourceName resourceName();

  /** The number {@code L} of virtual nodes: the space is {@code [0, L)}. */
  long spaceSize();

  /**
   * Sends a message to a virtual node or to a node's own name; returns as soon as it is accepted.
   *
   * <p>The array is handed over: do not change it afterwards. Large payloads are not copied.
   *
   * <p>Tags from zero up are the application's. Tags below zero are <em>urgent</em>: they are meant
   * for the small messages of protocols, travel in a lane of their own that bulk data never delays,
   * and keep their order among themselves only.
   *
   * <p>When this node already has {@link NodeConfig#sendBufferBytes()} of messages under way, an
   * application thread is made to wait, and a warning says for whom; on the loop, where nothing may
   * wait, the call throws {@link BackPressureException} once twice that much is under way.
   *
   * <p>What waits for somebody who is away (a range that nobody assumes, a node out of reach) does
   * not count there, so it delays nobody else: it has {@link NodeConfig#awayBufferBytes()} of its
   * own, and when that is full, only sends to those who are away wait or throw.
   *
   * @param name a virtual node in {@code [0, L)}, or the value of a {@link ResourceName}
   * @param tag what {@link #recv(int)} and {@link #handle} select by
   * @throws IllegalArgumentException if the name is outside the space or the payload too large
   * @throws SendTimeoutException if there was no room for {@link NodeConfig#sendTimeout()}
   * @throws NodeClosedException if this node has left
   */
  void send(long name, int tag, byte[] payload);

  /** As {@link #send(long, int, byte[])}, to a node by its own name. */
  default void send(ResourceName to, int tag, byte[] payload) {
    send(to.value(), tag, payload);
  }

  /**
   * As {@link #send(long, int, byte[])}, but says no instead of waiting.
   *
   * @return whether the message was accepted; {@code false} means that nothing happened
   */
  boolean trySend(long name, int tag, byte[] payload);

  /**
   * Waits for the next message of any tag that no handler takes.
   *
   * @throws NodeClosedException if this node has left, or leaves while waiting
   * @throws OwnershipConflictException once, if this node lost virtual nodes to another that
   *     assumed them too
   * @throws InterruptedException if the thread is interrupted while waiting
   */
  Message recv() throws InterruptedException;

  /** As {@link #recv()}, but only a message with this tag; others stay queued. */
  Message recv(int tag) throws InterruptedException;

  /** As {@link #recv()}, but gives up after {@code timeout} and returns {@code null}. */
  @Nullable Message recv(Duration timeout) throws InterruptedException;

  /** As {@link #recv(int)}, but gives up after {@code timeout} and returns {@code null}. */
  @Nullable Message recv(int tag, Duration timeout) throws InterruptedException;

  /** The next message if there is one, else {@code null}; never waits. */
  @Nullable Message poll();

  /** The next message with this tag if there is one, else {@code null}; never waits. */
  @Nullable Message poll(int tag);

  /**
   * Gives messages with this tag to {@code handler}, on the loop, instead of queueing them.
   * Messages of that tag that are queued already go to it first, in order.
   *
   * <pre>{@code
   * node.handle(PING, m -> node.send(m.sender(), PONG, m.payload()));
   * }</pre>
   *
   * <p>An exception thrown by a handler is logged with the message's sender and tag; the message
   * counts as delivered.
   */
  void handle(int tag, MessageHandler handler);

  /**
   * Begins to receive messages for {@code range}, under an ownership epoch above every one that
   * this node has heard of for it. For the first owner of a range, and for a new owner after a
   * crash; in a migration use {@link #assume(OwnershipToken)}, so that ownership can be handed over
   * faster than the news of it travel.
   *
   * @throws IllegalArgumentException if the range is outside the space or overlaps what this node
   *     assumes already
   */
  void assume(VirtualRange range);

  /**
   * Takes over the range of a token, under an epoch above the token's.
   *
   * @throws IllegalArgumentException as for {@link #assume(VirtualRange)}
   */
  void assume(OwnershipToken token);

  /**
   * Stops receiving messages for {@code range}. When this returns, no message for it is received
   * here any more: those that were queued and not received, and those that still come in, go to
   * whoever assumes the range next, in order.
   *
   * <pre>{@code
   * OwnershipToken token = node.release(VirtualRange.of(256, 512)); // assumed: [0, 256)
   * node.send(newOwner, STATE, encode(token, state)); //               there: assume(token)
   * }</pre>
   *
   * @return the right to assume the range, which travels with the migration
   * @throws IllegalArgumentException if this node does not assume all of the range
   */
  OwnershipToken release(VirtualRange range);

  /** What this node assumes now. */
  VirtualRangeSet assumed();

  /** Calls {@code listener}, on the loop, when a node is seen to assume or lose virtual nodes. */
  void addOwnershipListener(OwnershipListener listener);

  /**
   * Keeps trying, for as long as this node is open, to hold a link to {@code port}. A port that
   * cannot be reached is tolerated for ever; {@link #explain()} says why it cannot.
   */
  void addPort(Port port);

  /** Where this node accepts links; its port number is the real one even if 0 was asked for. */
  Port localPort();

  /** What this node knows: routes, owners, and the ports it tried with the reasons they failed. */
  Explanation explain();

  /** The loop that runs this node's handlers and timers. */
  Loop loop();

  /**
   * Leaves the computation for a while: hands over the messages it holds for others, writes what
   * cannot be handed over to {@code log}, together with what it assumed, and tells everyone. {@link
   * Phoenix#open(NodeConfig, Path)} with that log continues at any address: messages to those
   * virtual nodes wait for it meanwhile, and none is lost or delivered twice.
   *
   * <p>The log is on the disk, readable by its owner alone, before anybody is told something that
   * cannot be taken back. So a full disk keeps the node from leaving, and one that is killed
   * afterwards can return.
   *
   * @return what was handed over and what went to the log
   * @throws PhoenixException if the log cannot be written. Then the node has not left: it assumes
   *     what it assumed, has its messages, and may be told to leave again. Only calls that were
   *     waiting in {@link #recv()} or {@link #send} have ended with a {@link NodeClosedException}
   */
  default LeaveReport leave(Path log) {
    return leave(log, () -> new byte[0]);
  }

  /**
   * As {@link #leave(Path)}, and keeps the application's own state in the log, too: whoever returns
   * with it needs both.
   *
   * <pre>{@code
   * node.leave(log, table::toBytes);
   * …
   * Node back = Phoenix.open(config, log);
   * table = Table.of(back.stateInLog());
   * }</pre>
   *
   * @param state asked once, on the loop, when no handler is called any more; at most 1 GiB
   */
  LeaveReport leave(Path log, Supplier<byte[]> state);

  /**
   * As {@link #leave()}, but what cannot be handed over is written to {@code rest} instead of being
   * lost: messages, and what the node still assumes. To leave for good, first release what is
   * assumed (a migration does) and handle what is queued.
   *
   * <p>The file is written only if there is something to write: {@link LeaveReport#logged} or
   * {@link LeaveReport#assumed} say so. Then others wait for a node that returns with it, as after
   * {@link #leave(Path)}. If it cannot be written after all, the report says what is lost.
   *
   * @param state as for {@link #leave(Path, Supplier)}; asked only if the file is written
   * @throws PhoenixException if there can be no file at {@code rest}: then nothing has happened
   */
  LeaveReport leaveForGood(Path rest, Supplier<byte[]> state);

  /** What the application kept in the log that this node was opened with; empty if nothing. */
  byte[] stateInLog();

  /**
   * Leaves for good, as {@link #leave(Path)} without a log. What waits here for an owner goes into
   * the keeping of a node that stays; what cannot be handed over to anybody is lost, and counted. A
   * node that assumes nothing any more waits for the owners of virtual nodes that are on the move
   * and for peers that cannot be reached, for half of {@link NodeConfig#leaveTimeout()} at most.
   */
  LeaveReport leave();

  /** Leaves without a log, unless this node has left already. */
  @Override
  void close();
}
