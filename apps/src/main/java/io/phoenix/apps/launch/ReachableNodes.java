package io.phoenix.apps.launch;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.phoenix.api.PhoenixException;
import io.phoenix.apps.cluster.Control.Order;
import io.phoenix.apps.cluster.Control.Reply;
import io.phoenix.apps.cluster.ControlClient;
import io.phoenix.apps.cluster.Description;
import io.phoenix.apps.config.PortsConfig;
import io.phoenix.apps.terminal.UserError;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/** The nodes of a cluster that answer commands: all, some, or none. */
final class ReachableNodes implements AutoCloseable {
  private static final Duration PATIENCE = Duration.ofSeconds(5);

  private final @Nullable ControlClient client;
  private final String problem;
  private final Map<String, Description> byLabel = new HashMap<>();

  private ReachableNodes(@Nullable ControlClient client, String problem) {
    this.client = client;
    this.problem = problem;
  }

  /** Looks for nodes; that there are none is no error. */
  static ReachableNodes open(ClusterDirectory cluster, PortsConfig config) {
    ControlClient client;
    try {
      client = Clusters.connect(cluster, config);
    } catch (UserError | PhoenixException e) {
      return new ReachableNodes(null, "no node answers commands");
    }
    var reachable = new ReachableNodes(client, "does not answer commands");
    client.describeAll(PATIENCE).found().forEach(d -> reachable.byLabel.put(d.label(), d));
    return reachable;
  }

  /** Gives a node a list of revoked certificates; fails at once if it is not there. */
  CompletableFuture<Reply> ask(Member member, String list) {
    Description node = byLabel.get(member.label());
    return client == null || node == null
        ? CompletableFuture.failedFuture(new PhoenixException(problem))
        : client.ask(node.name(), Order.REVOKE, list.getBytes(UTF_8));
  }

  @Override
  public void close() {
    if (client != null) {
      client.close();
    }
  }
}
