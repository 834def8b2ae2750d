package io.phoenix.api;

import java.nio.file.Path;
import java.util.ServiceLoader;
import org.jspecify.annotations.Nullable;

/** The way in: opens nodes, on the network or, for tests, inside this process. */
public final class Phoenix {
  private Phoenix() {}

  /**
   * Opens a node: begins to listen, and to hold links to the ports of the configuration.
   *
   * @throws PhoenixException if it cannot listen there, say because the port is in use
   */
  public static Node open(NodeConfig config) {
    return provider().open(config, null);
  }

  /**
   * Opens a node that continues where another one {@linkplain Node#leave(Path) left}: it assumes
   * what that one assumed, unless somebody else has assumed it meanwhile, and the messages in the
   * log are delivered before any later ones. {@link Node#stateInLog} is what the application kept
   * there. The log also knows where others listened: the configuration's ports may be those of
   * nodes that have left since.
   *
   * <p>The log is consumed: it is renamed to {@code <log>.used} before the first message is sent.
   * Of two that return with the same log at once, one does.
   *
   * @throws PhoenixException if the log is missing, damaged or another application's, or as for
   *     {@link #open(NodeConfig)}
   */
  public static Node open(NodeConfig config, Path log) {
    return provider().open(config, log);
  }

  /**
   * Opens {@code size} nodes in this process, linked to each other through memory, with the whole
   * space split evenly among them: the one line that a test needs.
   *
   * <pre>{@code
   * try (EmbeddedCluster cluster = Phoenix.embedded(3, 1024)) {
   *   cluster.node(0).send(1000, 7, "hi".getBytes(UTF_8)); // node 2 assumes 1000
   *   Message m = cluster.node(2).recv();
   * }
   * }</pre>
   */
  public static EmbeddedCluster embedded(int size, long spaceSize) {
    return embedded(size, NodeConfig.of("embedded", spaceSize));
  }

  /** As {@link #embedded(int, long)}, with settings of one's own for all of the nodes. */
  public static EmbeddedCluster embedded(int size, NodeConfig config) {
    return provider().embedded(size, config);
  }

  /**
   * A simulated world without nodes, in which everything follows from {@code seed}.
   *
   * @param config settings of all nodes; ports are given by {@link SimulatedCluster#open}
   */
  public static SimulatedCluster simulated(long seed, NodeConfig config) {
    return provider().simulated(seed, config);
  }

  private static Provider provider() {
    return ServiceLoader.load(Provider.class)
        .findFirst()
        .orElseThrow(
            () ->
                new PhoenixException(
                    "no implementation of Phoenix found: put phoenix-routing on the class path"));
  }

  /** What an implementation registers with {@link ServiceLoader}. */
  public interface Provider {
    /** Opens a node, with the log of one that left, or none. */
    Node open(NodeConfig config, @Nullable Path log);

    /** Opens a cluster inside this process. */
    EmbeddedCluster embedded(int size, NodeConfig config);

    /** Makes a simulated world. */
    SimulatedCluster simulated(long seed, NodeConfig config);
  }
}
