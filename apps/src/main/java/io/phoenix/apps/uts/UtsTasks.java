package io.phoenix.apps.uts;

import io.phoenix.workstealing.DivideAndConquer;
import io.phoenix.workstealing.Parts;
import io.phoenix.workstealing.TaskContext;
import io.phoenix.workstealing.codec.Codec;

/**
 * A walk over a tree, as tasks. How large a subtree is nobody knows before it has been walked, so a
 * task walks some nodes, whatever comes, and what is left then is two parts: about half of what is
 * pending nearest to the root, which thieves take, and the rest.
 */
final class UtsTasks implements DivideAndConquer<UtsPlace, UtsCount> {
  private static final Codec<UtsCount> COUNTS =
      Codec.of(
          (count, out) -> out.putLong(count.nodes()).putLong(count.leaves()).putInt(count.depth()),
          in -> new UtsCount(in.getLong(), in.getLong(), in.getInt()));

  private final int grain;
  private final ThreadLocal<UtsWalk> walks;

  /**
   * Tasks for a tree.
   *
   * @param grain the nodes that a task walks
   */
  UtsTasks(UtsTree tree, int grain) {
    this.grain = grain;
    this.walks = ThreadLocal.withInitial(() -> new UtsWalk(tree));
  }

  @Override
  public void divide(UtsPlace place, Parts<UtsPlace> parts) {
    UtsWalk walk = walk(place);
    place.setWalked(walk.count());
    if (walk.pending() > 0) {
      UtsPlace half = walk.splitOff();
      parts.add(walk.rest());
      parts.add(half);
    }
  }

  /**
   * Walks until so many nodes have been visited, and then until none or two of them are pending.
   */
  private UtsWalk walk(UtsPlace place) {
    UtsWalk walk = walks.get();
    if (place.levels() == 0) {
      walk.startAtRoot();
    } else {
      walk.startAt(place);
    }
    walk.walk(grain);
    while (walk.pending() == 1) {
      walk.walk(1);
    }
    return walk;
  }

  @Override
  public UtsCount solve(UtsPlace place, TaskContext context) {
    return walked(place);
  }

  @Override
  public UtsCount initial(UtsPlace place) {
    return walked(place);
  }

  /** What {@link #divide} found. */
  private UtsCount walked(UtsPlace place) {
    UtsCount walked = place.walked();
    return walked == null ? walk(place).count() : walked;
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
