package io.phoenix.apps.config;

import io.phoenix.apps.terminal.Columns;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code phoenix check}. */
@Command(
    name = "check",
    mixinStandardHelpOptions = true,
    description = "Checks a ports file, and shows which LANs can reach which.",
    footerHeading = "%nA ports file says which hosts there are. The least:%n%n",
    footer = {
      "  application: histogram",
      "  lans:",
      "    office: [pc1, pc2]",
      "",
      "All that it can say:",
      "",
      "  application: histogram     # nodes of other applications are refused",
      "  space: 2^20                # virtual nodes",
      "  security: tls              # none: plain TCP, to read and forge for all",
      "  directory: .phoenix        # Phoenix's files on each host, below the home",
      "  # The next five also go into a LAN, or into a host, for itself.",
      "  ports: 7000-7099           # where nodes listen",
      "  nodes: 1                   # nodes on each host",
      "  workers: 4                 # of each node; else one for each processor",
      "  java: /opt/jdk17/bin/java  # else the one on the path",
      "  jvm: [-Xmx4g]              # options of the JVM",
      "  lans:",
      "    office:",
      "      hosts: [pc1, pc2]",
      "      reach: direct          # from outside: direct, ssh, or none",
      "    cluster:",
      "      hosts:",
      "        - node[01-16]",
      "        - {host: big, nodes: 4, java: /usr/bin/java}",
      "      reach: {jump: node01}  # by SSH, through node01",
      "    laboratory:",
      "      hosts:",
      "        - {host: lab1, reach: {ssh: me@lab.example.org:2222}}",
      "    home:                    # logs in to gw, which listens for it",
      "      hosts: [laptop]",
      "      reach: {listen: gw.example.org}",
      "",
      "A plain list of hosts, one host[:port] a line, is one LAN."
    })
public final class CheckCommand implements Callable<Integer> {
  @Parameters(paramLabel = "FILE", description = "a ports file, or a plain list of hosts")
  private Path file = Path.of("");

  @Spec private CommandSpec command = CommandSpec.create();

  @Override
  public Integer call() {
    CommandLine cmd = command.commandLine();
    PortsFile read = PortsFile.read(file);
    if (!read.complaints().isEmpty()) {
      Complaint.print(read.name(), read.complaints(), cmd.getErr());
      return CommandLine.ExitCode.SOFTWARE;
    }
    PrintWriter out = cmd.getOut();
    describe(read.name(), read.config(), out);
    out.flush();
    return CommandLine.ExitCode.OK;
  }

  static void describe(String name, PortsConfig config, PrintWriter out) {
    out.printf(
        Locale.ROOT,
        "%s: application '%s', %,d virtual nodes; %d nodes on %d hosts in %d LANs; %s%n%n",
        name,
        config.application(),
        config.space(),
        config.nodes(),
        config.hosts().size(),
        config.lans().size(),
        config.plain() ? "links are PLAIN TCP" : "links are TLS");
    for (Lan lan : config.lans()) {
      String ways =
          lan.hosts().stream()
              .map(host -> host.reach().toString())
              .distinct()
              .collect(Collectors.joining(" or "));
      out.printf("  %s: %s; reached %s%n", lan.name(), hosts(lan), ways);
    }
    out.printf("%nWho reaches whom:%n%n%s", table(config));
  }

  private static String hosts(Lan lan) {
    List<String> names = lan.hosts().stream().map(Host::name).toList();
    return names.size() <= 8
        ? String.join(" ", names)
        : names.get(0) + " … " + names.get(names.size() - 1) + " (" + names.size() + " hosts)";
  }

  /** A row for each LAN and the outside, a column for each LAN. */
  static String table(PortsConfig config) {
    List<List<String>> rows = new ArrayList<>();
    List<String> head = new ArrayList<>(List.of("from \\ to"));
    config.lans().forEach(lan -> head.add(lan.name()));
    rows.add(head);
    for (Lan from : config.lans()) {
      List<String> row = new ArrayList<>(List.of(from.name()));
      config.lans().forEach(to -> row.add(Reachability.means(from, to).toString()));
      rows.add(row);
    }
    List<String> outside = new ArrayList<>(List.of("outside"));
    config.lans().forEach(to -> outside.add(Reachability.fromOutside(to).toString()));
    rows.add(outside);
    return Columns.of(rows);
  }
}
