package io.phoenix.migration.story;

import java.util.function.IntFunction;

/**
 * One thing that happens in a story. Nodes are meant by number, modulo how many there are, so that
 * any list of acts makes a story, and so does any part of it.
 */
public sealed interface Act {

  /**
   * What happens, for people.
   *
   * @param names what to call the node that a number means
   */
  String tell(IntFunction<?> names);

  /**
   * A node is opened and joins.
   *
   * @param links with how many others it is linked, at least 1
   */
  record Join(int links) implements Act {
    @Override
    public String tell(IntFunction<?> names) {
      return "a node opens, linked to "
          + (links == 1 ? "another" : links + " others")
          + ", and joins";
    }
  }

  /** A node gives everything away and leaves, unless it is the last. */
  record Leave(int node) implements Act {
    @Override
    public String tell(IntFunction<?> names) {
      return names.apply(node) + " leaves";
    }
  }

  /** A node balances with its neighbours. */
  record Balance(int node) implements Act {
    @Override
    public String tell(IntFunction<?> names) {
      return names.apply(node) + " balances";
    }
  }

  /** A node cancels what it was last asked to do, if it is not done. */
  record Cancel(int node) implements Act {
    @Override
    public String tell(IntFunction<?> names) {
      return names.apply(node) + " cancels what it is doing";
    }
  }

  /** A node sends messages to virtual nodes from {@code first} on. */
  record Send(int node, int first, int count) implements Act {
    @Override
    public String tell(IntFunction<?> names) {
      return "%s sends a message to each of %d virtual nodes, from %d on"
          .formatted(names.apply(node), count, first);
    }
  }

  /** The connection between two nodes breaks, if there is one. */
  record Cut(int a, int b) implements Act {
    @Override
    public String tell(IntFunction<?> names) {
      return "the connection between %s and %s is cut".formatted(names.apply(a), names.apply(b));
    }
  }

  /** A node stands still. */
  record Pause(int node, int ms) implements Act {
    @Override
    public String tell(IntFunction<?> names) {
      return "%s stands still for %d ms".formatted(names.apply(node), ms);
    }
  }

  /** No packet reaches a node, or leaves it, for a while. */
  record Isolate(int node, int ms) implements Act {
    @Override
    public String tell(IntFunction<?> names) {
      return "%s is cut off from all others for %d ms".formatted(names.apply(node), ms);
    }
  }

  /** A node crashes, if there are two others. */
  record Crash(int node) implements Act {
    @Override
    public String tell(IntFunction<?> names) {
      return names.apply(node) + " crashes";
    }
  }

  /** A node leaves with a log, unless it is the last. */
  record Away(int node) implements Act {
    @Override
    public String tell(IntFunction<?> names) {
      return names.apply(node) + " leaves with a log";
    }
  }

  /** One of the nodes that are away comes back, if there is any. */
  record Return(int away) implements Act {
    @Override
    public String tell(IntFunction<?> names) {
      return "one that is away comes back";
    }
  }

  /** A node takes over, without state, what another had that is away, if it is beside it. */
  record TakeOver(int away) implements Act {
    @Override
    public String tell(IntFunction<?> names) {
      return "what one has that is away is taken over by its neighbour";
    }
  }

  /**
   * The next time that some node takes a step of the protocol, something happens to it or to its
   * peer: so acts meet the moments that matter, however short they are.
   *
   * @param step which step, by the name that it has in {@code tla/Migration.tla}
   * @param peer whether it happens to the peer of the node that takes the step
   * @param deed what happens
   */
  record Ambush(Moment step, boolean peer, Deed deed) implements Act {
    @Override
    public String tell(IntFunction<?> names) {
      return "at the next %s, %s"
          .formatted(step.action(), deed.tell(peer ? "the peer" : "that node"));
    }
  }

  /** Steps that it is worth while to wait for. */
  enum Moment {
    /** A node grants its lock. */
    ON_QUERY("OnQuery"),
    /** A node grants its lock as the second one. */
    ON_LOCK2("OnLock2"),
    /** The source offers a range. */
    START_TRANSFER("StartTransfer"),
    /** The source releases the range. */
    RELEASE("Release"),
    /** The source has sent all state, and the right to the range. */
    SEND_HANDOVER("SendHandover"),
    /** The sink assumes the range. */
    ON_HANDOVER("OnHandover");

    private final String action;

    Moment(String action) {
      this.action = action;
    }

    /** Its name in the specification. */
    String action() {
      return action;
    }
  }

  /** What may happen to a node at a moment. */
  enum Deed {
    /** It cancels what it is doing. */
    CANCEL("%s cancels what it is doing"),
    /** It begins to leave. */
    LEAVE("%s leaves"),
    /** It leaves with a log. */
    AWAY("%s leaves with a log"),
    /** It begins to balance. */
    BALANCE("%s balances"),
    /** It stands still for half a second. */
    PAUSE("%s stands still"),
    /** It can reach nobody for five seconds. */
    ISOLATE("%s is cut off"),
    /** It can reach nobody for longer than it is waited for. */
    ISOLATE_LONG("%s is cut off for long"),
    /** It crashes, if there are two others. */
    CRASH("%s crashes");

    private final String told;

    Deed(String told) {
      this.told = told;
    }

    /** What happens, for people. */
    String tell(Object whom) {
      return told.formatted(whom);
    }
  }

  /** Time passes. */
  record Wait(int ms) implements Act {
    @Override
    public String tell(IntFunction<?> names) {
      return ms + " ms pass";
    }
  }
}
