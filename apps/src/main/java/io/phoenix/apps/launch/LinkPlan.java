package io.phoenix.apps.launch;

import io.phoenix.apps.config.Reach;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Who dials whom, so that all nodes are linked. In a LAN of up to {@value #MESH} nodes everybody is
 * linked to everybody; in a larger one, to those 1, 2, 4, 8, … places away, so that every way is
 * short and no single node is missed. Between each two LANs there are {@value #BRIDGES} links, with
 * ends as different as there are hosts, dialled in turn by one side and by the other where both
 * can: what goes through one SSH server does not all go through it.
 *
 * <p>A node that dials keeps dialling: the plan holds for nodes that are not there yet, too.
 */
final class LinkPlan {
  static final int MESH = 12;
  static final int BRIDGES = 2;

  private final Map<Member, List<Member>> dials = new LinkedHashMap<>();

  /** A plan for all of these, in the order of the file. */
  LinkPlan(List<Member> members) {
    Map<String, List<Member>> lans = new LinkedHashMap<>();
    for (Member member : members) {
      dials.put(member, new ArrayList<>());
      lans.computeIfAbsent(member.lan(), name -> new ArrayList<>()).add(member);
    }
    List<List<Member>> all = List.copyOf(lans.values());
    for (int a = 0; a < all.size(); a++) {
      within(all.get(a));
      for (int b = a + 1; b < all.size(); b++) {
        between(all.get(a), all.get(b));
      }
    }
  }

  /** Whom a node dials. */
  List<Member> dialsOf(Member member) {
    return dials.getOrDefault(member, List.of());
  }

  private void add(Member from, Member to) {
    List<Member> known = dials.computeIfAbsent(from, m -> new ArrayList<>());
    if (!from.equals(to) && !known.contains(to) && !dialsOf(to).contains(from)) {
      known.add(to);
    }
  }

  private void within(List<Member> lan) {
    int n = lan.size();
    for (int i = 0; i < n; i++) {
      if (n <= MESH) {
        for (int j = 0; j < i; j++) {
          add(lan.get(i), lan.get(j));
        }
      } else {
        for (int step = 1; step < n; step *= 2) {
          add(lan.get(i), lan.get((i + step) % n));
        }
      }
    }
  }

  private void between(List<Member> a, List<Member> b) {
    List<Member> fromA = spread(a);
    List<Member> fromB = spread(b);
    List<Member> toA = reachable(fromA);
    List<Member> toB = reachable(fromB);
    for (int k = 0; k < Math.min(BRIDGES, Math.max(a.size(), b.size())); k++) {
      if (!toB.isEmpty() && (k % 2 == 0 || toA.isEmpty())) {
        add(fromA.get(k % a.size()), toB.get(k % toB.size()));
      } else if (!toA.isEmpty()) {
        add(fromB.get(k % b.size()), toA.get(k % toA.size()));
      }
    }
  }

  /** Each host's first node, then each host's second, and so on. */
  private static List<Member> spread(List<Member> lan) {
    return lan.stream().sorted(Comparator.comparingInt(Member::index)).toList();
  }

  /** Those that other LANs can reach. */
  private static List<Member> reachable(List<Member> lan) {
    return lan.stream().filter(m -> !(m.host().reach() instanceof Reach.None)).toList();
  }
}
