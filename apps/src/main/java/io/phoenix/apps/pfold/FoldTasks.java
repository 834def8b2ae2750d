package io.phoenix.apps.pfold;

import io.phoenix.workstealing.codec.Codec;
import io.phoenix.workstealing.task.DivideAndConquer;
import io.phoenix.workstealing.task.Parts;
import io.phoenix.workstealing.task.TaskContext;

/**
 * All folds, as tasks: a task places the next monomer, each free neighbour a part, until few
 * monomers are left, which one task places serially. Results are counts by contacts.
 */
final class FoldTasks implements DivideAndConquer<Fold, long[]> {
  private final Folding folding;
  private final int grain;

  /**
   * Tasks for a folding.
   *
   * @param grain how many monomers are left when a task is not divided any more
   */
  FoldTasks(Folding folding, int grain) {
    this.folding = folding;
    this.grain = grain;
  }

  @Override
  public void divide(Fold fold, Parts<Fold> parts) {
    if (fold.at() < 0) {
      folding.starts().forEach(parts::add);
    } else if (folding.length() - fold.placed() > grain) {
      folding.extend(fold, parts);
    }
  }

  @Override
  public long[] solve(Fold fold, TaskContext context) {
    return folding.count(fold, context);
  }

  @Override
  public long[] initial(Fold fold) {
    return folding.noCounts();
  }

  @Override
  public long[] combine(long[] soFar, long[] part) {
    for (int i = 0; i < part.length; i++) {
      soFar[i] += part[i];
    }
    return soFar;
  }

  @Override
  public Codec<Fold> problems() {
    return Fold.CODEC;
  }

  @Override
  public Codec<long[]> results() {
    return Codec.longArrays();
  }
}
