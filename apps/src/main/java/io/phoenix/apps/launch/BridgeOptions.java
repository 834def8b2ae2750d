package io.phoenix.apps.launch;

import java.util.ArrayList;
import java.util.List;

/**
 * What nodes are told so that they can make links to other LANs by themselves, when those of the
 * {@link LinkPlan} are gone because their nodes have left: how each is reached from outside, and at
 * which ports the others may be dialled. So what crosses from LAN to LAN is what the ports file
 * says.
 */
final class BridgeOptions {
  /** The most ports that a node is told; those of the nearest in the file's order. */
  static final int MAX_PORTS = 128;

  private final List<Member> all;

  BridgeOptions(List<Member> all) {
    this.all = List.copyOf(all);
  }

  /** Options of {@code phoenix node}. */
  List<String> of(Member member) {
    List<Member> others = all.stream().filter(m -> !m.lan().equals(member.lan())).toList();
    if (others.isEmpty()) {
      return List.of();
    }
    Dial outside = Dial.from(Vantage.OUTSIDE);
    List<String> options = new ArrayList<>();
    if (outside.canReach(member)) {
      options.addAll(List.of("--reachable-at", outside.to(member)));
    }
    List<Member> reachable = others.stream().filter(outside::canReach).toList();
    reachable.stream()
        .limit(MAX_PORTS)
        .forEach(to -> options.addAll(List.of("--bridge-port", outside.to(to))));
    if (reachable.isEmpty()) {
      options.addAll(List.of("--mesh-bridges", "0")); // it is for them to dial
    }
    return options;
  }
}
