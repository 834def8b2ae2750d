package io.phoenix.apps.launch;

import io.phoenix.api.Port;
import io.phoenix.apps.config.Reach;

/** The ports by which nodes are dialled from somewhere. */
record Dial(Vantage from) {

  static Dial from(Vantage vantage) {
    return new Dial(vantage);
  }

  /** How a port, as it is written, is dialled. */
  static String kindOf(String port) {
    return port.contains("ssh://") ? "ssh" : "tcp";
  }

  /** Whether a node can be dialled at all. */
  boolean canReach(Member to) {
    return from.isNear(to.host()) || !(to.host().reach() instanceof Reach.None);
  }

  /** A node's port, as {@link Port#parse} reads it. */
  String to(Member to) {
    return new Port(to.host().name(), to.port()).toString();
  }
}
