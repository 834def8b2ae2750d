package io.phoenix.apps.launch;

import io.phoenix.api.ResourceName;
import io.phoenix.apps.cluster.Control;
import io.phoenix.apps.cluster.Control.Order;
import io.phoenix.apps.cluster.Control.Reply;
import io.phoenix.apps.cluster.Description;
import io.phoenix.apps.terminal.UserError;
import java.io.PrintWriter;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code phoenix leave}. */
@Command(
    name = "leave",
    mixinStandardHelpOptions = true,
    sortOptions = false,
    description = {
      "Makes nodes, or all nodes of a LAN, leave a running cluster, which goes on.",
      "For good, they give to others what they have. With --log they leave for a while and take",
      "it along in a file: others wait for it until 'phoenix return' brings it back. Work of jobs",
      "is given to others in both cases."
    })
public final class LeaveCommand implements Callable<Integer> {
  private static final Duration PATIENCE = Duration.ofMinutes(3);
  private static final Duration END_PATIENCE = Duration.ofSeconds(30);

  @Parameters(arity = "1..*", paramLabel = "NODE|LAN", description = "who is to leave")
  private List<String> names = new ArrayList<>();

  @Option(
      names = "--log",
      arity = "0..1",
      fallbackValue = "",
      paramLabel = "FILE",
      description = {
        "for a while, with a log on the node's host that only its owner may read; after the names",
        "(default: leave.log where the node's files are)"
      })
  private @Nullable String log;

  @Mixin private ClusterOption option = new ClusterOption();
  @Spec private CommandSpec command = CommandSpec.create();

  @Override
  public Integer call() throws InterruptedException {
    try (ClusterOption.Connection connection = option.connect()) {
      Set<Description> nodes = new LinkedHashSet<>();
      names.forEach(name -> nodes.addAll(connection.named(name)));
      if (log != null && !log.isEmpty() && nodes.size() > 1) {
        throw new UserError(
            "--log=" + log + " is one file, but these are " + nodes.size() + " nodes",
            "name one node, or give no FILE: each has a place of its own");
      }
      String how = log == null ? "" : Control.FOR_A_WHILE + log;
      Map<Description, CompletableFuture<Reply>> asked = new LinkedHashMap<>();
      nodes.forEach(n -> asked.put(n, connection.client().ask(n.name(), Order.LEAVE, how)));
      boolean all = true;
      Set<ResourceName> leaving = new TreeSet<>();
      for (Map.Entry<Description, CompletableFuture<Reply>> one : asked.entrySet()) {
        Reply reply = await(one.getValue());
        if (reply != null && reply.ok()) {
          leaving.add(one.getKey().name());
          onLeaving(one.getKey().label(), reply.text(), connection);
        } else {
          all = false;
          onRefused(one.getKey().label(), reply, connection);
        }
      }
      return awaitGone(leaving, connection) && all
          ? CommandLine.ExitCode.OK
          : CommandLine.ExitCode.SOFTWARE;
    }
  }

  private void onLeaving(String label, String said, ClusterOption.Connection connection) {
    if (log == null) {
      connection.cluster().remove(label);
      print(out(), label + ": " + connection.withLabels(said));
    } else {
      connection.cluster().addAway(label, said);
      print(
          out(),
          "%s: leaves for a while, with its log in %s; 'phoenix return %s' brings it back"
              .formatted(label, said, label));
    }
  }

  private void onRefused(String label, @Nullable Reply reply, ClusterOption.Connection connection) {
    String why = reply == null ? "does not answer" : connection.withLabels(reply.text());
    print(err(), "error: " + label + " stays: " + why);
    print(err(), "hint: 'phoenix logs " + label + "' says more");
  }

  private boolean awaitGone(Set<ResourceName> leaving, ClusterOption.Connection connection) {
    Set<ResourceName> left = connection.client().awaitGone(leaving, END_PATIENCE);
    for (ResourceName name : left) {
      String label = connection.withLabels(name.toString());
      print(err(), "error: " + label + " is still there");
      print(
          err(),
          log == null
              ? "hint: it has given away everything, and may be killed"
              : "hint: 'phoenix logs " + label + "' says why it could not write its log");
      if (log != null) {
        connection.cluster().restore(label);
      }
    }
    return left.isEmpty();
  }

  private static @Nullable Reply await(CompletableFuture<Reply> reply) throws InterruptedException {
    try {
      return reply.get(PATIENCE.toSeconds(), TimeUnit.SECONDS);
    } catch (TimeoutException e) {
      return null;
    } catch (ExecutionException e) {
      throw new IllegalStateException("a reply is never completed with an exception", e);
    }
  }

  private PrintWriter out() {
    return command.commandLine().getOut();
  }

  private PrintWriter err() {
    return command.commandLine().getErr();
  }

  private static void print(PrintWriter to, String line) {
    to.println(line);
    to.flush();
  }
}
