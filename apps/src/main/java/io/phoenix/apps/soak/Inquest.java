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
 *   <li>The node that had the virtual node was dead already, and the sender did not know it: then
 *       the sender must have said that so many are in doubt.
 *   <li>A node left for good and reported so many messages as lost, and it may have had this one.
 *   <li>A node was killed that may have kept the message for one that had left.
 * </ul>
 *
 * <p>Every other message is lost without a word, which must not be.
 */
final class Inquest {
  private final Chronicle chronicle;
  private final Map<Suspicion, Long> withOwner = new HashMap<>();
  private final Map<Suspicion, Long> toDead = new HashMap<>();
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
    // What was sent to a dead node must be said to be in doubt: it has the first claim to what was.
    List<Loss> rest = losses.stream().filter(loss -> !inquest.isSaidOfDeadOwner(loss)).toList();
    rest.forEach(inquest::judge);
    return inquest;
  }

  private boolean isSaidOfDeadOwner(Loss loss) {
    if (chronicle.killedOwner(loss) != null || chronicle.isKilledWithSender(loss)) {
      return false; // there is a reason that needs no word
    }
    for (End dead : chronicle.deadOwners(loss)) {
      var suspicion = new Suspicion(loss.sender(), dead.lineage());
      long used = toDead.getOrDefault(suspicion, 0L);
      if (used < chronicle.doubts(suspicion)) {
        toDead.put(suspicion, used + 1);
        return true;
      }
    }
    return false;
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
    return inDoubtWithKilled() + toDead.values().stream().mapToLong(count -> count).sum();
  }

  private long inDoubtWithKilled() {
    long sum = 0;
    for (Map.Entry<Suspicion, Long> one : withOwner.entrySet()) {
      long said = chronicle.doubts(one.getKey()) - toDead.getOrDefault(one.getKey(), 0L);
      sum += Math.min(one.getValue(), said);
    }
    return sum;
  }

  /** Lost with a killed node, of which nobody knows whether it had accepted them. */
  long notKnown() {
    return withOwner.values().stream().mapToLong(count -> count).sum() - inDoubtWithKilled();
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
