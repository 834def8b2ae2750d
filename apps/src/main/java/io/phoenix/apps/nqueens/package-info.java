/** Backtrack search for queens on a chess board: {@link io.phoenix.apps.nqueens.Queens}. */
@NullMarked
package io.phoenix.apps.nqueens;

import org.jspecify.annotations.NullMarked;
