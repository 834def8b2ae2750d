package io.phoenix.routing.node;

import io.phoenix.api.ResourceName;
import io.phoenix.routing.names.NodeRecord;

/** What a node does when one that is gone is to be forgotten. */
final class ForgetDuty implements Tombstones.Host {
  private final NodeCore node;

  ForgetDuty(NodeCore node) {
    this.node = node;
  }

  @Override
  public boolean hasLeft(long other) {
    return node.owners().hasLeft(other);
  }

  @Override
  public boolean isBare(long other) {
    NodeRecord record = node.owners().record(other);
    return record != null && record.isBare();
  }

  @Override
  public boolean mayForget(long other) {
    return node.nextHop(other) == 0
        && !node.owners().isNeeded(other)
        && !node.settlement().isInDoubt(other)
        && !node.mail().waitsFor(other)
        && node.dispatcher().fences().openWays().stream().noneMatch(w -> w.owner() == other)
        && (hasLeft(other) || node.flows().unacknowledged(other) == 0);
  }

  @Override
  public void forget(long other) {
    node.owners().forget(other);
    node.absences().forget(other);
    node.mail().forget(other);
    node.settlement().forget(other);
    node.admission().onForgotten(other);
    node.mesh().onForgotten(other);
  }

  @Override
  public void forgetFlow(long other) {
    int unaccepted = node.flows().forget(other);
    if (unaccepted > 0) {
      node.out()
          .warn(
              "no longer keeps %d messages to node %s, which has left: whether it had them is not known"
                  .formatted(unaccepted, ResourceName.format(other)));
    }
  }
}
