package io.phoenix.routing.sim.scenario;

import java.util.List;
import java.util.random.RandomGenerator;

/** A source of chance with the questions that scenarios ask. */
final class Chance {
  private final RandomGenerator random;

  Chance(RandomGenerator random) {
    this.random = random;
  }

  /** True once in {@code n} times. */
  boolean oneIn(int n) {
    return random.nextInt(n) == 0;
  }

  /** A number from {@code least} to {@code most}, both included. */
  int between(int least, int most) {
    return random.nextInt(least, most + 1);
  }

  /** A number from {@code least} to {@code most}, both included. */
  long between(long least, long most) {
    return random.nextLong(least, most + 1);
  }

  /** A number from {@code least} to {@code most} whose order of magnitude is even. */
  long magnitude(long least, long most) {
    return (long) (least * Math.pow((double) most / least, random.nextDouble()));
  }

  /** A waiting time with that mean, as between events that know nothing of each other. */
  long waitNs(long meanNs) {
    return (long) (-Math.log(1 - random.nextDouble()) * meanNs);
  }

  <T> T pick(List<T> list) {
    return list.get(random.nextInt(list.size()));
  }
}
