package io.phoenix.routing.names;

import io.phoenix.api.VirtualRange;
import io.phoenix.api.VirtualRangeSet;
import io.phoenix.routing.collect.LongMap;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Who assumes what, worked out from the newest record of each node: of the claims to a virtual node
 * the one with the highest epoch wins, and of equal ones that of the higher name.
 *
 * <p>Epochs of a virtual node only grow: a claim at or below the highest epoch that was ever heard
 * of is old news (or an error of the application), even if whoever had that epoch is gone.
 */
public final class Owners {
  private final long self;
  private final NameTable table;
  private final Listener listener;
  private final LongMap<NodeRecord> records = new LongMap<>();
  private final LongMap<Long> successors = new LongMap<>();
  private int entries;

  /** Told what a record changed. */
  public interface Listener {
    /** The pieces have a new owner or none. */
    void onOwnersChanged(List<Piece> pieces, long nowNs);

    /** {@code winner} assumes virtual nodes that this node assumed: it has lost them. */
    void onConflict(VirtualRange lost, long winner, long nowNs);

    /** This node's claim to the range must have an epoch above this one, to be believed by all. */
    void onEpochTooLow(VirtualRange range, long epoch, long nowNs);

    /** {@code node} has had these names before it left and returned, the latest first. */
    void onSuccessor(List<Long> former, long node, long nowNs);
  }

  public Owners(long self, NameTable table, Listener listener) {
    this.self = self;
    this.table = table;
    this.listener = listener;
  }

  /** The newest record of a node, if any was heard. */
  public @Nullable NodeRecord record(long node) {
    return records.get(node);
  }

  /** The newest records of all nodes. */
  public List<NodeRecord> records() {
    return records.values();
  }

  /** How many records there are. */
  public int recordCount() {
    return records.size();
  }

  /** How many names there are that nodes had before they returned under others. */
  public int successorCount() {
    return successors.size();
  }

  /** How many things all records say together. */
  public int entries() {
    return entries;
  }

  private void keep(NodeRecord record) {
    NodeRecord old = records.get(record.node());
    entries += record.entries() - (old == null ? 0 : old.entries());
    records.put(record.node(), record);
  }

  /** Whether a node is known to have left. */
  public boolean hasLeft(long node) {
    NodeRecord record = records.get(node);
    return record != null && record.left();
  }

  /** The name that a node has now if it left under {@code node} and returned; else the same. */
  public long current(long node) {
    long current = node;
    for (Long next = successors.get(node); next != null; next = successors.get(next)) {
      current = next;
    }
    return current;
  }

  /** Whether a record tells of this node, or of one in its place: nobody else can know better. */
  public boolean isAboutSelf(NodeRecord record) {
    return record.node() == self || record.former().contains(self);
  }

  /** What a tenure's owner still says to have at that epoch, in the newest record of it. */
  public VirtualRangeSet stillClaimed(Tenure tenure) {
    NodeRecord record = records.get(tenure.owner());
    if (record == null) {
      return VirtualRangeSet.empty();
    }
    return VirtualRangeSet.of(
        record.claims().stream()
            .filter(claim -> !claim.released() && claim.epoch() == tenure.epoch())
            .map(Claim::range)
            .toList());
  }

  /** Whether a record tells more than what is known of its node. */
  public boolean isNews(NodeRecord record) {
    NodeRecord old = records.get(record.node());
    return old == null
        || (old.version() < record.version()
            && (record.left() || !old.left())); // who has left comes back under another name
  }

  /** Takes in a record; returns whether it was new, and so is to be passed on. */
  public boolean update(NodeRecord record, long nowNs) {
    if (!isNews(record)) {
      return false;
    }
    // The successor may have been heard of first.
    boolean isFormer = successors.get(record.node()) != null && !record.left();
    take(isFormer ? record.asLeft() : record, nowNs);
    return true;
  }

  private void take(NodeRecord record, long nowNs) {
    NodeRecord old = records.get(record.node());
    keep(record);
    List<VirtualRange> changed = new ArrayList<>(); // not pieces: a later claim may split them
    if (old != null) {
      vacate(old, record, changed);
    }
    for (Claim claim : record.claims()) {
      apply(record.node(), claim, changed, nowNs);
    }
    if (!changed.isEmpty()) {
      List<Piece> pieces = new ArrayList<>();
      for (VirtualRange range : VirtualRangeSet.of(changed).ranges()) {
        pieces.addAll(table.overlapping(range));
      }
      listener.onOwnersChanged(pieces, nowNs);
    }
    noteSuccessor(record, nowNs);
  }

