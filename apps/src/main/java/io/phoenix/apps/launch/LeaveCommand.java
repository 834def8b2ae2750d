package io.phoenix.apps.launch;

import io.phoenix.api.ResourceName;
import io.phoenix.apps.cluster.Control.Order;
import io.phoenix.apps.cluster.Control.Reply;
import io.phoenix.apps.cluster.Description;
import java.io.PrintWriter;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code phoenix leave}. */
@Command(
    name = "leave",
    mixinStandardHelpOptions = true,
    description = "Makes nodes, or all nodes of a LAN, leave a running cluster, which goes on.")
public final class LeaveCommand implements Callable<Integer> {
  private static final Duration PATIENCE = Duration.ofMinutes(3);
  private static final Duration END_PATIENCE = Duration.ofSeconds(30);

  @Parameters(arity = "1..*", paramLabel = "NODE|LAN", description = "who is to leave")
  private List<String> names = new ArrayList<>();

  @Mixin private ClusterOption option = new ClusterOption();
  @Spec private CommandSpec command = CommandSpec.create();

  @Override
  public Integer call() throws InterruptedException {
    CommandLine cmd = command.commandLine();
    try (ClusterOption.Visit visit = option.visit()) {
      Map<Description, CompletableFuture<Reply>> asked = new LinkedHashMap<>();
      for (String name : names) {
        for (Description node : visit.named(name)) {
          asked.computeIfAbsent(node, n -> visit.visitor().ask(n.name(), Order.LEAVE, ""));
        }
      }
      boolean all = true;
      Set<ResourceName> leaving = new TreeSet<>();
      for (Map.Entry<Description, CompletableFuture<Reply>> one : asked.entrySet()) {
        String label = one.getKey().label();
        Reply reply = await(one.getValue());
        if (reply != null && reply.ok()) {
          leaving.add(one.getKey().name());
          visit.cluster().remove(label);
          print(cmd.getOut(), label + ": " + visit.withLabels(reply.text()));
        } else {
          all = false;
          String why = reply == null ? "does not answer" : visit.withLabels(reply.text());
          print(cmd.getErr(), "error: " + label + " stays: " + why);
          print(cmd.getErr(), "hint: 'phoenix logs " + label + "' says more");
        }
      }
      Set<ResourceName> left = visit.visitor().awaitGone(leaving, END_PATIENCE);
      for (ResourceName name : left) {
        all = false;
        print(cmd.getErr(), "error: " + visit.withLabels(name.toString()) + " is still there");
        print(cmd.getErr(), "hint: it has given away everything, and may be killed");
      }
      return all ? CommandLine.ExitCode.OK : CommandLine.ExitCode.SOFTWARE;
    }
  }

  private static @org.jspecify.annotations.Nullable Reply await(CompletableFuture<Reply> reply)
      throws InterruptedException {
    try {
      return reply.get(PATIENCE.toSeconds(), TimeUnit.SECONDS);
    } catch (TimeoutException e) {
      return null;
    } catch (ExecutionException e) {
      throw new IllegalStateException("a reply is never completed with an exception", e);
    }
  }

  private static void print(PrintWriter to, String line) {
    to.println(line);
    to.flush();
  }
}
