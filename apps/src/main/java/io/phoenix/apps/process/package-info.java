/**
 * Child processes of the {@code phoenix} command: JVMs like this one that do what the parent says,
 * line by line.
 *
 * <p>{@link io.phoenix.apps.process.ChildJvm} is the parent's side, {@link
 * io.phoenix.apps.process.LineServer} the child's. One line asked gets one line answered, in order,
 * over the child's standard input and output; its standard error is its log. The invariant: no
 * question stays open when a child dies, and no child outlives its parent. Secrets (a node's
 * credentials) reach a child in a question, and never by its arguments, its environment or a file.
 *
 * <p>{@link io.phoenix.apps.process.OrderlyExit} is for every process that runs a node, child or
 * not: a signal makes it leave in order, and {@link io.phoenix.apps.process.Departure} says what it
 * handed to whom. {@link io.phoenix.apps.process.RotatingLog} bounds what it writes in months.
 */
@NullMarked
package io.phoenix.apps.process;

import org.jspecify.annotations.NullMarked;
