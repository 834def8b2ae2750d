package io.phoenix.apps.launch;

import io.phoenix.api.PhoenixException;
import io.phoenix.apps.config.PortsConfig;
import io.phoenix.apps.terminal.UserError;
import io.phoenix.routing.ssh.SshResult;
import io.phoenix.routing.tls.ClusterAuthority;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code phoenix renew}. */
@Command(
    name = "renew",
    mixinStandardHelpOptions = true,
    sortOptions = false,
    description = {
      "Gives all nodes of a running cluster new certificates, by SSH; they live for 30 days.",
      "The nodes take them up without a restart. If a node cannot be reached, or the command is",
      "interrupted, the next one goes on from there. Revoked nodes get none."
    })
public final class RenewCommand implements Callable<Integer> {
  private static final Duration LIMIT = Duration.ofSeconds(60);

  @Option(
      names = "--rekey",
      description = "changes the key of the cluster's authority, too, in case it became known")
  private boolean rekey;

  @Mixin private ClusterOption option = new ClusterOption();
  @Spec private CommandSpec command = CommandSpec.create();

  @Override
  public Integer call() {
    CommandLine cmd = command.commandLine();
    ClusterDirectory cluster = option.directory();
    PortsConfig config = cluster.config();
    if (config.plain()) {
      throw new UserError(
          "'" + cluster.name() + "' has no certificates", "its links are plain TCP");
    }
    ClusterAuthority authority = ClusterAuthority.open(cluster.authority());
    List<Member> members = cluster.members();
    try (var launch = Launch.withoutJar(cluster, config, members)) {
      var renewal =
          Renewal.open(
              cluster.renewal(),
              rekey,
              authority,
              (member, files) -> deliver(launch, member, files),
              cmd.getErr());
      int renewed = renewal.run(members);
      authority.issueAdministrator(ClusterDirectory.CLIENT).writeTo(cluster.clientCredentials());
      cmd.getOut().printf("%d nodes have new certificates%n", renewed);
      cmd.getOut().flush();
      return CommandLine.ExitCode.OK;
    }
  }

  /** Writes files into a node's directory. */
  private static void deliver(Launch launch, Member member, Map<String, String> files) {
    SshResult result =
        launch
            .shellOn(member.host())
            .run(
                Scripts.deliver(
                    launch.config().directory(), launch.cluster().name(), member.label(), files),
                LIMIT);
    if (!result.isOk()) {
      throw new PhoenixException("a shell there says: " + result.err().strip());
    }
  }
}
