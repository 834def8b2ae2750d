package io.phoenix.apps.launch;

import io.phoenix.apps.cluster.Control.Order;
import io.phoenix.apps.cluster.ControlClient;
import io.phoenix.apps.cluster.Description;
import io.phoenix.apps.config.PortsConfig;
import io.phoenix.apps.terminal.UserError;
import java.io.PrintWriter;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;

/** Starts nodes, says what went wrong where, and waits until all of them take part. */
final class Starting {
  private static final Duration ROUND = Duration.ofSeconds(5);
  private static final Duration PATIENCE = Duration.ofSeconds(60);
  private static final String TAKES_PART = "taking part";

  private final Launch launch;
  private final ClusterDirectory cluster;
  private final PortsConfig config;
  private final PrintWriter err;

  Starting(Launch launch, ClusterDirectory cluster, PortsConfig config, PrintWriter err) {
    this.launch = launch;
    this.cluster = cluster;
    this.config = config;
    this.err = err;
  }

  /** Starts these; returns those that run. */
  List<Member> start(List<Member> members) {
    List<String> hosts = members.stream().map(m -> m.host().name()).distinct().toList();
    if (config.plain()) {
      err.println("WARNING: links are plain TCP: whoever is near can read and forge messages");
    }
    List<HostLauncher.Outcome> outcomes = launch.start(members, new Progress(hosts, err));
    List<Member> started = new ArrayList<>();
    for (HostLauncher.Outcome outcome : outcomes) {
      started.addAll(outcome.started());
      HostFailure failure = outcome.failure();
      if (failure != null) {
        err.println("error: " + outcome.host().name() + ": " + failure.what());
        err.println("hint: " + failure.hint());
      }
    }
    err.flush();
    return started;
  }

  /**
   * Waits until these nodes are known to each other and have their shares. If nobody assumes
   * anything yet, and nobody was started to, the first one founds the computation.
   */
  void awaitAll(ControlClient client, List<Member> members) {
    awaitAll(client, members, launch.isFoundedBy(members));
  }

  /** As the other, for nodes that were away: those who have shares may be away, too. */
  void awaitReturned(ControlClient client, List<Member> members) {
    awaitAll(client, members, true);
  }

  private void awaitAll(ControlClient client, List<Member> members, boolean isFounded) {
    Set<String> labels = new HashSet<>();
    members.forEach(member -> labels.add(member.label()));
    long deadlineNs = System.nanoTime() + PATIENCE.toNanos();
    boolean founded = isFounded;
    while (true) {
      List<Description> found = client.describeAll(ROUND).found();
      if (!founded && !found.isEmpty()) {
        if (found.stream().allMatch(d -> d.assumed().isEmpty())) {
          found(client, found, members);
        }
        founded = true;
      }
      Set<String> missing = new HashSet<>(labels);
      found.stream()
          .filter(d -> d.state().equals(TAKES_PART))
          .forEach(d -> missing.remove(d.label()));
      if (missing.isEmpty()) {
        sayBack(client, found, labels);
        return;
      }
      if (System.nanoTime() > deadlineNs) {
        throw new UserError(
            "these nodes of '" + cluster.name() + "' do not take part yet: " + missing,
            "'phoenix status' shows whether they do later, 'phoenix explain' why not");
      }
    }
  }

  /** Who had left, and is there again, is missed if it vanishes now. */
  private static void sayBack(ControlClient client, List<Description> nodes, Set<String> labels) {
    for (Description node : nodes) {
      if (Stream.concat(node.left().stream(), node.away().stream()).anyMatch(labels::contains)) {
        client.tell(node, Order.BACK, String.join("\n", labels), ROUND);
      }
    }
  }

  /** The first in the file's order that is there. */
  private static void found(ControlClient client, List<Description> found, List<Member> members) {
    for (Member member : members) {
      for (Description description : found) {
        if (description.label().equals(member.label())) {
          client.tell(description, Order.FOUND, "", ROUND);
          return;
        }
      }
    }
  }
}
