/**
 * Closures, as in Cilk-2 (paper 003, section 2): a procedure is a chain of {@link
 * io.phoenix.workstealing.closure.Closure}s, none of which ever waits. One spawns children, and a
 * successor that gets what they return as its arguments and is run when all are there.
 *
 * <p>Applications write a {@link io.phoenix.workstealing.closure.ClosureProgram}; {@code
 * ClosurePool} keeps the closures of a subcomputation: a stack of those that are ready, and, held
 * by their children, those that wait. Imports {@code task} and {@code codec}.
 *
 * <p>Computations are well structured: a procedure returns once, to the one that spawned it. So
 * what is stolen has one place that its result goes to, which is what subcomputations rely on.
 */
@NullMarked
package io.phoenix.workstealing.closure;

import org.jspecify.annotations.NullMarked;
