package io.phoenix.apps.launch;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.phoenix.api.PhoenixException;
import io.phoenix.apps.UserError;
import io.phoenix.apps.config.PortsConfig;
import io.phoenix.routing.ssh.SshResult;
import io.phoenix.routing.tls.ClusterAuthority;
import io.phoenix.routing.tls.Credentials;
import java.io.PrintWriter;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.function.Function;
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
      "The nodes take them up without a restart."
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
      boolean all = true;
      if (rekey) {
        authority.rekey(); // PREPARED: everybody trusts both before anybody uses the new one
        all = deliver(launch, members, m -> trusted(authority), cmd.getErr());
        authority.rekey(); // SWITCHED
      }
      if (all) {
        all = deliver(launch, members, m -> issued(authority, m), cmd.getErr());
        authority.issueAdministrator("visitor").writeTo(cluster.visitor());
      }
      if (!all) {
        throw new UserError(
            "not all nodes have new files; the old ones hold until they expire",
            "mend what the lines above say, and run it again");
      }
      if (rekey) {
        authority.rekey(); // RETIRED
        deliver(launch, members, m -> trusted(authority), cmd.getErr());
        authority.issueAdministrator("visitor").writeTo(cluster.visitor());
      }
    }
    cmd.getOut().printf("%d nodes have new certificates%n", members.size());
    cmd.getOut().flush();
    return CommandLine.ExitCode.OK;
  }

  private static Map<String, String> trusted(ClusterAuthority authority) {
    return Map.of(Credentials.AUTHORITIES_FILE, authority.trusted());
  }

  private static Map<String, String> issued(ClusterAuthority authority, Member member) {
    Map<String, String> files = new LinkedHashMap<>();
    authority
        .issue(member.label())
        .files()
        .forEach((name, bytes) -> files.put(name, new String(bytes, UTF_8)));
    return files;
  }

  /** Writes files into every node's directory; says whether all are there. */
  private static boolean deliver(
      Launch launch,
      List<Member> members,
      Function<Member, Map<String, String>> files,
      PrintWriter err) {
    List<String> failed = new ArrayList<>();
    for (Member member : members) {
      try {
        SshResult result =
            launch
                .doorTo(member.host())
                .run(
                    Scripts.deliver(
                        launch.config().directory(),
                        launch.cluster().name(),
                        member.label(),
                        files.apply(member)),
                    LIMIT);
        if (!result.isOk()) {
          throw new PhoenixException("a shell there says: " + result.err().strip());
        }
      } catch (PhoenixException e) {
        HostFailure failure = HostFailure.of(e);
        failed.add(member.label());
        err.println("error: " + member.label() + ": " + failure.what());
        err.println("hint: " + failure.hint());
        err.flush();
      }
    }
    return failed.isEmpty();
  }
}
