package io.phoenix.routing.names;

import io.phoenix.api.VirtualRange;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;

/** What {@link Owners} is to work out, done for each virtual node by itself. */
final class OwnersModel {
  final long[] owners;
  final long[] epochs;

  /** Of the last update: which virtual nodes it changed, and what else it should have told. */
  final TreeSet<Long> changed = new TreeSet<>();

  final TreeSet<Long> lost = new TreeSet<>();
  final TreeSet<Long> tooLow = new TreeSet<>();

  private final long self;
  private final Map<Long, NodeRecord> records = new HashMap<>();

  OwnersModel(long self, int spaceSize) {
    this.self = self;
    owners = new long[spaceSize];
    epochs = new long[spaceSize];
  }

  boolean update(NodeRecord record) {
    changed.clear();
    lost.clear();
    tooLow.clear();
    NodeRecord old = records.get(record.node());
    if (old != null && old.version() >= record.version()) {
      return false;
    }
    records.put(record.node(), record);
    for (int v = 0; v < owners.length; v++) {
      long owner = owners[v];
      long epoch = epochs[v];
      update(v, old, record);
      if (owner != owners[v] || epoch != epochs[v]) {
        changed.add((long) v);
      }
    }
    return true;
  }

  private void update(int v, NodeRecord old, NodeRecord record) {
    long node = record.node();
    if (owners[v] == node && old != null) {
      long mine = epochs[v];
      boolean kept = claims(record, v).stream().anyMatch(c -> !c.released() && c.epoch() >= mine);
      if (!kept) {
        owners[v] = 0;
      }
    }
    for (Claim claim : claims(record, v)) {
      if (claim.released()) {
        if (owners[v] == self && node != self && epochs[v] <= claim.epoch()) {
          tooLow.add((long) v);
        } else if (claim.epoch() > epochs[v]) {
          epochs[v] = claim.epoch();
          owners[v] = 0;
        }
      } else if (claim.epoch() > epochs[v]
          || (claim.epoch() == epochs[v] && owners[v] != 0 && node > owners[v])) {
        if (owners[v] == self && node != self) {
          lost.add((long) v);
        }
        owners[v] = node;
        epochs[v] = claim.epoch();
      }
    }
  }

  private static List<Claim> claims(NodeRecord record, int v) {
    return record.claims().stream().filter(c -> c.range().contains(v)).toList();
  }

  static List<Long> nodesOf(List<VirtualRange> ranges) {
    List<Long> nodes = new ArrayList<>();
    for (VirtualRange range : ranges) {
      for (long v = range.first(); v < range.end(); v++) {
        nodes.add(v);
      }
    }
    return nodes;
  }
}
