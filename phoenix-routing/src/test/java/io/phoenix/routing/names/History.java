package io.phoenix.routing.names;

import io.phoenix.api.VirtualRange;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Records of nodes that hand virtual nodes on to each other, one at a time, as it should be. */
final class History {
  private History() {}

  /** A virtual node goes to a node. */
  record Step(long v, long to) {}

  static List<NodeRecord> of(List<Step> steps) {
    List<NodeRecord> records = new ArrayList<>();
    Map<Long, List<Claim>> claims = new HashMap<>();
    long[] versions = new long[5];
    for (Step step : steps) {
      long v = step.v();
      long epoch = 0;
      for (Map.Entry<Long, List<Claim>> entry : claims.entrySet()) {
        for (Claim claim : List.copyOf(entry.getValue())) {
          if (claim.range().contains(v)) {
            epoch = Math.max(epoch, claim.epoch());
            entry.getValue().remove(claim);
            entry.getValue().add(new Claim(claim.range(), claim.epoch(), true));
            records.add(record(entry.getKey(), ++versions[(int) -entry.getKey()], claims));
          }
        }
      }
      long next = step.to();
      List<Claim> mine = claims.computeIfAbsent(next, n -> new ArrayList<>());
      mine.removeIf(c -> c.released() && c.range().contains(v));
      mine.add(new Claim(VirtualRange.single(v), epoch + 1, false));
      records.add(record(next, ++versions[(int) -next], claims));
    }
    return records;
  }

  private static NodeRecord record(long node, long version, Map<Long, List<Claim>> claims) {
    return new NodeRecord(node, version, false, List.of(), claims.get(node));
  }

  /** Who owns each virtual node when all of the records are known. */
  static List<Long> ownersAfter(List<NodeRecord> records, int spaceSize) {
    Map<Long, NodeRecord> last = new HashMap<>();
    records.forEach(r -> last.put(r.node(), r));
    List<Long> owners = new ArrayList<>();
    for (int i = 0; i < spaceSize; i++) {
      long v = i;
      long owner = 0;
      for (NodeRecord record : last.values()) {
        for (Claim claim : record.claims()) {
          if (!claim.released() && claim.range().contains(v)) {
            owner = record.node();
          }
        }
      }
      owners.add(owner);
    }
    return owners;
  }
}
