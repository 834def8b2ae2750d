package io.phoenix.apps.soak;

import io.phoenix.apps.soak.Chronicle.End;
import io.phoenix.apps.soak.Chronicle.Suspicion;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Finds a reason for each message that was not received. The reasons that count:
 *
 * <ul>
 *   <li>The sender was killed, and no later message of the stream was received.
 *   <li>A node that had had the message's virtual node was killed after the message was sent and
 *       before a later one of its stream was received. If the sender said that so many messages are
 *       in doubt with that node, so many are <em>in doubt</em>. Of the others it is <em>not
 *       known</em> whether the killed node had accepted them: it can no longer say.
 *   <li>A node left for good and reported so many messages as lost, and it may have had this one.
 *   <li>A node was killed that may have kept the message for one that had left.
 * </ul>
 *
 * <p>Every other message is lost without a word, which must not be.
 */
final class Inquest {
  private final Chronicle chronicle;
  private final Map<Suspicion, Long> withOwner = new HashMap<>();
  private final Map<End, Long> reported = new HashMap<>();
  private final List<Loss> unexplained = new ArrayList<>();
  private long withSender;
  private long withKeeper;
  private long fromReports;
  private long oldestNs;

  private Inquest(Chronicle chronicle) {
    this.chronicle = chronicle;
  }

  static Inquest on(List<Loss> losses, Chronicle chronicle) {
    var inquest = new Inquest(chronicle);
    losses.forEach(inquest::judge);
    return inquest;
  }

  private void judge(Loss loss) {
    End owner = chronicle.killedOwner(loss);
    if (chronicle.isKilledWithSender(loss)) {
      withSender++;
    } else if (owner != null) {
      withOwner.merge(new Suspicion(loss.sender(), owner.lineage()), 1L, Long::sum);
      oldestNs = Math.max(oldestNs, owner.toNs() - loss.sentNs());
    } else if (takeFromReports(loss)) {
      fromReports++;
    } else if (chronicle.isKilledWithKeeper(loss)) {
      withKeeper++;
    } else {
      unexplained.add(loss);
    }
  }

  private boolean takeFromReports(Loss loss) {
    for (End leaver : chronicle.leavers(loss)) {
      long used = reported.getOrDefault(leaver, 0L);
      if (used < leaver.lost()) {
        reported.put(leaver, used + 1);
        return true;
      }
    }
    return false;
  }

  /** Lost, and nobody has said so. */
  List<Loss> unexplained() {
    return List.copyOf(unexplained);
  }

  /** Of those without a reason, how many may still come: nothing after them has. */
  long awaited() {
    return unexplained.stream().filter(Loss::isTail).count();
  }

  /** Said by their senders to be in doubt. */
  long inDoubt() {
    long sum = 0;
    for (Map.Entry<Suspicion, Long> one : withOwner.entrySet()) {
      sum += Math.min(one.getValue(), chronicle.doubts(one.getKey()));
    }
    return sum;
  }

  /** Lost with a killed node, of which nobody knows whether it had accepted them. */
  long notKnown() {
    return withOwner.values().stream().mapToLong(count -> count).sum() - inDoubt();
  }

  /** Lost with their sender, which was killed. */
  long withSender() {
    return withSender;
  }

  /** Lost with a killed node that may have kept them for one that had left. */
  long withKeeper() {
    return withKeeper;
  }

  /** Reported as lost by a node that left. */
  long fromReports() {
    return fromReports;
  }

  /** What those that left reported as lost in all; some of it may have arrived nevertheless. */
  long allReported() {
    return chronicle.reportedLost();
  }

  /** How long before its owner's death the oldest message was sent that is put down to it. */
  long oldestNs() {
    return oldestNs;
  }
}
