/**
 * Protein folding: all folds of a polymer into a box of the cubic lattice, and the histogram of
 * their energies (paper 000 §4).
 *
 * <p>{@link io.phoenix.apps.pfold.Folding} says what a fold and its energy are, and enumerates; a
 * {@link io.phoenix.apps.pfold.Polymer} folds into a {@link io.phoenix.apps.pfold.Box}.
 */
@NullMarked
package io.phoenix.apps.pfold;

import org.jspecify.annotations.NullMarked;
