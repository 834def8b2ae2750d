package io.phoenix.apps.launch;

import io.phoenix.apps.cluster.Control.Order;
import io.phoenix.apps.cluster.ControlClient;
import io.phoenix.apps.cluster.Description;
import io.phoenix.apps.config.Complaint;
import io.phoenix.apps.config.Host;
import io.phoenix.apps.config.PortsConfig;
import io.phoenix.apps.config.PortsFile;
import io.phoenix.apps.terminal.UserError;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Callable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code phoenix join}. */
@Command(
    name = "join",
    mixinStandardHelpOptions = true,
    sortOptions = false,
    description = "Starts nodes on more hosts, and lets them join a running cluster.")
public final class JoinCommand implements Callable<Integer> {
  private static final Duration PATIENCE = Duration.ofSeconds(10);

  @Parameters(
      index = "0",
      paramLabel = "FILE",
      description = "the ports file, which may have got more hosts since 'phoenix up'")
  private Path file = Path.of("");

  @Parameters(
      index = "1..*",
      arity = "1..*",
      paramLabel = "HOST",
      description = "hosts or LANs of the file")
  private List<String> names = new ArrayList<>();

  @Option(
      names = "--accept-new",
      description = "remember the keys of hosts never seen before, instead of refusing them")
  private boolean acceptNew;

  @Mixin private ClusterOption option = new ClusterOption();
  @Spec private CommandSpec command = CommandSpec.create();

  @Override
  public Integer call() {
    CommandLine cmd = command.commandLine();
    PortsFile read = PortsFile.read(file);
    if (!read.complaints().isEmpty()) {
      Complaint.print(read.name(), read.complaints(), cmd.getErr());
      return CommandLine.ExitCode.SOFTWARE;
    }
    ClusterDirectory cluster = option.directory();
    PortsConfig config = read.config();
    checkSame(cluster.config(), config);
    List<Member> joining = new ArrayList<>();
    for (Host host : Hosts.named(names, config)) {
      joining.addAll(Member.allOf(host));
    }
    for (Member member : joining) {
      if (cluster.away().containsKey(member.label())) {
        String label = member.label();
        throw new UserError(
            label + " is away with a share of its own, for which messages wait",
            "'phoenix return " + label + "' brings it back with that");
      }
    }
    if (joining.stream().anyMatch(member -> isAmong(cluster.members(), member))) {
      forgetLeavers(cluster);
    }
    List<Member> present = cluster.members();
    joining.removeIf(member -> isAmong(present, member));
    if (joining.isEmpty()) {
      throw new UserError("they take part already: " + names, "'phoenix status' shows who does");
    }
    cluster.update(read);
    Set<Member> all = new LinkedHashSet<>(cluster.members());
    all.addAll(joining);
    List<Member> inOrder =
        config.hosts().stream()
            .flatMap(host -> Member.allOf(host).stream())
            .filter(all::contains)
            .toList();
    try (var launch =
        new Launch(cluster, config, Jar.own(), cluster.application(), inOrder, acceptNew)) {
      var starting = new Starting(launch, cluster, config, cmd.getErr());
      List<Member> started = starting.start(joining);
      if (started.isEmpty()) {
        throw new UserError("no node could be started", "mend what the lines above say");
      }
      try (ControlClient client = Clusters.connect(cluster, config)) {
        tellWhoDials(client, new LinkPlan(inOrder), started, present);
        starting.awaitAll(client, started);
      }
      cmd.getOut().printf("%d of %d nodes have joined%n", started.size(), joining.size());
      cmd.getOut().flush();
      return started.size() == joining.size()
          ? CommandLine.ExitCode.OK
          : CommandLine.ExitCode.SOFTWARE;
    }
  }

  private static boolean isAmong(List<Member> members, Member one) {
    return members.stream().anyMatch(member -> member.label().equals(one.label()));
  }

  /** Who left by itself may join again. */
  private static void forgetLeavers(ClusterDirectory cluster) {
    try (ControlClient client = Clusters.connect(cluster, cluster.config())) {
      client.describeAll(PATIENCE).left().forEach(cluster::remove);
    }
  }

  /** Some links to new nodes are for those to dial that are there already. */
  private static void tellWhoDials(
      ControlClient client, LinkPlan plan, List<Member> started, List<Member> present) {
    List<Description> found = client.describeAll(PATIENCE).found();
    for (Member member : present) {
      for (Member to : plan.dialsOf(member)) {
        if (!started.contains(to)) {
          continue;
        }
        found.stream()
            .filter(d -> d.label().equals(member.label()))
            .forEach(
                d ->
                    client.tell(
                        d, Order.ADD_PORT, Dial.from(Vantage.of(member.host())).to(to), PATIENCE));
      }
    }
  }

  private static void checkSame(PortsConfig running, PortsConfig file) {
    if (!running.application().equals(file.application()) || running.space() != file.space()) {
      throw new UserError(
          "the running application is '%s' with %d virtual nodes, the file's '%s' with %d"
              .formatted(running.application(), running.space(), file.application(), file.space()),
          "take the file that it was started with, or --cluster NAME for another cluster");
    }
  }
}
