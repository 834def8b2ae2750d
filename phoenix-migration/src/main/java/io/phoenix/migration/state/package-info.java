/**
 * What an application implements so that its state can move along with the virtual nodes it belongs
 * to: {@link io.phoenix.migration.state.MigratingState}, and {@link
 * io.phoenix.migration.state.Weights} if intervals are not to be compared by size.
 *
 * <p>Called by {@code migration.transfer} and {@code migration.goal}, on the node's loop only, so
 * that handlers and these methods never run at the same time. Imports {@code phoenix-api} only.
 */
@NullMarked
package io.phoenix.migration.state;

import org.jspecify.annotations.NullMarked;
