package io.phoenix.migration.story;

import io.phoenix.api.Node;
import io.phoenix.api.ResourceName;
import io.phoenix.api.VirtualRange;
import io.phoenix.api.VirtualRangeSet;
import io.phoenix.migration.Migration;
import io.phoenix.migration.MigrationSettings;
import io.phoenix.migration.Operation;
import io.phoenix.migration.Step;
import io.phoenix.migration.goal.Report;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** A node of a story: what it sends, and what it must have been sent. */
final class Player {
  static final int TAG = 1;

  final int number;
  final Node node;
  final Migration migration;
  final Subject subject;
  private final Map<Long, Long> sent = new HashMap<>();
  private final List<ResourceName> formerNames = new ArrayList<>();

  private VirtualRangeSet everAssumed = VirtualRangeSet.empty();
  private @Nullable Operation operation;
  private boolean leaving;
  private boolean goingAway;

  /** Until when it stands still, by its loop's clock. */
  private long pausedUntilNs = Long.MIN_VALUE;

  /** What it is going to assume without a migration. */
  private VirtualRangeSet resuming = VirtualRangeSet.empty();

  /** With the node itself, and as its migration sees it. */
  Player(
      int number,
      Node node,
      Node observed,
      Subject subject,
      MigrationSettings settings,
      Step.Listener trace) {
    this.number = number;
    this.node = node;
    this.subject = subject;
    migration = Migration.on(observed, subject, settings, trace);
  }

  ResourceName name() {
    return node.resourceName();
  }

  /** It stands still for so long: nothing can be asked of it meanwhile. */
  void onPause(Duration duration) {
    pausedUntilNs = Math.max(pausedUntilNs, node.loop().nowNs() + duration.toNanos());
  }

  boolean standsStill() {
    return node.loop().nowNs() <= pausedUntilNs;
  }

  @Nullable VirtualRange interval() {
    return migration.interval();
  }

  /** The names that it had before it came back with a log, and what it assumed then. */
  void continues(Player before) {
    formerNames.addAll(before.formerNames);
    formerNames.add(before.name());
    everAssumed = before.everAssumed;
  }

  /** Its names before the present one. */
  List<ResourceName> formerNames() {
    return formerNames;
  }

  /** What it assumes now; what it had when it left is its own again only when it has said so. */
  VirtualRangeSet assumed() {
    VirtualRangeSet now = node.assumed().minus(resuming);
    for (VirtualRange range : now.ranges()) {
      everAssumed = everAssumed.contains(range) ? everAssumed : everAssumed.union(range);
    }
    return now;
  }

  /** What it assumed whenever somebody looked. */
  VirtualRangeSet everAssumed() {
    return everAssumed;
  }

  /** Sends the next message to a virtual node; returns whether there was room for it. */
  boolean send(long v) {
    long next = sent.getOrDefault(v, 0L) + 1;
    byte[] number = ByteBuffer.allocate(Long.BYTES).putLong(next).array();
    boolean accepted = node.trySend(v, TAG, number);
    if (accepted) {
      sent.put(v, next);
    }
    return accepted;
  }

  /** For each virtual node, the number of the last message sent to it. */
  Map<Long, Long> sent() {
    return sent;
  }

  /** Assumes a range without a migration. */
  void assumeOnItsOwn(VirtualRange range) {
    resumes(range);
    node.assume(range);
  }

  /** It will assume a range without a migration: it had it when it left with a log. */
  void resumes(VirtualRange range) {
    resuming = resuming.union(range);
  }

  /** It assumes a range; returns whether it may do so without a migration. */
  boolean hasResumed(VirtualRange range) {
    boolean may = resuming.contains(range);
    resuming = resuming.minus(range);
    return may;
  }

  /** Takes out what it had when it left, and will not assume again as somebody else has it. */
  VirtualRangeSet lost() {
    if (resuming.isEmpty()) {
      return resuming;
    }
    VirtualRangeSet lost = resuming.minus(node.assumed());
    resuming = resuming.minus(lost);
    return lost;
  }

  /** Forgets the state of a range. */
  void discard(VirtualRange range) {
    subject.takeIn(range).end(false);
  }

  /** Whether it has been asked to leave. */
  boolean isLeaving() {
    return leaving;
  }

  /** Whether what it was asked to do is over. */
  boolean isDone() {
    return operation == null || operation.report().isDone();
  }

  void begin(Operation begun, Consumer<Report> whenDone) {
    operation = begun;
    var unused = begun.report().thenAccept(whenDone);
  }

  void beginLeave(Consumer<Report> whenDone) {
    leaving = true;
    begin(migration.leave(), whenDone);
  }

  /** Whether it is about to leave with a log. */
  boolean isGoingAway() {
    return goingAway;
  }

  void beginAbsence(Consumer<Report> whenDone) {
    leaving = true;
    goingAway = true;
    begin(migration.suspend(), whenDone);
  }

  /** It stays after all. */
  void stay() {
    leaving = false;
    goingAway = false;
  }

  void cancel() {
    if (operation != null) {
      operation.cancel();
    }
  }

  @Override
  public String toString() {
    return "node " + number;
  }
}
