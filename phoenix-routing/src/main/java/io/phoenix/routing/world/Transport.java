package io.phoenix.routing.world;

import io.phoenix.api.Explanation;
import io.phoenix.api.Port;
import java.util.List;

/**
 * Makes wires. Its callbacks run on the node's loop. Three exist: TCP, memory, and the simulator's.
 */
public interface Transport {

  /**
   * Accepts wires at {@code local} from now on.
   *
   * @return the port that is really listened on (another one if 0 was asked for)
   * @throws io.phoenix.api.PhoenixException if it cannot, saying why and how to mend it
   */
  Port listen(Port local, Acceptor acceptor);

  /**
   * Tries once to make a wire to {@code remote}; exactly one method of {@code dialer} is called.
   */
  void dial(Port remote, Dialer dialer);

  /**
   * Stops listening and closes every wire, having sent what waits there if others read it at once.
   */
  void close();

  /**
   * Where others can dial what is listened on here: the addresses of this machine's interfaces if
   * that is all of them. A few at most.
   */
  default List<Port> reachableAt(Port listening) {
    return List.of(listening);
  }

  /** Others that were asked to listen for this node. */
  default List<Explanation.ListenerState> listeners() {
    return List.of();
  }

  /** What all nodes shall know for the sake of this transport's wires. */
  default Bulletin bulletin() {
    return Bulletin.NONE;
  }

  /** Who says which names nodes have. */
  default Notary notary() {
    return Notary.NONE;
  }

  /**
   * Has {@code listener} told, on the loop, if nobody will have a wire with this node any more: its
   * certificate was revoked.
   */
  default void onRevoked(Runnable listener) {}

  /** Told of wires that others made. */
  @FunctionalInterface
  interface Acceptor {
    /** A wire was accepted; returns who shall be told of its events. */
    WireHandler onAccepted(Wire wire, long nowNs);

    /**
     * The operating system has no room for another connection (too many open files): whoever keeps
     * some that nobody would miss should close them now.
     */
    default void onExhausted(long nowNs) {}
  }

  /** Told what became of an attempt to make a wire. */
  interface Dialer {
    /** It succeeded; returns who shall be told of the wire's events. */
    WireHandler onConnected(Wire wire, long nowNs);

    /** It failed; the reason is for people. */
    void onFailed(String reason, long nowNs);
  }
}
