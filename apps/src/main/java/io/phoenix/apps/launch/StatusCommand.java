package io.phoenix.apps.launch;

import io.phoenix.apps.cluster.Description;
import io.phoenix.apps.cluster.Description.Neighbour;
import io.phoenix.apps.terminal.Columns;
import io.phoenix.routing.tls.ClusterAuthority;
import java.io.PrintWriter;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** {@code phoenix status}. */
@Command(
    name = "status",
    mixinStandardHelpOptions = true,
    description = "Shows the nodes of a running cluster: LANs, shares, rates and links.")
public final class StatusCommand implements Callable<Integer> {
  @Mixin private ClusterOption cluster = new ClusterOption();
  @Spec private CommandSpec command = CommandSpec.create();

  @Override
  public Integer call() {
    CommandLine cmd = command.commandLine();
    PrintWriter out = cmd.getOut();
    try (ClusterOption.Connection connection = cluster.connect()) {
      List<Description> nodes = connection.nodes().found();
      out.printf(
          Locale.ROOT,
          "cluster '%s', application '%s', %,d virtual nodes, %d nodes%n%n",
          connection.cluster().name(),
          connection.config().application(),
          connection.config().space(),
          nodes.size());
      out.print(nodes(nodes, connection.config().space()));
      out.printf("%n%s", links(nodes));
      Set<String> left = connection.nodes().left();
      if (!left.isEmpty()) {
        out.printf("%nleft: %s%n", String.join(", ", left));
      }
      Set<String> away = away(connection);
      if (!away.isEmpty()) {
        out.printf("%naway: %s ('phoenix return NODE' brings one back)%n", String.join(", ", away));
      }
      List<String> missing = missing(connection);
      if (!missing.isEmpty()) {
        out.printf("%nnot answering: %s%n", String.join(", ", missing));
      }
      out.flush();
      warnOfExpiry(connection, cmd.getErr());
      return missing.isEmpty() ? CommandLine.ExitCode.OK : CommandLine.ExitCode.SOFTWARE;
    }
  }

  /** Of the nodes that were started, and of the commands' own certificate. */
  private static void warnOfExpiry(ClusterOption.Connection connection, PrintWriter err) {
    if (connection.config().plain()) {
      return;
    }
    Map<String, Instant> validUntil =
        new HashMap<>(ClusterAuthority.open(connection.cluster().authority()).validUntil());
    Set<String> holders = new HashSet<>(Set.of(ClusterDirectory.CLIENT));
    connection.cluster().members().forEach(member -> holders.add(member.label()));
    validUntil.keySet().retainAll(holders);
    String warning = Expiry.warning(validUntil, Instant.now());
    if (!warning.isEmpty()) {
      err.println(warning);
      err.flush();
    }
  }

  /** Nodes that have left for a while, as the others were told, or as this machine knows. */
  private static Set<String> away(ClusterOption.Connection connection) {
    Set<String> away = new TreeSet<>(connection.nodes().away());
    away.addAll(connection.cluster().away().keySet());
    connection.nodes().found().forEach(node -> away.remove(node.label()));
    return away;
  }

  /** Nodes that were started here, or that others know of, and that went without a word. */
  private static List<String> missing(ClusterOption.Connection connection) {
    List<String> missing = new ArrayList<>();
    Set<String> left = new TreeSet<>(connection.nodes().left());
    left.addAll(away(connection));
    List<String> present = connection.nodes().found().stream().map(Description::label).toList();
    for (Member member : connection.cluster().members()) {
      if (!present.contains(member.label()) && !left.contains(member.label())) {
        missing.add(member.label());
      }
    }
    connection.nodes().silent().forEach(name -> missing.add(name.toString()));
    return missing;
  }

  private static String nodes(List<Description> nodes, long space) {
    List<List<String>> rows = new ArrayList<>();
    rows.add(
        List.of("node", "lan", "state", "virtual nodes", "share", "in/s", "out/s", "up", "name"));
    for (Description d : nodes) {
      rows.add(
          List.of(
              d.label(),
              d.lan(),
              d.state(),
              d.assumed().stream().map(Object::toString).collect(Collectors.joining(" ")),
              format("%.1f %%", 100.0 * d.size() / space),
              amount(d.bytesInPerSecond()),
              amount(d.bytesOutPerSecond()),
              duration(d.uptimeMs()),
              d.name().toString()));
    }
    String applications =
        nodes.stream()
            .filter(d -> !d.application().isEmpty())
            .map(d -> "  " + d.label() + ": " + d.application() + System.lineSeparator())
            .collect(Collectors.joining());
    return Columns.of(rows) + (applications.isEmpty() ? "" : System.lineSeparator() + applications);
  }

  /**
   * Each link once. The side that dialled knows the way; a side that has a shorter way through
   * others does not know the round trip.
   */
  private static String links(List<Description> nodes) {
    Map<Long, String> labels = new HashMap<>();
    nodes.forEach(d -> labels.put(d.name().value(), d.label()));
    Map<String, List<String>> rows = new TreeMap<>();
    for (Description d : nodes) {
      for (Neighbour n : d.neighbours()) {
        String other = labels.get(n.name().value());
        if (other == null) {
          continue; // a control client
        }
        boolean isFirst = d.label().compareTo(other) < 0;
        String ends = isFirst ? d.label() + " – " + other : other + " – " + d.label();
        String kind = n.way().isEmpty() ? "" : Dial.kindOf(n.way());
        String roundTrip = n.roundTripNs() == 0 ? "" : format("%.2f ms", n.roundTripNs() / 1e6);
        List<String> row = List.of(ends, kind, roundTrip, n.way());
        rows.merge(ends, row, StatusCommand::together);
      }
    }
    List<List<String>> table = new ArrayList<>();
    table.add(List.of("link", "kind", "round trip", "dialled as"));
    table.addAll(rows.values());
    return Columns.of(table);
  }

  /** What either of two rows says. */
  private static List<String> together(List<String> one, List<String> other) {
    List<String> both = new ArrayList<>();
    for (int i = 0; i < one.size(); i++) {
      both.add(one.get(i).isEmpty() ? other.get(i) : one.get(i));
    }
    return both;
  }

  private static String amount(double bytes) {
    if (bytes < 1e3) {
      return format("%.0f B", bytes);
    }
    return bytes < 1e6 ? format("%.1f kB", bytes / 1e3) : format("%.1f MB", bytes / 1e6);
  }

  private static String duration(long ms) {
    long s = ms / 1000;
    if (s < 120) {
      return s + " s";
    }
    return s < 7200 ? s / 60 + " min" : s / 3600 + " h";
  }

  private static String format(String format, Object... arguments) {
    return String.format(Locale.ROOT, format, arguments);
  }
}
