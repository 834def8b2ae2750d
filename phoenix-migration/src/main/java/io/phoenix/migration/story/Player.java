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
import java.util.HashMap;
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

  private VirtualRangeSet everAssumed = VirtualRangeSet.empty();
  private @Nullable Operation operation;
  private boolean leaving;

  Player(int number, Node node, Subject subject, MigrationSettings settings, Step.Listener trace) {
    this.number = number;
    this.node = node;
    this.subject = subject;
    migration = Migration.on(node, subject, settings, trace);
  }

  ResourceName name() {
    return node.resourceName();
  }

  @Nullable VirtualRange interval() {
    return migration.interval();
  }

  /** What it assumes now. */
  VirtualRangeSet assumed() {
    VirtualRangeSet now = node.assumed();
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

  /** It stays after all. */
  void stay() {
    leaving = false;
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
