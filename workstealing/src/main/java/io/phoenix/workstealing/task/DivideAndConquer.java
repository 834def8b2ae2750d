package io.phoenix.workstealing.task;

import io.phoenix.workstealing.codec.Codec;

/**
 * A computation in which a problem is divided into smaller problems, the smallest ones (leaves) are
 * solved, and results are combined. The runtime decides where and in which order.
 *
 * <pre>{@code
 * final class Leaves implements DivideAndConquer<Tree, Long> {
 *   public void divide(Tree tree, Parts<Tree> parts) {
 *     tree.children().forEach(parts::add); //              none: it is a leaf
 *   }
 *
 *   public Long solve(Tree leaf, TaskContext context) {
 *     return 1L;
 *   }
 *
 *   public Long initial(Tree tree) {
 *     return 0L; //                                         1L would count inner nodes as well
 *   }
 *
 *   public Long combine(Long soFar, Long part) {
 *     return soFar + part;
 *   }
 *
 *   public Codec<Tree> problems() {
 *     return Tree.CODEC;
 *   }
 *
 *   public Codec<Long> results() {
 *     return Codec.longs();
 *   }
 * }
 * }</pre>
 *
 * <p><b>Rules.</b> One object serves all threads of a node, so it keeps no state that changes. The
 * same problem always gives the same parts and the same result, wherever it is computed: work may
 * be computed anew elsewhere, say because its node left. Problems are the runtime's, the root as
 * well as those that have been added to parts: do not change them. Parts are combined in any order,
 * and in any grouping that the tree allows.
 *
 * <p><b>Grain.</b> Dividing costs some tens of nanoseconds; a leaf of some microseconds makes that
 * vanish. Leaves may take long, see {@link #solve}. Each level of division is kept in memory: trees
 * of a million levels are no problem.
 *
 * @param <P> the type of problems
 * @param <R> the type of results
 */
public interface DivideAndConquer<P, R> {

  /**
   * Adds the parts of a problem to {@code parts}; adds none if it is to be solved as it is.
   *
   * <p>This may take long, too: others steal from this worker meanwhile, and when its node leaves,
   * the problem is divided anew elsewhere. But it cannot poll: if its result is not wanted any
   * more, the worker still comes to its end.
   */
  void divide(P problem, Parts<P> parts);

  /**
   * Solves a problem that {@link #divide} found no parts of.
   *
   * <p>When a node leaves in the middle of it, this leaf is <b>computed anew elsewhere</b>, and
   * what it returns here is discarded: the leave does not wait for it. One that takes long should
   * call {@link TaskContext#poll} now and then, so that it ends early in that case, and when its
   * job is cancelled. Others steal from this worker meanwhile.
   */
  R solve(P leaf, TaskContext context);

  /**
   * What a problem that has parts contributes before these are combined with it: a new, empty
   * result, most often.
   */
  R initial(P problem);

  /**
   * Combines the result of a part with the result so far; commutative and associative. It may
   * change {@code soFar} and return it; {@code part} is not used any more.
   */
  R combine(R soFar, R part);

  /**
   * Whether the result so far of a problem will do, whatever the rest is. Then parts that have not
   * been started are dropped, and those that others work on are aborted.
   */
  default boolean isEnough(R soFar) {
    return false;
  }

  /** How problems are written as bytes. */
  Codec<P> problems();

  /** How results are written as bytes. */
  Codec<R> results();
}
