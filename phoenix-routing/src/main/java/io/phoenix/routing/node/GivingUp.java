package io.phoenix.routing.node;

import io.phoenix.routing.names.NodeRecord;
import java.util.ArrayList;
import java.util.List;

/**
 * What happens when a node that left or vanished is no longer waited for. It may have had other
 * names before: what was sent to those can be settled by the node alone, so it is given up with it.
 */
final class GivingUp {
  private final NodeCore node;

  GivingUp(NodeCore node) {
    this.node = node;
  }

  /** Gives a node up, unless there is a way to it, or to what it is now. */
  void giveUp(long lost, long nowNs) {
    long current = node.owners().current(lost);
    if (node.nextHop(current) != 0) {
      return;
    }
    if (current == lost) {
      namesOf(lost).forEach(name -> stopWaiting(name, nowNs));
      node.absences().onGivenUp(lost);
    } else if (node.absences().isGivenUp(current)) {
      stopWaiting(lost, nowNs);
    } else {
      node.absences().giveUpLater(current); // routing may never have known it
    }
  }

  private List<Long> namesOf(long lost) {
    List<Long> names = new ArrayList<>();
    NodeRecord record = node.owners().record(lost);
    if (record != null) {
      record.former().stream()
          .filter(former -> node.owners().current(former) == lost)
          .forEach(names::add);
    }
    names.add(lost);
    return names;
  }

  private void stopWaiting(long name, long nowNs) {
    node.settlement().giveUp(name, nowNs);
    node.takeovers().onGivenUp(name, nowNs);
    node.dispatcher().fences().giveUp(name, nowNs);
    node.owners().forgetWays(name);
    node.flows().giveUpWaiting(name);
    node.mail().giveUp(name);
    node.tombstones().onAbsent(name, nowNs);
  }
}
