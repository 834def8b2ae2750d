package io.phoenix.workstealing.policy;

/**
 * No pause after the first few failures: other nodes may have work. Then pauses double, up to
 * {@value #MAX_NS} ns, and vary by chance, so that idle nodes do not ask in step.
 */
public final class Exponential implements BackOffPolicy {
  private static final int FREE = 4;
  private static final long FIRST_NS = 100_000;
  private static final long MAX_NS = 10_000_000;
  private static final int DOUBLINGS = 7;

  @Override
  public long pauseNs(int failures, ThiefView view) {
    if (failures <= FREE) {
      return 0;
    }
    long bound = Math.min(MAX_NS, FIRST_NS << Math.min(failures - FREE - 1, DOUBLINGS));
    return view.random().nextLong(bound / 2, bound + 1);
  }
}
