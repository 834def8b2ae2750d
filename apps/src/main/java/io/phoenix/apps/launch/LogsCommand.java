package io.phoenix.apps.launch;

import io.phoenix.apps.cluster.Control.Order;
import io.phoenix.apps.cluster.Description;
import java.io.PrintWriter;
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

/** {@code phoenix logs}. */
@Command(
    name = "logs",
    mixinStandardHelpOptions = true,
    description = "Shows the last lines of the logs of running nodes.")
public final class LogsCommand implements Callable<Integer> {
  private static final Duration PATIENCE = Duration.ofSeconds(10);
  private static final int BYTES_A_LINE = 200;

  @Parameters(arity = "0..*", paramLabel = "NODE|LAN", description = "whose (default: all nodes')")
  private List<String> names = new ArrayList<>();

  @Option(
      names = {"-n", "--lines"},
      paramLabel = "N",
      defaultValue = "20",
      description = "how many lines of each (default: ${DEFAULT-VALUE})")
  private int lines;

  @Mixin private ClusterOption option = new ClusterOption();
  @Spec private CommandSpec command = CommandSpec.create();

  @Override
  public Integer call() {
    if (lines < 1 || lines > 5000) {
      throw new CommandLine.ParameterException(
          command.commandLine(), "--lines=" + lines + " must be in 1..5000");
    }
    PrintWriter out = command.commandLine().getOut();
    try (ClusterOption.Connection connection = option.connect()) {
      Set<Description> nodes = new LinkedHashSet<>();
      names.forEach(name -> nodes.addAll(connection.named(name)));
      for (Description node : names.isEmpty() ? connection.nodes().found() : nodes) {
        String log =
            connection
                .client()
                .tell(node, Order.LOGS, String.valueOf(lines * BYTES_A_LINE), PATIENCE);
        List<String> all = log.lines().toList();
        for (String line : all.subList(Math.max(0, all.size() - lines), all.size())) {
          out.println(node.label() + ": " + line);
        }
        out.flush();
      }
      return CommandLine.ExitCode.OK;
    }
  }
}
