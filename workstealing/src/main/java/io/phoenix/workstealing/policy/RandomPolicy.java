package io.phoenix.workstealing.policy;

/**
 * Asks a random virtual node (papers 000 and 003), one for each idle worker. So the chance of a
 * node to be asked is the share of virtual nodes that it assumes.
 */
public final class RandomPolicy implements StealPolicy {

  @Override
  public String name() {
    return "random";
  }

  @Override
  public VictimPolicy victims() {
    return view -> view.asked().size() < view.idleWorkers() ? view.anyOther() : VictimPolicy.NOBODY;
  }
}
