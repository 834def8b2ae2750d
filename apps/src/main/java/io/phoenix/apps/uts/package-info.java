/**
 * The public Unbalanced Tree Search benchmark (Olivier et al., LCPC 2006): count the nodes of a
 * tree that nobody can divide in advance.
 *
 * <p>{@link io.phoenix.apps.uts.UtsTree} is a tree, given by a few parameters; {@link
 * io.phoenix.apps.uts.UtsWalk} counts it in one thread. The counts of the benchmark's own trees are
 * published, and every node matters: a single one lost or done twice shows.
 */
@NullMarked
package io.phoenix.apps.uts;

import org.jspecify.annotations.NullMarked;
