package io.phoenix.apps.launch;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.phoenix.api.PhoenixException;
import io.phoenix.apps.UserError;
import io.phoenix.apps.cluster.Control.Order;
import io.phoenix.apps.cluster.Control.Reply;
import io.phoenix.apps.cluster.Description;
import io.phoenix.apps.cluster.Visitor;
import io.phoenix.apps.config.PortsConfig;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/** The nodes of a cluster that answer commands: all, some, or none. */
final class Listeners implements AutoCloseable {
  private static final Duration PATIENCE = Duration.ofSeconds(5);

  private final @Nullable Visitor visitor;
  private final String problem;
  private final Map<String, Description> byLabel = new HashMap<>();

  private Listeners(@Nullable Visitor visitor, String problem) {
    this.visitor = visitor;
    this.problem = problem;
  }

  /** Looks for nodes; that there are none is no error. */
  static Listeners open(ClusterDirectory cluster, PortsConfig config) {
    Visitor visitor;
    try {
      visitor = Session.open(cluster, config);
    } catch (UserError | PhoenixException e) {
      return new Listeners(null, "no node answers commands");
    }
    var listeners = new Listeners(visitor, "does not answer commands");
    visitor.describeAll(PATIENCE).found().forEach(d -> listeners.byLabel.put(d.label(), d));
    return listeners;
  }

  /** Gives a node a list of revoked certificates; fails at once if it is not there. */
  CompletableFuture<Reply> ask(Member member, String list) {
    Description node = byLabel.get(member.label());
    return visitor == null || node == null
        ? CompletableFuture.failedFuture(new PhoenixException(problem))
        : visitor.ask(node.name(), Order.REVOKE, list.getBytes(UTF_8));
  }

  @Override
  public void close() {
    if (visitor != null) {
      visitor.close();
    }
  }
}
