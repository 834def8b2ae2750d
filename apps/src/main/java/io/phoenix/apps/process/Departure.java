package io.phoenix.apps.process;

import io.phoenix.api.LeaveReport;
import io.phoenix.api.Node;
import io.phoenix.api.ResourceName;
import io.phoenix.api.VirtualRange;
import io.phoenix.migration.Migration;
import io.phoenix.migration.goal.Report;
import io.phoenix.migration.transfer.Move;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.StringJoiner;
import org.jspecify.annotations.Nullable;

/**
 * How a node left, for good or for a while.
 *
 * @param name its name
 * @param migration what became of what it assumed
 * @param kept what it could give to nobody; {@code null} if nothing
 * @param last whether it could not because there was nobody else
 * @param node what became of its messages
 * @param durationNs how long it took in all
 * @param isAway whether it left for a while, and takes along what it assumes
 * @param log where what it takes along, or nobody could be given, is written; {@code null} if there
 *     was no place for that
 */
public record Departure(
    ResourceName name,
    Report migration,
    @Nullable VirtualRange kept,
    boolean last,
    LeaveReport node,
    long durationNs,
    boolean isAway,
    @Nullable Path log) {

  /**
   * Gives away what a node assumes, then leaves; waits, for as long as the settings of migration
   * and {@link io.phoenix.api.NodeConfig#leaveTimeout} allow.
   */
  public static Departure leave(Node node, Migration migration) {
    long startedNs = System.nanoTime();
    Report given = migration.leave().report().join(); // ends by itself: GoalSettings.leaveNs
    VirtualRange kept = migration.interval();
    return of(node, given, kept, node.leave(), System.nanoTime() - startedNs);
  }

  /** The same, of a node that took the steps itself. */
  public static Departure of(
      Node node, Report migration, @Nullable VirtualRange kept, LeaveReport left, long durationNs) {
    boolean last = kept != null && kept.size() == node.spaceSize();
    return new Departure(node.resourceName(), migration, kept, last, left, durationNs, false, null);
  }

  /** Of a node that left for a while. */
  public static Departure away(Node node, LeaveReport left, Path log, long durationNs) {
    var nothing = new Report("leave", true, "", List.of(), 0, 0);
    return new Departure(node.resourceName(), nothing, null, false, left, durationNs, true, log);
  }

  /** The same, of a node that had a place for a log. */
  public Departure withLog(Path place) {
    return new Departure(name, migration, kept, last, node, durationNs, isAway, place);
  }

  /** Whether a log was written. */
  public boolean isLogged() {
    return log != null && (isAway || node.logged() > 0 || !node.assumed().isEmpty());
  }

  /** Whether nothing is left undone: all that could be given was, and no message is lost. */
  public boolean isInOrder() {
    return isAway || ((kept == null || last) && node.lost() == 0 && node.inOrder());
  }

  /** What it gave to whom and how long that took, for people. */
  public String line() {
    var what = new StringJoiner("; ");
    var given = new StringJoiner(", ", "gave ", "").setEmptyValue("gave nothing");
    for (Move move : migration.moves()) {
      if (move.result() == Move.Result.MOVED && move.from().equals(name)) {
        given.add(
            format(
                "%s to %s (%,d bytes in %.1f ms)",
                move.range(), move.to(), move.stateBytes(), move.durationNs() / 1e6));
      }
    }
    if (!isAway) {
      what.add(given.toString());
    }
    if (last) {
      what.add("was the last node, and ends with all of " + kept);
    } else if (kept != null) {
      what.add("could not give " + kept + ": " + migration.reason());
    }
    what.add(format("passed %,d messages on", node.handedOver()));
    if (node.lost() > 0) {
      String most = node.inOrder() ? "" : "up to "; // it is not known what has arrived
      what.add(format("lost %s%,d messages that nobody could be given", most, node.lost()));
    }
    if (!node.inOrder()) {
      what.add("could not tell everybody");
    }
    Path written = log;
    if (written != null && isLogged()) {
      what.add(logged(written));
    }
    return format(
        "%s left%s in %.1f ms: %s", name, isAway ? " for a while" : "", durationNs / 1e6, what);
  }

  private String logged(Path written) {
    return format(
        "took %,d messages%s along in %s: 'phoenix return' brings them back, or 'phoenix node'"
            + " --return-from that file",
        node.logged(), node.assumed().isEmpty() ? "" : " and " + node.assumed(), written);
  }

  private static String format(String format, @Nullable Object... arguments) {
    return String.format(Locale.ROOT, format, arguments);
  }
}
