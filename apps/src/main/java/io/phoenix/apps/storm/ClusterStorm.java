package io.phoenix.apps.storm;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.phoenix.api.Message;
import io.phoenix.api.ResourceName;
import io.phoenix.apps.cluster.Control.Order;
import io.phoenix.apps.cluster.Control.Reply;
import io.phoenix.apps.cluster.ControlClient;
import io.phoenix.apps.cluster.Description;
import io.phoenix.apps.cluster.NodeApplication;
import io.phoenix.apps.terminal.Terminal;
import io.phoenix.apps.terminal.UserError;
import java.io.PrintWriter;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;

/**
 * Drives a storm on the nodes of a cluster, which come and go as people please: each newcomer is
 * told whom to report to, and each that leaves sends its report before it does.
 */
final class ClusterStorm implements NodeApplication.Driver {
  private static final Duration ROUND = Duration.ofSeconds(3);
  private static final Duration PATIENCE = Duration.ofSeconds(90);

  /** For nodes that are to join or leave and do not. */
  private static final Duration MOST_LONGER = Duration.ofMinutes(5);

  private static final Duration TICK = Duration.ofMillis(500);

  /** How long messages may take to land without a single delivery before they count as lost. */
  private static final Duration LANDING = Duration.ofSeconds(60);

  /** A second copy of the last messages would come within this time. */
  private static final Duration AFTERMATH = Duration.ofMillis(500);

  private final StormArguments arguments;

  /** The last reports of those that left, by their names. */
  private final Map<ResourceName, StormReport> left = new ConcurrentHashMap<>();

  private final Map<ResourceName, Description> members = new LinkedHashMap<>();
  private final Map<ResourceName, StormStats> last = new TreeMap<>();
  private int newcomers;

  ClusterStorm(StormArguments arguments) {
    this.arguments = arguments;
  }

  @Override
  public boolean drive(ControlClient client, PrintWriter out, PrintWriter err)
      throws InterruptedException {
    client.node().handle(StormApplication.FAREWELL, this::onFarewell);
    meet(client);
    newcomers = 0;
    askAll(client, StormApplication.SEND);
    var progress = new StormRun.Progress(err, Terminal.isStandardError());
    long startNs = System.nanoTime();
    long endNs = startNs + (long) (arguments.seconds() * 1e9);
    while (System.nanoTime() < endNs
        || (!arguments.isEnough(counts()) && System.nanoTime() < endNs + MOST_LONGER.toNanos())) {
      Thread.sleep(TICK.toMillis());
      meet(client);
      StormStats now = stats(client, ROUND);
      progress.show(System.nanoTime() - startNs, now, counts(), members.size());
    }
    askAll(client, StormApplication.STOP);
    double seconds = (System.nanoTime() - startNs) / 1e9;
    land(client);
    progress.end();
    Thread.sleep(AFTERMATH.toMillis());
    Verdict verdict = Verdict.of(reports(client), counts());
    out.printf(
        Locale.ROOT,
        "storm: %d nodes, %.1f s%n%s",
        members.size(),
        seconds,
        verdict.toTable(seconds));
    if (verdict.isClean()) {
      out.println("verdict: nothing lost, nothing duplicated, nothing out of order");
    } else {
      out.println("verdict: FAILED; the first things that went wrong:");
      verdict.problems().forEach(problem -> out.println("  " + problem));
    }
    out.flush();
    return verdict.isClean();
  }

  private Churn.Counts counts() {
    return new Churn.Counts(newcomers, left.size());
  }

  private void onFarewell(Message message) {
    StormReport report = StormReport.fromLine(new String(message.payload(), UTF_8));
    left.put(message.sender(), report);
  }

  /** Looks for nodes that have come, and tells them who drives. */
  private void meet(ControlClient client) throws InterruptedException {
    for (Description node : client.describeAll(ROUND).found()) {
      if (members.containsKey(node.name()) || left.containsKey(node.name())) {
        continue;
      }
      String me = StormApplication.DRIVER + " " + client.node().resourceName();
      if (answer(client.ask(node.name(), Order.ASK, me), PATIENCE, node.name()) != null) {
        members.put(node.name(), node);
        newcomers++;
      }
    }
    members.keySet().removeAll(left.keySet());
  }

