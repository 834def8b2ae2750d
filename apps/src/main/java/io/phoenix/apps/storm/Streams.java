package io.phoenix.apps.storm;

/**
 * How the streams to a virtual node are numbered. Each node sends two: urgent messages and others
 * travel in lanes of their own and keep their order only among themselves.
 */
public final class Streams {
  /** Streams from each node. */
  static final int PER_NODE = 2;

  /** More than this there are never: what claims to belong to one above is damaged. */
  static final int MAX = PER_NODE << 20;

  private Streams() {}

  /** The stream of a sender in one of the two lanes. */
  public static int of(int sender, boolean urgent) {
    return PER_NODE * sender + (urgent ? 1 : 0);
  }

  /** Who sends it. */
  public static int sender(int stream) {
    return stream / PER_NODE;
  }

  /** In which lane. */
  public static boolean isUrgent(int stream) {
    return stream % PER_NODE == 1;
  }
}
