package io.phoenix.apps.bintree;

import io.phoenix.workstealing.task.LongDivideAndConquer;

/** The tree with a task for every node; a problem is the depth that is left below it. */
final class BintreeTasks implements LongDivideAndConquer {
  private final int spins;

  BintreeTasks(int spins) {
    this.spins = spins;
  }

  @Override
  public int parts(long depth) {
    return depth == 0 ? 0 : 2;
  }

  @Override
  public long part(long depth, int i) {
    return depth - 1;
  }

  @Override
  public long solve(long depth) {
    Bintree.spin(spins);
    return 1;
  }

  @Override
  public long initial(long depth) {
    Bintree.spin(spins);
    return 1;
  }

  @Override
  public long combine(long soFar, long part) {
    return soFar + part;
  }
}
