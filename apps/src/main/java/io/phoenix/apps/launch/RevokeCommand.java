package io.phoenix.apps.launch;

import io.phoenix.api.PhoenixException;
import io.phoenix.apps.config.PortsConfig;
import io.phoenix.apps.terminal.UserError;
import io.phoenix.routing.tls.ClusterAuthority;
import java.io.PrintWriter;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code phoenix revoke}. */
@Command(
    name = "revoke",
    mixinStandardHelpOptions = true,
    description = {
      "Revokes the certificate of a node: all others end their links to it, for good.",
      "For a machine that is not to be trusted any more; what its node assumes is lost.",
      "Nodes that do not answer are told by SSH. It may be repeated."
    })
public final class RevokeCommand implements Callable<Integer> {
  private static final Duration PATIENCE = Duration.ofSeconds(10);

  @Parameters(paramLabel = "NODE", description = "its label, as 'phoenix status' shows it")
  private String label = "";

  @Mixin private ClusterOption option = new ClusterOption();
  @Spec private CommandSpec command = CommandSpec.create();

  @Override
  public Integer call() {
    PrintWriter out = command.commandLine().getOut();
    ClusterDirectory cluster = option.directory();
    PortsConfig config = cluster.config();
    if (config.plain()) {
      throw new UserError(
          "the links of '" + cluster.name() + "' are plain TCP: there are no certificates",
          "start it without security: none");
    }
    ClusterAuthority authority = ClusterAuthority.open(cluster.authority());
    List<Member> all = cluster.members();
    int certificates = revoke(authority);
    cluster.remove(label); // from now on nobody gives it anything, whatever becomes of the rest
    String list = authority.revocations();
    out.printf("%s: %d certificates revoked%n", label, certificates);
    try (var launch = Launch.withoutJar(cluster, config, all);
        ReachableNodes reachable = ReachableNodes.open(cluster, config)) {
      var revocation =
          new Revocation(
              member -> reachable.ask(member, list),
              member -> launch.shellOn(member.host()),
              member -> Revocation.script(launch, member, list),
              PATIENCE);
      return report(revocation.tell(all), out);
    }
  }

  /** The revoked node need not hear of it: it may be a machine that is not ours any more. */
  private int report(List<Revocation.Outcome> outcomes, PrintWriter out) {
    int missed = 0;
    for (Revocation.Outcome outcome : outcomes) {
      String node = outcome.member().label();
      boolean isSelf = node.equals(label);
      missed += outcome.isTold() || isSelf ? 0 : 1;
      out.printf("%s: %s%s%n", node, outcome.isTold() ? "" : "NOT TOLD: ", outcome.how());
    }
    out.flush();
    if (missed > 0) {
      throw new UserError(
          missed + " nodes do not know of it; others tell them when they are linked again",
          "mend what the lines above say, and run it again");
    }
    return CommandLine.ExitCode.OK;
  }

  private int revoke(ClusterAuthority authority) {
    try {
      return authority.revoke(label);
    } catch (PhoenixException e) {
      throw new UserError(String.valueOf(e.getMessage()), "'phoenix status' shows the labels");
    }
  }
}
