package io.phoenix.workstealing.policy;

/**
 * Asks a random virtual node (papers 000 and 003), one for each idle worker. A node is asked as
 * often as it has virtual nodes.
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
