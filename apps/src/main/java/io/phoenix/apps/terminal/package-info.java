/**
 * What all commands of {@code phoenix} say to people, and how: errors with a hint, tables, a line
 * of progress, and texts of others that must not steer the terminal.
 *
 * <p>{@link io.phoenix.apps.terminal.UserError} is what commands throw, and {@link
 * io.phoenix.apps.terminal.CommandErrors} prints it. Called from every package beside this one;
 * imports none of them.
 */
@NullMarked
package io.phoenix.apps.terminal;

import org.jspecify.annotations.NullMarked;
