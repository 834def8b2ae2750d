package io.phoenix.apps.uts;

import io.phoenix.workstealing.codec.Codec;
import io.phoenix.workstealing.task.DivideAndConquer;
import io.phoenix.workstealing.task.Parts;
import io.phoenix.workstealing.task.TaskContext;
import org.jspecify.annotations.Nullable;

/**
 * A walk over a tree, as tasks. How large a subtree is nobody knows before it has been walked, so a
 * task walks some nodes, whatever comes, and what is left then is two parts: half of what is
 * pending at each level, and the rest.
 */
final class UtsTasks implements DivideAndConquer<UtsPlace, UtsCount> {
  private static final Codec<UtsCount> COUNTS =
      Codec.of(
          (count, out) -> out.putLong(count.nodes()).putLong(count.leaves()).putInt(count.depth()),
          in -> new UtsCount(in.getLong(), in.getLong(), in.getInt()));

  private final ThreadLocal<Walker> walkers;

  /**
   * Tasks for a tree.
   *
   * @param grain the nodes that a task walks
   */
  UtsTasks(UtsTree tree, int grain) {
    this.walkers = ThreadLocal.withInitial(() -> new Walker(tree, grain));
  }

  /** Walks for one thread, and remembers what it found last: each task asks twice. */
  private static final class Walker {
    private final UtsWalk walk;
    private final int grain;
    private @Nullable UtsPlace last;

    Walker(UtsTree tree, int grain) {
      this.walk = new UtsWalk(tree);
      this.grain = grain;
    }

    /**
     * Walks until so many nodes have been visited, and then until none or two of them are pending.
     */
    UtsWalk walk(UtsPlace place) {
      if (place.levels() == 0) {
        walk.startAtRoot();
      } else {
        walk.startAt(place);
      }
      walk.walk(grain);
      while (walk.pending() == 1) {
        walk.walk(1);
      }
      last = place;
      return walk;
    }

    UtsCount count(UtsPlace place) {
      return (place == last ? walk : walk(place)).count();
    }
  }

  @Override
  public void divide(UtsPlace place, Parts<UtsPlace> parts) {
    UtsWalk walk = walkers.get().walk(place);
    if (walk.pending() > 0) {
      UtsPlace half = walk.splitOff();
      parts.add(walk.rest());
      parts.add(half);
    }
  }

  @Override
  public UtsCount solve(UtsPlace place, TaskContext context) {
    return walkers.get().count(place);
  }

  @Override
  public UtsCount initial(UtsPlace place) {
    return walkers.get().count(place);
  }

  @Override
  public UtsCount combine(UtsCount soFar, UtsCount part) {
    return soFar.plus(part);
  }

  @Override
  public Codec<UtsPlace> problems() {
    return UtsPlace.CODEC;
  }

  @Override
  public Codec<UtsCount> results() {
    return COUNTS;
  }
}
