package io.phoenix.routing.node;

/** What a node tells its {@link NodeMail} about others. */
final class MailDuty implements NodeMail.Host {
  private final NodeCore node;

  MailDuty(NodeCore node) {
    this.node = node;
  }

  @Override
  public boolean isInDoubt(long name) {
    return node.settlement().isInDoubt(name);
  }

  @Override
  public boolean isGivenUp(long other) {
    return node.absences().isGivenUp(other);
  }

  @Override
  public void onMailFor(long other) {
    if (node.nextHop(other) == 0) {
      // Routing may never have known it, and so would never forget it.
      node.absences().giveUpLater(other);
    }
  }
}
