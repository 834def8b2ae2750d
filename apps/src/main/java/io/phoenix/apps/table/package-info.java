/**
 * A distributed table over the virtual node space: the smallest whole application of migration, and
 * a model for others.
 *
 * <p>{@link io.phoenix.apps.table.Table} is what programs use. Each key belongs to the virtual node
 * that its hash names ({@link io.phoenix.apps.table.Key}); a request is sent to that virtual node,
 * and whoever assumes it ({@link io.phoenix.apps.table.TableOwner}) answers to the asking node's
 * own name. {@link io.phoenix.apps.table.TableState} is the entries as migration sees them: it
 * copies them ahead while they are in use and then sends what changed.
 *
 * <p>Why nothing more is needed: the overlay delivers each request once, to a node that assumes its
 * virtual node, and migration lets a node assume only virtual nodes whose entries it has. So a
 * request needs no retry, no list of members, and no word of what is moving.
 *
 * <p>Imports {@code phoenix-api} and {@code phoenix-migration}; only the commands open nodes.
 */
@NullMarked
package io.phoenix.apps.table;

import org.jspecify.annotations.NullMarked;
