package io.phoenix.apps.launch;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.phoenix.api.PhoenixException;
import io.phoenix.apps.UserError;
import io.phoenix.apps.cluster.Control.Order;
import io.phoenix.apps.cluster.Description;
import io.phoenix.routing.tls.ClusterAuthority;
import java.io.PrintWriter;
import java.time.Duration;
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
      "For a machine that is not to be trusted any more; what its node assumes is lost."
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
    if (cluster.config().plain()) {
      throw new UserError(
          "the links of '" + cluster.name() + "' are plain TCP: there are no certificates",
          "start it without security: none");
    }
    try (ClusterOption.Visit visit = option.visit()) {
      ClusterAuthority authority = ClusterAuthority.open(cluster.authority());
      int certificates = revoke(authority);
      byte[] list = authority.revocations().getBytes(UTF_8);
      int told = 0;
      for (Description node : visit.nodes().found()) {
        if (!node.label().equals(label)) {
          visit
              .visitor()
              .ask(node.name(), Order.REVOKE, list)
              .orTimeout(PATIENCE.toSeconds(), java.util.concurrent.TimeUnit.SECONDS)
              .join();
          told++;
        }
      }
      cluster.remove(label);
      out.printf("%s: %d certificates revoked; %d nodes told%n", label, certificates, told);
      out.flush();
      return CommandLine.ExitCode.OK;
    }
  }

  private int revoke(ClusterAuthority authority) {
    try {
      return authority.revoke(label);
    } catch (PhoenixException e) {
      throw new UserError(String.valueOf(e.getMessage()), "'phoenix status' shows the labels");
    }
  }
}
