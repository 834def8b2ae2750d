package io.phoenix.workstealing.policy;

/**
 * As {@link RandomPolicy}, but a node that has found no work for {@value #IDLE_NS} ns leaves the
 * job: its parallelism has shrunk (paper 000, section 2). Another job may want the machine.
 *
 * <p>It leaves as if it had been told to: others get its share of the space. It tries once; a node
 * that cannot leave, as the last one cannot, stays. A node of a cluster ends, and {@code phoenix
 * join} brings it back; a program sees {@link
 * io.phoenix.workstealing.runtime.Stealing#leftByItself}.
 */
public final class ShrinkingPolicy implements StealPolicy {
  static final long IDLE_NS = 2_000_000_000L;

  /** A node that was merely unlucky stays. */
  static final int FAILURES = 20;

  @Override
  public String name() {
    return "shrinking";
  }

  @Override
  public VictimPolicy victims() {
    return new RandomPolicy().victims();
  }

  @Override
  public BackOffPolicy backOff() {
    var pauses = new Exponential();
    return new BackOffPolicy() {
      @Override
      public long pauseNs(int failures, ThiefView view) {
        return pauses.pauseNs(failures, view);
      }

      @Override
      public boolean shouldLeave(int failures, long idleNs, ThiefView view) {
        return failures > FAILURES && idleNs > IDLE_NS;
      }
    };
  }
}
