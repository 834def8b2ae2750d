package io.phoenix.apps.launch;

import io.phoenix.apps.cluster.ControlClient;
import io.phoenix.apps.config.PortsConfig;
import io.phoenix.apps.terminal.UserError;
import io.phoenix.workstealing.Names;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code phoenix return}. */
@Command(
    name = "return",
    mixinStandardHelpOptions = true,
    sortOptions = false,
    description = {
      "Starts nodes again that left for a while, with what they took along.",
      "That is in their logs: what they assumed, its state, and messages. 'phoenix leave NODE"
          + " --log'",
      "makes a node write one; so does SIGTERM if nobody takes what it has. A log can be used once."
    })
public final class ReturnCommand implements Callable<Integer> {
  @Parameters(arity = "1..*", paramLabel = "NODE", description = "who is to return")
  private List<String> names = new ArrayList<>();

  @Option(
      names = "--log",
      paramLabel = "FILE",
      description = "the log, on the node's host (default: where the node wrote it)")
  private @Nullable String log;

  @Option(
      names = "--accept-new",
      description = "remember the keys of hosts never seen before, instead of refusing them")
  private boolean acceptNew;

  @Mixin private ClusterOption option = new ClusterOption();
  @Spec private CommandSpec command = CommandSpec.create();

  @Override
  public Integer call() {
    CommandLine cmd = command.commandLine();
    ClusterDirectory cluster = option.directory();
    PortsConfig config = cluster.config();
    List<Member> returning = members(config);
    if (log != null && returning.size() > 1) {
      throw new UserError("--log=" + log + " is one file, for one node", "name one of them");
    }
    Set<Member> all = new LinkedHashSet<>(cluster.members());
    all.addAll(returning);
    List<Member> inOrder =
        config.hosts().stream()
            .flatMap(host -> Member.allOf(host).stream())
            .filter(all::contains)
            .toList();
    try (var launch =
        new Launch(cluster, config, Jar.own(), cluster.application(), inOrder, acceptNew)) {
      for (Member member : returning) {
        String usual = cluster.away().getOrDefault(member.label(), launch.usualLogOf(member));
        launch.returnsWith(member, log == null ? usual : log);
      }
      var starting = new Starting(launch, cluster, config, cmd.getErr());
      List<Member> started = starting.start(returning);
      started.forEach(member -> cluster.removeAway(member.label()));
      if (started.isEmpty()) {
        throw new UserError("no node has returned", "mend what the lines above say");
      }
      try (ControlClient client = Clusters.connect(cluster, config, started)) {
        starting.awaitReturned(client, started);
      }
      cmd.getOut().printf("%d of %d nodes have returned%n", started.size(), returning.size());
      cmd.getOut().flush();
      return started.size() == returning.size()
          ? CommandLine.ExitCode.OK
          : CommandLine.ExitCode.SOFTWARE;
    }
  }

  private List<Member> members(PortsConfig config) {
    List<Member> known =
        config.hosts().stream().flatMap(host -> Member.allOf(host).stream()).toList();
    List<Member> members = new ArrayList<>();
    for (String name : names) {
      List<Member> named = known.stream().filter(m -> m.label().equals(name)).toList();
      if (named.isEmpty()) {
        throw new UserError(
            "no node of this cluster is called '" + name + "'",
            Names.hint(name, known.stream().map(Member::label).toList()));
      }
      members.addAll(named);
    }
    return members;
  }
}
