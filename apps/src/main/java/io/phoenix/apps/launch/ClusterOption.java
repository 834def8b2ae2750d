package io.phoenix.apps.launch;

import io.phoenix.apps.cluster.ControlClient;
import io.phoenix.apps.cluster.Description;
import io.phoenix.apps.config.PortsConfig;
import io.phoenix.apps.terminal.UserError;
import io.phoenix.workstealing.Names;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import picocli.CommandLine.Option;

/** Which cluster a command is about; and its nodes, as command lines name them. */
final class ClusterOption {
  private static final Duration PATIENCE = Duration.ofSeconds(10);

  @Option(
      names = "--cluster",
      paramLabel = "NAME",
      description = "which cluster (default: the one that was started last)")
  private String name = "";

  ClusterDirectory directory() {
    return ClusterDirectory.find(name);
  }

  /** Opens a control client and asks all nodes how they are. */
  Connection connect() {
    ClusterDirectory cluster = directory();
    PortsConfig config = cluster.config();
    ControlClient client = Clusters.connect(cluster, config);
    try {
      return new Connection(cluster, config, client, client.describeAll(PATIENCE));
    } catch (RuntimeException e) {
      client.close();
      throw e;
    }
  }

  /**
   * A connection to a running cluster.
   *
   * @param cluster what this machine knows of it
   * @param nodes what its nodes say
   */
  record Connection(
      ClusterDirectory cluster, PortsConfig config, ControlClient client, ControlClient.Found nodes)
      implements AutoCloseable {

    /** The nodes of that label, LAN or name. */
    List<Description> named(String name) {
      List<Description> named = new ArrayList<>();
      for (Description node : nodes.found()) {
        if (node.label().equals(name)
            || node.lan().equals(name)
            || node.name().toString().equals(name)
            || node.label().startsWith(name + ".")) {
          named.add(node);
        }
      }
      if (named.isEmpty()) {
        List<String> labels = nodes.found().stream().map(Description::label).toList();
        throw new UserError(
            "no node and no LAN of '" + cluster.name() + "' that answers is called '" + name + "'",
            Names.hint(name, labels));
      }
      return named;
    }

    /** The one node of that label or name. */
    Description one(String name) {
      List<Description> named = named(name);
      if (named.size() > 1) {
        throw new UserError("'" + name + "' is " + named.size() + " nodes", "name one of them");
      }
      return named.get(0);
    }

    /** A text in which nodes go by what people call them. */
    String withLabels(String text) {
      String result = text;
      for (Description node : nodes.found()) {
        result = result.replace(node.name().toString(), node.label());
      }
      return result;
    }

    @Override
    public void close() {
      client.close();
    }
  }
}
