package io.phoenix.apps.launch;

import io.phoenix.api.PhoenixException;
import io.phoenix.api.ResourceName;
import io.phoenix.apps.cluster.Control.Order;
import io.phoenix.apps.cluster.ControlClient;
import io.phoenix.apps.cluster.Description;
import io.phoenix.apps.config.PortsConfig;
import io.phoenix.apps.terminal.UserError;
import java.io.PrintWriter;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.Callable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code phoenix down}. */
@Command(
    name = "down",
    mixinStandardHelpOptions = true,
    description = "Ends a cluster: all of its nodes, and with them the computation.")
public final class DownCommand implements Callable<Integer> {
  private static final Duration PATIENCE = Duration.ofSeconds(10);
  private static final Duration KILL_LIMIT = Duration.ofSeconds(30);

  @Option(names = "--force", description = "kills, by SSH, those that cannot be told to end")
  private boolean force;

  @Mixin private ClusterOption option = new ClusterOption();
  @Spec private CommandSpec command = CommandSpec.create();

  @Override
  public Integer call() {
    CommandLine cmd = command.commandLine();
    ClusterDirectory cluster = option.directory();
    PortsConfig config = cluster.config();
    List<String> ended = end(cluster, config, cmd.getErr());
    List<Member> left = new ArrayList<>(cluster.members());
    if (force && !left.isEmpty()) {
      kill(cluster, config, left, cmd.getErr());
    }
    if (!left.isEmpty()) {
      String labels = String.join(", ", left.stream().map(Member::label).toList());
      throw new UserError(
          ended.size() + " nodes have ended; these did not answer: " + labels,
          "'phoenix down --force' kills them by SSH");
    }
    try (var launch = Launch.withoutJar(cluster, config, List.of())) {
      CleanUp.after(cluster, launch, cmd.getErr());
    }
    if (!cluster.away().isEmpty()) {
      cmd.getErr()
          .println(
              "WARNING: these were away, and what they took along is gone with the cluster: "
                  + String.join(", ", cluster.away().keySet()));
      cmd.getErr().flush();
    }
    cluster.delete();
    cmd.getOut().printf("cluster '%s' is down: %d nodes ended%n", cluster.name(), ended.size());
    cmd.getOut().flush();
    return CommandLine.ExitCode.OK;
  }

  /** Tells all nodes that can be reached to end; returns those that did. */
  private List<String> end(ClusterDirectory cluster, PortsConfig config, PrintWriter err) {
    try (ControlClient client = Clusters.connect(cluster, config)) {
      ControlClient.Found all = client.describeAll(PATIENCE);
      all.left().forEach(cluster::remove); // they need not be told
      List<Description> nodes = all.found();
      Set<ResourceName> names = new TreeSet<>();
      for (Description node : nodes) {
        names.add(node.name());
        var unused = client.ask(node.name(), Order.END, "");
      }
      Set<ResourceName> left = client.awaitGone(names, PATIENCE);
      List<String> ended = new ArrayList<>();
      for (Description node : nodes) {
        if (!left.contains(node.name())) {
          cluster.remove(node.label());
          ended.add(node.label());
        }
      }
      return ended;
    } catch (UserError e) {
      if (!force) {
        throw e;
      }
      err.println("error: " + e.getMessage());
      err.println("hint: killing by SSH instead");
      err.flush();
      return List.of();
    }
  }

  private static void kill(
      ClusterDirectory cluster, PortsConfig config, List<Member> left, PrintWriter err) {
    try (var launch =
        new Launch(
            cluster, config, new Jar(java.nio.file.Path.of(""), ""), List.of(), left, false)) {
      for (Member member : List.copyOf(left)) {
        try {
          launch
              .shellOn(member.host())
              .run(
                  Scripts.signal(config.directory(), cluster.name(), member.label(), "KILL"),
                  KILL_LIMIT);
          cluster.remove(member.label());
          left.remove(member);
        } catch (PhoenixException e) {
          HostFailure failure = HostFailure.of(e);
          err.println("error: " + member.label() + ": " + failure.what());
          err.println("hint: " + failure.hint());
          err.flush();
        }
      }
    }
  }
}
