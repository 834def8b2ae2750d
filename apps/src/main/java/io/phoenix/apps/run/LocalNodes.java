package io.phoenix.apps.run;

import io.phoenix.api.Node;
import io.phoenix.api.NodeConfig;
import io.phoenix.api.Phoenix;
import io.phoenix.apps.process.ChildJvm;
import io.phoenix.apps.process.Children;
import io.phoenix.routing.tls.ClusterAuthority;
import io.phoenix.workstealing.Applications;
import io.phoenix.workstealing.runtime.Stealing;
import io.phoenix.workstealing.runtime.StealingSettings;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;

/**
 * Nodes that work, as processes of this machine, each linked to all others over TLS; and a node of
 * this process, which assumes nothing and submits jobs. All of them end with it.
 *
 * <p>Other users of this machine can connect to the ports, and are not let in: this process is the
 * authority of its nodes, and tells each its credentials through the pipe.
 */
public final class LocalNodes implements JobNodes {
  static final NodeConfig CONFIG = NodeConfig.of("phoenix-run", 1L << 40);

  private static final Duration PATIENCE = Duration.ofSeconds(90);

  private final int workers;
  private final Function<String, List<String>> by;
  private final ClusterAuthority authority = ClusterAuthority.ephemeral();
  private final Children children = new Children("phoenix-run-");
  private final Map<String, ChildJvm> nodes = new LinkedHashMap<>();
  private final List<String> ports = new ArrayList<>();
  private final Node own;
  private final Stealing stealing;
  private int started;
  private boolean founded;

  /**
   * No nodes yet.
   *
   * @param workers worker threads of each
   */
  public LocalNodes(int workers) {
    this(workers, name -> List.of());
  }

  /**
   * No nodes yet.
   *
   * @param workers worker threads of each
   * @param by of a node's name: what its command line follows, such as taskset or nice
   */
  public LocalNodes(int workers, Function<String, List<String>> by) {
    this.workers = workers;
    this.by = by;
    this.own = Phoenix.open(CONFIG.withSecurity(authority.issue("own").inMemory()));
    this.stealing = Stealing.on(own, Applications.installed(), StealingSettings.defaults());
    ports.add(own.localPort().toString());
  }

  /** Starts nodes, all at once, and waits until each has its share; their names. */
  public List<String> add(int count) {
    List<String> names = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      String name = "node " + ++started;
      ChildJvm child =
          children.start(
              by.apply(name),
              name,
              JobProcess.class,
              List.of("--label=" + name, "--workers=" + workers));
      nodes.put(name, child);
      names.add(name);
    }
    Map<String, CompletableFuture<String>> opened = new LinkedHashMap<>();
    for (String name : names) { // while the processes start
      String words = authority.issue(name).toWord() + " " + String.join(" ", ports);
      opened.put(name, child(name).ask(JobProcess.OPEN + " " + words));
    }
    opened.forEach((name, port) -> ports.add(await(port)));
    List<CompletableFuture<String>> joining = new ArrayList<>();
    for (String name : opened.keySet()) {
      joining.add(child(name).ask(founded ? JobProcess.JOIN : JobProcess.FOUND));
      if (!founded) {
        await(joining.get(0));
        founded = true;
      }
    }
    joining.forEach(this::await);
    return names;
  }

  /** Makes a node leave: others have its work when this returns; what it reported. */
  public String leave(String name) {
    ChildJvm child = child(name);
    String report = await(child.ask(JobProcess.LEAVE));
    nodes.remove(name);
    child.close();
    return report;
  }

  /** The names of those that are there. */
  public List<String> names() {
    return List.copyOf(nodes.keySet());
  }

  @Override
  public Stealing stealing() {
    return stealing;
  }

  private ChildJvm child(String name) {
    ChildJvm child = nodes.get(name);
    if (child == null) {
      throw new IllegalArgumentException("'" + name + "' is not one of " + names());
    }
    return child;
  }

  private String await(CompletableFuture<String> answer) {
    return children.await(answer, PATIENCE);
  }

  @Override
  public void close() {
    children.close();
    stealing.close();
    own.close();
  }
}
