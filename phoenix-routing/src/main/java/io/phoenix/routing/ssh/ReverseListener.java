package io.phoenix.routing.ssh;

import com.jcraft.jsch.JSchException;
import io.phoenix.api.Explanation;
import io.phoenix.api.Port;
import io.phoenix.api.SshHop;
import io.phoenix.routing.ssh.SshException.Trouble;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Keeps a port of an SSH server open that leads back to this node, for those who cannot dial it:
 * they dial the server's own 127.0.0.1, through a tunnel to that server. Goes on for ever: a server
 * that was gone and is back is asked again.
 */
final class ReverseListener {
  /** Where servers listen for others unless their GatewayPorts say more. */
  static final String REMOTE_HOST = "127.0.0.1";

  private static final Logger LOG = LoggerFactory.getLogger(ReverseListener.class);
  private static final Set<String> ANY_ADDRESS = Set.of("0.0.0.0", "::");
  private static final long LOOK_MS = 500;
  private static final long PATIENCE_NS = 60_000_000_000L;

  private final SshHosts hosts;
  private final List<SshHop> via;
  private final Port local;
  private volatile @Nullable Line held; // which has the port open
  private volatile @Nullable String failure;
  private volatile boolean isClosed;

  /**
   * @param via the servers on the way; the last one listens, at the same port as this node
   * @param local where this node listens
   */
  ReverseListener(SshHosts hosts, List<SshHop> via, Port local) {
    this.hosts = hosts;
    this.via = via;
    this.local = local;
  }

  /** Why the port is not open there at present; {@code null} if it is, or nobody knows yet. */
  @Nullable String failure() {
    return failure;
  }

  /** How it is at present. */
  Explanation.ListenerState explain() {
    Line line = held;
    return new Explanation.ListenerState(
        new Port(REMOTE_HOST, local.port(), via, false), line != null && line.isUp(), failure);
  }

  /** Sees to it that the port is open, now and from time to time. Blocks: for a worker. */
  void keep() {
    if (isClosed) {
      return;
    }
    try {
      SshConnection connection = hosts.connection(via);
      Line line = connection.await(System.nanoTime() + PATIENCE_NS);
      if (line != held) {
        open(connection, line);
      }
      failure = null;
    } catch (SshException e) {
      String reason = String.valueOf(e.getMessage());
      if (!isClosed && !reason.equals(failure)) {
        failure = reason;
        LOG.warn("others cannot reach this node through {}: {}", via, reason);
      }
    }
    hosts.later(LOOK_MS, this::keep);
  }

  /** Asks no more; the port is closed with the connection. */
  void close() {
    isClosed = true;
  }

  private void open(SshConnection connection, Line line) {
    String host = ANY_ADDRESS.contains(local.host()) ? REMOTE_HOST : local.host();
    try {
      line.session().setPortForwardingR(REMOTE_HOST, local.port(), host, local.port());
      line.markUsed();
      held = line;
    } catch (JSchException e) {
      if (!line.isUp()) {
        throw line.ended();
      }
      throw new SshException(
          Trouble.NO_FORWARDING,
          connection + " does not listen on port " + local.port() + " for this node",
          "is that port free there? Set AllowTcpForwarding (and PermitListen) in its sshd_config",
          e);
    }
  }
}
