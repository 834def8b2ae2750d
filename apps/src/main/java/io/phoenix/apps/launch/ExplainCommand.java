package io.phoenix.apps.launch;

import io.phoenix.api.ResourceName;
import io.phoenix.apps.cluster.Control;
import io.phoenix.apps.cluster.Control.Order;
import io.phoenix.apps.cluster.Description;
import io.phoenix.apps.launch.ClusterOption.Connection;
import io.phoenix.apps.terminal.UserError;
import java.io.PrintWriter;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code phoenix explain}. */
@Command(
    name = "explain",
    mixinStandardHelpOptions = true,
    description = "Says why things are as they are in a running cluster.",
    footerHeading = "%nTopics:%n",
    footer = {
      "  route FROM TO   the way that messages take between two nodes, hop by hop",
      "  owner V         who assumes virtual node V, as each node sees it",
      "  port NODE       the ports that a node dials: what was tried, and why it failed;",
      "                  and the SSH servers that listen for it",
      "  node NODE       all that a node knows"
    })
public final class ExplainCommand implements Callable<Integer> {
  private static final Duration PATIENCE = Duration.ofSeconds(10);
  private static final int MOST_HOPS = 64;

  @Parameters(index = "0", paramLabel = "TOPIC", description = "route, owner, port or node")
  private String topic = "";

  @Parameters(index = "1..*", arity = "1..*", paramLabel = "NAME", description = "see below")
  private List<String> names = new ArrayList<>();

  @Mixin private ClusterOption option = new ClusterOption();
  @Spec private CommandSpec command = CommandSpec.create();

  @Override
  public Integer call() {
    int wanted = topic.equals("route") ? 2 : 1;
    if (!List.of("route", "owner", "port", "node").contains(topic)) {
      throw new ParameterException(
          command.commandLine(),
          "no topic is named '" + topic + "': there are route, owner, port and node");
    }
    if (names.size() != wanted) {
      throw new ParameterException(
          command.commandLine(), "'" + topic + "' takes " + wanted + " names, not " + names.size());
    }
    PrintWriter out = command.commandLine().getOut();
    try (Connection connection = option.connect()) {
      switch (topic) {
        case "route" -> route(connection, out);
        case "owner" -> owner(connection, virtualNode(connection), out);
        case "port" -> lines(connection, "  ( {2}|port |listens ).*", out);
        default -> lines(connection, ".*", out);
      }
      out.flush();
      return CommandLine.ExitCode.OK;
    }
  }

  private void route(Connection connection, PrintWriter out) {
    Description at = connection.one(names.get(0));
    Description to = connection.one(names.get(1));
    out.println(at.label());
    for (int hops = 0; !at.name().equals(to.name()); hops++) {
      String[] answer =
          connection
              .client()
              .tell(at, Order.EXPLAIN, Control.ROUTE + to.name(), PATIENCE)
              .split(" ", 2);
      if (answer.length < 2 || answer[0].equals("-") || hops == MOST_HOPS) {
        out.printf("  %s has no way to %s at present%n", at.label(), to.label());
        return;
      }
      ResourceName hop = ResourceName.parse(answer[0]);
      Optional<Description> next =
          connection.nodes().found().stream().filter(d -> d.name().equals(hop)).findFirst();
      ResourceName from = at.name();
      String link = linkOf(at, hop).or(() -> next.flatMap(other -> linkOf(other, from))).orElse("");
      out.printf(
          "  → %s%s, %.2f ms from %s to the end%n",
          next.map(Description::label).orElse(hop.toString()),
          link,
          Long.parseLong(answer[1]) / 1e6,
          at.label());
      if (next.isEmpty()) {
        return;
      }
      at = next.get();
    }
  }

  /** The way that a node dialled a neighbour, if it did. */
  private static Optional<String> linkOf(Description node, ResourceName neighbour) {
    return node.neighbours().stream()
        .filter(n -> n.name().equals(neighbour) && !n.way().isEmpty())
        .map(n -> " by " + Dial.kindOf(n.way()))
        .findFirst();
  }

  private long virtualNode(Connection connection) {
    try {
      long v = Long.parseLong(names.get(0));
      if (v >= 0 && v < connection.config().space()) {
        return v;
      }
    } catch (NumberFormatException e) {
      // reported below
    }
    throw new UserError(
        "'" + names.get(0) + "' is no virtual node",
        "virtual nodes are the numbers 0 to " + (connection.config().space() - 1));
  }

  private static void owner(Connection connection, long v, PrintWriter out) {
    for (Description node : connection.nodes().found()) {
      String owner = connection.client().tell(node, Order.EXPLAIN, Control.OWNER + v, PATIENCE);
      out.println(node.label() + ": " + connection.withLabels(owner));
    }
  }

  private void lines(Connection connection, String pattern, PrintWriter out) {
    for (Description node : connection.named(names.get(0))) {
      out.println(node.label() + ", " + node.name());
      connection
          .client()
          .tell(node, Order.EXPLAIN, "", PATIENCE)
          .lines()
          .skip(1)
          .filter(line -> line.matches(pattern))
          .forEach(line -> out.println(connection.withLabels(line)));
    }
  }
}
