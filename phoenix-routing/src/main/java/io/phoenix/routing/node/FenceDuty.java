package io.phoenix.routing.node;

/** Looks after fences and ways as long as there are any; at rest, nothing runs. */
final class FenceDuty {
  private static final long TEND_NS = 1_000_000_000L;

  private final NodeCore node;
  private boolean tending;

  FenceDuty(NodeCore node) {
    this.node = node;
  }

  void tend() {
    if (!tending) {
      tending = true;
      node.after(TEND_NS, this::onTimeout);
    }
  }

  private boolean isGivenUp(long name) {
    return node.absences().isGivenUp(node.owners().current(name));
  }

  private void onTimeout(long nowNs) {
    tending = false;
    NodeSettings settings = node.settings();
    if (node.dispatcher()
        .fences()
        .tend(settings.fenceRetryNs(), settings.forgetNs(), this::isGivenUp, nowNs)) {
      tend();
    }
  }
}
