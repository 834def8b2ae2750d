package io.phoenix.routing;

import io.phoenix.api.EmbeddedCluster;
import io.phoenix.api.Node;
import io.phoenix.api.NodeConfig;
import io.phoenix.api.Phoenix;
import io.phoenix.api.SimulatedCluster;
import io.phoenix.routing.embedded.MemoryCluster;
import io.phoenix.routing.log.UsedLog;
import io.phoenix.routing.runtime.OverlayNode;
import io.phoenix.routing.sim.SimCluster;
import io.phoenix.routing.ssh.SshHosts;
import io.phoenix.routing.ssh.SshTransport;
import io.phoenix.routing.tcp.TcpLoop;
import io.phoenix.routing.tcp.TcpTransport;
import io.phoenix.routing.world.Transport;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.util.SplittableRandom;
import org.jspecify.annotations.Nullable;

/** What {@link Phoenix} finds through {@link java.util.ServiceLoader}: nodes over TCP. */
public final class OverlayProvider implements Phoenix.Provider {

  @Override
  public Node open(NodeConfig config, @Nullable Path log) {
    if (log == null) {
      return open(config, (byte[]) null);
    }
    return UsedLog.with(log, bytes -> open(config, bytes));
  }

  private static Node open(NodeConfig config, byte @Nullable [] log) {
    TcpLoop loop = TcpLoop.start(config.application(), config.busyPoll());
    var tcp = new TcpTransport(loop);
    var ssh = new SshTransport(loop, tcp, SshHosts.open(config.ssh()));
    // Names of nodes must differ over all machines: their seed comes from the operating system.
    var random = new SplittableRandom(new SecureRandom().nextLong());
    try {
      Transport transport = Protection.over(ssh, config, loop);
      OverlayNode node = OverlayNode.open(config, loop, transport, random, log);
      Overlay.remember(node, () -> tcp.cutAll() + ssh.cutAll());
      return node;
    } catch (RuntimeException e) {
      loop.shutdown(); // and with it what has been opened
      throw e;
    }
  }

  @Override
  public EmbeddedCluster embedded(int size, NodeConfig config) {
    return MemoryCluster.open(size, config);
  }

  @Override
  public SimulatedCluster simulated(long seed, NodeConfig config) {
    return new SimCluster(seed, config);
  }
}
