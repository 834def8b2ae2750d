package io.phoenix.api;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.function.BiFunction;
import java.util.function.BooleanSupplier;

/**
 * Nodes under one virtual clock and one seed: the same program runs the same way every time, an
 * hour in a moment, and with the faults that one asks for. See {@link Phoenix#simulated}.
 *
 * <pre>{@code
 * SimulatedCluster world = Phoenix.simulated(42, NodeConfig.of("demo", 1024));
 * Node a = world.open(); //                             linked to nobody
 * Node b = world.open(a); //                            linked to a
 * a.assume(VirtualRange.all(1024));
 * a.handle(1, m -> a.send(m.sender(), 2, m.payload()));
 * b.handle(2, m -> answered.set(true));
 * b.send(700, 1, new byte[8]);
 * world.cut(a, b); //                                   bytes in flight are lost, nothing else
 * world.runUntil(answered::get, Duration.ofSeconds(10));
 * }</pre>
 *
 * <p>Everything happens on the calling thread, inside {@code run…}. Calls that wait for other nodes
 * ({@link Node#recv()}, {@link Node#leave()}) cannot be used: programs for the simulator are
 * written with handlers and timers.
 */
public interface SimulatedCluster {

  /**
   * Says how long packets take between two nodes from now on: for each pair, a time drawn from the
   * seed between these. Before it is called they are those of a local network.
   */
  void latency(Duration least, Duration most);

  /**
   * Says how long packets take between two nodes from now on, by the places of the nodes in the
   * order of opening, from 0.
   *
   * <pre>{@code
   * world.latency((i, j) -> i / 10 == j / 10 ? LAN : WAN); // LANs of ten nodes each
   * }</pre>
   */
  void latency(BiFunction<Integer, Integer, Duration> between);

  /** Opens a node that holds links to {@code neighbours}; it assumes nothing. */
  Node open(Node... neighbours);

  /** The nodes that are open, in the order in which they were opened. */
  List<Node> nodes();

  /** Lets a node leave in order, in what time that takes; see {@link Node#leave()}. */
  void leave(Node node);

  /**
   * Lets a node leave with a log, in what time that takes; see {@link
   * Node#leave(java.nio.file.Path)}.
   *
   * <pre>{@code
   * CompletableFuture<byte[]> log = world.leaveWithLog(a);
   * world.runUntil(log::isDone, Duration.ofMinutes(1));
   * Node again = world.open(log.join(), b); //            a continues, linked to b
   * }</pre>
   *
   * @return the log, when the node has left
   */
  CompletableFuture<byte[]> leaveWithLog(Node node);

  /** Opens a node that continues one which left with that log; it holds links to neighbours. */
  Node open(byte[] log, Node... neighbours);

  /** Ends a node at once; nobody is told. */
  void crash(Node node);

  /** Stops a node for a while, as a busy machine or a long garbage collection does. */
  void pause(Node node, Duration duration);

  /** Breaks the connection between two nodes, bytes in flight and all; they link up again. */
  void cut(Node a, Node b);

  /** Lets no packet pass between {@code some} and all other nodes for a while. */
  void isolate(List<Node> some, Duration duration);

  /** Ends all pauses of the network at once, so that everything can be reached again. */
  void heal();

  /** Virtual time since the beginning. */
  Duration now();

  /** Runs everything that happens in the next {@code duration}. */
  void runFor(Duration duration);

  /**
   * Runs until {@code condition} holds, or {@code limit} has passed; looks after every event.
   *
   * @return whether it holds
   */
  boolean runUntil(BooleanSupplier condition, Duration limit);

  /** How many bytes the nodes have sent so far, those of the overlay itself included. */
  long sentBytes();
}
