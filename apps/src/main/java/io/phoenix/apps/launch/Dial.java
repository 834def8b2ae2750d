package io.phoenix.apps.launch;

import io.phoenix.api.Port;
import io.phoenix.api.SshHop;
import io.phoenix.apps.config.Reach;
import java.util.List;
import java.util.stream.Collectors;

/** The ports by which nodes are dialled from somewhere. */
record Dial(Vantage from) {
  private static final String ONLY_VIA = " only via ";

  static Dial from(Vantage vantage) {
    return new Dial(vantage);
  }

  /** How a port, as it is written, is dialled. */
  static String kindOf(String port) {
    return port.contains(ONLY_VIA) ? "ssh" : "tcp";
  }

  /** Whether a node can be dialled at all. */
  boolean canReach(Member to) {
    return from.isNear(to.host()) || !(to.host().reach() instanceof Reach.None);
  }

  /**
   * A node's port, as {@link Port#parse} reads it. Where there are jump hosts, the last of them
   * connects to the node: one login less than through the node's own host.
   */
  String to(Member to) {
    String named = new Port(to.host().name(), to.port()).toString();
    if (!from.isNear(to.host()) && to.host().reach() instanceof Reach.Listening listening) {
      return new Port("127.0.0.1", to.port()) + ONLY_VIA + text(listening.via());
    }
    if (from.isNear(to.host()) || !(to.host().reach() instanceof Reach.Ssh ssh)) {
      return named;
    }
    if (!ssh.jumps().isEmpty()) {
      return named + ONLY_VIA + text(ssh.jumps());
    }
    SshHop at = ssh.at();
    return new Port("127.0.0.1", to.port())
        + ONLY_VIA
        + (at == null ? new SshHop(null, to.host().name(), 0) : at);
  }

  /**
   * Where a node listens, as {@link Port#parse} reads it. A host that the file calls localhost is
   * dialled by itself only, so it listens where other machines do not reach.
   */
  static String listen(Member at) {
    String name = at.host().name();
    boolean isOnlyHere = new Port(name, at.port()).isLoopback();
    String here = name.equalsIgnoreCase("localhost") ? "127.0.0.1" : name;
    String all = new Port(isOnlyHere ? here : "0.0.0.0", at.port()).toString();
    return at.host().reach() instanceof Reach.Listening listening
        ? all + " via " + text(listening.via())
        : all;
  }

  private static String text(List<SshHop> hops) {
    return hops.stream().map(SshHop::toString).collect(Collectors.joining(","));
  }
}
