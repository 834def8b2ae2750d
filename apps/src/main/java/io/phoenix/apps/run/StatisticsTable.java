package io.phoenix.apps.run;

import io.phoenix.apps.terminal.Terminal;
import io.phoenix.workstealing.MemberStatistics;
import io.phoenix.workstealing.SiteStatistics;
import java.util.List;

/** What each node did for a job (paper 000, Table 2). */
public final class StatisticsTable {
  private static final String ROW = "%-20s %16s %8s %8s %16s %10s %10s %8s%n";

  private StatisticsTable() {}

  /** A row for each node, and one for all if there are several. */
  public static String of(List<MemberStatistics> nodes) {
    var text = new StringBuilder();
    text.append(
        ROW.formatted(
            "node", "tasks", "stolen", "local", "synchronized", "non-local", "messages", "in use"));
    for (MemberStatistics node : nodes) {
      text.append(row(Terminal.line(node.label()) + (node.present() ? "" : " (left)"), node.did()));
    }
    if (nodes.size() > 1) {
      text.append(row("all", MemberStatistics.total(nodes)));
    }
    return text.toString();
  }

  private static String row(String name, SiteStatistics did) {
    return ROW.formatted(
        name,
        count(did.tasks()),
        count(did.stolen()),
        count(did.stolenLocally()),
        count(did.synchronizations()),
        count(did.nonLocalSynchronizations()),
        count(did.messages()),
        count(did.mostInUse()));
  }

  private static String count(long number) {
    return "%,d".formatted(number);
  }
}
