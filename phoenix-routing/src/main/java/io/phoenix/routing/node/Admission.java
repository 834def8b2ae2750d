package io.phoenix.routing.node;

import io.phoenix.api.ResourceName;
import io.phoenix.routing.collect.LongMap;
import io.phoenix.routing.names.NameTable;
import io.phoenix.routing.names.NodeRecord;
import io.phoenix.routing.names.Owners;
import java.util.function.LongPredicate;

/**
 * Which records of others are kept. Every node is told every record, and nothing keeps a member
 * from telling of nodes that it has invented: so there is a bound on the number of records, on what
 * they say in all, and on how finely they cut the space. Half of the records is the most that one
 * neighbour may be the first to tell of. A neighbour that tells more may only pass on what others
 * have invented: it keeps its link, but is not believed.
 */
final class Admission {
  static final int MAX_RECORDS = 50_000;
  static final int MAX_RECORDS_OF_ONE = MAX_RECORDS / 2;
  static final int MAX_ENTRIES = 500_000;
  static final int MAX_PIECES = 200_000;

  private final Owners owners;
  private final NameTable table;
  private final Refusals refusals;
  private final LongPredicate isBuried;

  /** By node, the neighbour that was the first to tell of it. */
  private final LongMap<Long> toldBy = new LongMap<>();

  private final LongMap<Integer> counts = new LongMap<>();

  /**
   * Bounds on the records of a node.
   *
   * @param isBuried whether a node has left and was forgotten, so that what is told of it is old
   */
  Admission(Owners owners, NameTable table, Refusals refusals, LongPredicate isBuried) {
    this.owners = owners;
    this.table = table;
    this.refusals = refusals;
    this.isBuried = isBuried;
  }

  /** Whether a record that a neighbour tells, or a peer tells of itself, may be kept. */
  boolean admits(NodeRecord record, long teller) {
    if (isBuried.test(record.node())) {
      return false;
    }
    NodeRecord old = owners.record(record.node());
    if (old != null && old.version() >= record.version()) {
      return true; // nothing will come of it
    }
    int entries = owners.entries() + record.entries() - (old == null ? 0 : old.entries());
    boolean fits =
        entries <= MAX_ENTRIES && table.size() + 2 * record.claims().size() <= MAX_PIECES;
    if (fits && (old != null || tryAdd(record.node(), teller))) {
      return true;
    }
    refusals.count("records told by node " + ResourceName.format(teller) + ": too many");
    return false;
  }

  private boolean tryAdd(long node, long teller) {
    int there = counts.computeIfAbsent(teller, t -> 0);
    if (owners.recordCount() >= MAX_RECORDS || there >= MAX_RECORDS_OF_ONE) {
      return false;
    }
    toldBy.put(node, teller);
    counts.put(teller, there + 1);
    return true;
  }

  /** The record of a node is forgotten. */
  void onForgotten(long node) {
    Long teller = toldBy.remove(node);
    Integer there = teller == null ? null : counts.get(teller);
    if (teller != null && there != null && there > 1) {
      counts.put(teller, there - 1);
    } else if (teller != null) {
      counts.remove(teller);
    }
  }
}