  private StormStats stats(ControlClient client, Duration patience) throws InterruptedException {
    Map<ResourceName, CompletableFuture<Reply>> asked = new LinkedHashMap<>();
    members.keySet().forEach(n -> asked.put(n, client.ask(n, Order.ASK, StormApplication.STATS)));
    long deadlineNs = System.nanoTime() + patience.toNanos();
    for (Map.Entry<ResourceName, CompletableFuture<Reply>> one : asked.entrySet()) {
      // Who is cut off at the moment has its last counters.
      Duration rest = Duration.ofNanos(Math.max(1, deadlineNs - System.nanoTime()));
      Reply reply = answer(one.getValue(), rest, one.getKey());
      if (reply != null) {
        last.put(one.getKey(), StormStats.fromLine(reply.text()));
      }
    }
    left.forEach((name, report) -> last.put(name, report.stats()));
    return last.values().stream().reduce(StormStats.ZERO, StormStats::plus);
  }

  private void land(ControlClient client) throws InterruptedException {
    StormStats before = stats(client, PATIENCE);
    long sinceNs = System.nanoTime();
    while (!before.hasLanded() && System.nanoTime() - sinceNs < LANDING.toNanos()) {
      Thread.sleep(TICK.toMillis());
      int known = newcomers;
      meet(client);
      if (newcomers > known) {
        askAll(client, StormApplication.STOP); // some have come at the last moment
      }
      StormStats now = stats(client, PATIENCE);
      if (now.delivered() != before.delivered() || now.assumed() != before.assumed()) {
        sinceNs = System.nanoTime();
      }
      before = now;
    }
  }

  private List<StormReport> reports(ControlClient client) throws InterruptedException {
    List<StormReport> reports = new ArrayList<>();
    for (Reply reply : askAll(client, StormApplication.REPORT)) {
      reports.add(StormReport.fromLine(reply.text()));
    }
    reports.addAll(left.values());
    Set<Integer> indices = new HashSet<>();
    if (!reports.stream().allMatch(report -> indices.add(report.index()))) {
      throw new UserError("two nodes drew the same number, which is rare", "start it again");
    }
    return reports;
  }

  /** Asks everybody; one that leaves meanwhile need not answer. */
  private List<Reply> askAll(ControlClient client, String question) throws InterruptedException {
    Map<ResourceName, CompletableFuture<Reply>> asked = new LinkedHashMap<>();
    members.keySet().forEach(name -> asked.put(name, client.ask(name, Order.ASK, question)));
    List<Reply> replies = new ArrayList<>();
    for (Map.Entry<ResourceName, CompletableFuture<Reply>> one : asked.entrySet()) {
      Reply reply = answer(one.getValue(), PATIENCE, one.getKey());
      if (reply != null) {
        replies.add(reply);
      } else if (!left.containsKey(one.getKey())) {
        Description silent = members.get(one.getKey());
        throw new UserError(
            (silent == null ? one.getKey() : silent.label())
                + " does not answer '"
                + question
                + "'",
            "'phoenix status' shows whether it is there, 'phoenix logs' what it says");
      }
    }
    members.keySet().removeAll(left.keySet());
    return replies;
  }

  /** A reply; {@code null} if there is none in time, or the node has left. */
  private @Nullable Reply answer(
      CompletableFuture<Reply> asked, Duration patience, ResourceName name)
      throws InterruptedException {
    long deadlineNs = System.nanoTime() + patience.toNanos();
    while (true) {
      long restMs = Math.min(200, (deadlineNs - System.nanoTime()) / 1_000_000);
      try {
        Reply reply = asked.get(Math.max(1, restMs), TimeUnit.MILLISECONDS);
        if (!reply.ok()) {
          throw new UserError("a node refuses: " + reply.text(), "'phoenix logs' says more");
        }
        return reply;
      } catch (TimeoutException e) {
        if (left.containsKey(name) || System.nanoTime() > deadlineNs) {
          return null;
        }
      } catch (ExecutionException e) {
        throw new IllegalStateException("a reply is never completed with an exception", e);
      }
    }
  }
}