  private void noteSuccessor(NodeRecord record, long nowNs) {
    long successor = current(record.node()); // the record may be old news of one that left again
    List<Long> changed = record.former().stream().filter(f -> current(f) != successor).toList();
    changed.forEach(former -> successors.put(former, successor));
    if (!changed.isEmpty()) {
      listener.onSuccessor(changed, successor, nowNs);
    }
  }

  /** This node has left under this name and returned: whatever is still told of that is old. */
  public void bury(long former) {
    keep(new NodeRecord(former, Long.MAX_VALUE, true, List.of(), List.of()));
  }

  /**
   * A node is known to have left although it could not say so, because its successor has turned up.
   * Everybody finds that out from the successor's record: nobody speaks for the one that left.
   *
   * @return what holds of it from now on; {@code null} if that is known
   */
  public @Nullable NodeRecord markLeft(long node, long nowNs) {
    NodeRecord last = records.get(node);
    if (last == null || last.left()) {
      return null;
    }
    NodeRecord left = last.asLeft();
    take(left, nowNs);
    return left;
  }

  /**
   * Nobody waits any more for what went through a node that left: where it is need not be known.
   */
  public void forgetWays(long node) {
    NodeRecord last = records.get(node);
    if (last != null && !last.ways().isEmpty()) {
      keep(last.withoutWays());
    }
  }

  /**
   * Whether something is known from a node's record alone: what it assumes, or the epoch of a range
   * that it has released and nobody has taken.
   */
  public boolean isNeeded(long node) {
    NodeRecord record = records.get(node);
    if (record == null) {
      return false;
    }
    for (Claim claim : record.claims()) {
      for (Piece piece : table.overlapping(claim.range())) {
        boolean isOpen = piece.owner == 0 && piece.epoch <= claim.epoch();
        if (piece.owner == node || isOpen) {
          return true;
        }
      }
    }
    return false;
  }

  /** Forgets a node that is gone, and the names that it had before; not the epochs it told. */
  public void forget(long node) {
    NodeRecord record = records.remove(node);
    if (record != null) {
      entries -= record.entries();
      for (long former : record.former()) {
        if (current(former) == node) {
          successors.remove(former);
        }
      }
    }
  }

  /** What the old record claimed and the new one does not has lost its owner. */
  private void vacate(NodeRecord old, NodeRecord now, List<VirtualRange> changed) {
    for (Claim claim : old.claims()) {
      if (claim.released()) {
        continue;
      }
      VirtualRangeSet gone = VirtualRangeSet.of(claim.range());
      for (Claim kept : now.claims()) {
        if (!kept.released() && kept.epoch() >= claim.epoch()) {
          gone = gone.minus(kept.range());
        }
      }
      for (VirtualRange range : gone.ranges()) {
        for (Piece piece : table.cut(range)) {
          if (piece.owner == old.node() && piece.epoch == claim.epoch()) {
            piece.owner = 0;
            changed.add(piece.range());
          }
        }
      }
    }
  }

  private void apply(long node, Claim claim, List<VirtualRange> changed, long nowNs) {
    if (!isNews(node, claim)) {
      return; // the usual case; does not cut pieces in vain
    }
    for (Piece piece : table.cut(claim.range())) {
      if (claim.released()) {
        applyReleased(node, claim, piece, changed, nowNs);
      } else if (wins(node, claim, piece)) {
        if (piece.owner == self && node != self) {
          listener.onConflict(piece.range(), node, nowNs);
        }
        piece.owner = node;
        piece.epoch = claim.epoch();
        changed.add(piece.range());
      }
    }
  }

  private boolean isNews(long node, Claim claim) {
    for (Piece piece : table.overlapping(claim.range())) {
      if (claim.released()
          ? claim.epoch() > piece.epoch || isBelow(piece, node, claim)
          : wins(node, claim, piece)) {
        return true;
      }
    }
    return false;
  }

  private static boolean wins(long node, Claim claim, Piece piece) {
    return claim.epoch() > piece.epoch
        || (claim.epoch() == piece.epoch && piece.owner != 0 && node > piece.owner);
  }

  private boolean isBelow(Piece piece, long node, Claim claim) {
    return piece.owner == self && node != self && piece.epoch <= claim.epoch();
  }

  /** Somebody had the piece at this epoch: whoever claims it at a lower one is late. */
  private void applyReleased(
      long node, Claim claim, Piece piece, List<VirtualRange> changed, long nowNs) {
    if (isBelow(piece, node, claim)) {
      listener.onEpochTooLow(piece.range(), claim.epoch(), nowNs);
    } else if (claim.epoch() > piece.epoch) {
      piece.epoch = claim.epoch();
      piece.owner = 0;
      changed.add(piece.range());
    }
  }
}
