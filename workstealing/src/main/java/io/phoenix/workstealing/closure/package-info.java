/**
 * Closures, as in Cilk-2 (paper 003, section 2): a procedure is a chain of {@link
 * io.phoenix.workstealing.closure.Closure}s, none of which ever waits. A closure spawns children,
 * and a successor that takes what the children return as its arguments and runs when it has all of
 * them.
 *
 * <p>Applications write a {@link io.phoenix.workstealing.closure.ClosureProgram}; {@code
 * ClosurePool} keeps the closures of a subcomputation: a stack of closures that are ready, and
 * closures that wait, which their children refer to. Imports {@code task} and {@code codec}.
 *
 * <p>Computations are well structured: a procedure returns once, to the procedure that spawned it.
 * So the result of a stolen closure belongs in one place, which subcomputations rely on.
 */
@NullMarked
package io.phoenix.workstealing.closure;

import org.jspecify.annotations.NullMarked;
