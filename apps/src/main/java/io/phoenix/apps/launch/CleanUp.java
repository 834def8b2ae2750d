package io.phoenix.apps.launch;

import io.phoenix.api.PhoenixException;
import io.phoenix.apps.config.Host;
import java.io.PrintWriter;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Removes from the hosts of a cluster that has ended what its nodes left there: keys above all. */
final class CleanUp {
  private static final Duration LIMIT = Duration.ofSeconds(60);

  private CleanUp() {}

  /** All hosts at once; what could not be removed is said, and hinders nothing. */
  static void after(ClusterDirectory cluster, Launch launch, PrintWriter err) {
    Map<Host, List<String>> labels = new LinkedHashMap<>();
    for (Member member : cluster.places()) {
      labels.computeIfAbsent(member.host(), h -> new ArrayList<>()).add(member.label());
    }
    List<String> failures =
        labels.entrySet().parallelStream()
            .map(there -> clean(cluster, launch, there.getKey(), there.getValue()))
            .filter(failure -> !failure.isEmpty())
            .toList();
    failures.forEach(err::println);
    err.flush();
  }

  /** What went wrong, or nothing. */
  private static String clean(
      ClusterDirectory cluster, Launch launch, Host host, List<String> labels) {
    String directory = launch.config().directory();
    String what = "WARNING: " + host.name() + ": keys of nodes that have ended are left in ";
    String where = directory + "/nodes/" + cluster.name();
    try {
      String said =
          launch
              .shellOn(host)
              .run(Scripts.cleanUp(directory, cluster.name(), labels), LIMIT)
              .out()
              .strip();
      return said.isEmpty() ? "" : what + where + ": " + said.replace('\n', ' ');
    } catch (PhoenixException e) {
      return what + where + ": " + HostFailure.of(e).what();
    }
  }
}
