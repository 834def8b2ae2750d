/**
 * Migration: intervals of virtual nodes move between nodes, with the application's state for them,
 * while messages keep coming (paper 001, sections 3.5 and 3.6).
 *
 * <p>{@link io.phoenix.migration.Migration} is what applications use, one for each node; it carries
 * messages, timers and effects between the node and the cores: {@code lock} (who may move a
 * boundary), {@code transfer} (how a range and its state move), {@code goal} (what for). A node
 * that leaves for a while takes its state along: {@link io.phoenix.migration.Suspension}. What an
 * application implements is in {@code state}. Sees {@code phoenix-api} only, so it runs over the
 * real overlay and over the simulator alike.
 *
 * <p><b>Invariants.</b> What a node assumes is always one interval. Each virtual node is assumed by
 * at most one node. A node that assumes a virtual node has all of its state. The specification is
 * {@code tla/Migration.tla}.
 *
 * <p><b>Mistakes that were tried</b>, each by itself, and the tests that catch them are files of
 * {@code scripts/mutants-src}; {@code scripts/mutants 'lock-*' 'transfer-*' 'shares-*'} makes them
 * again. {@code scripts/mutants --stories} asks which of those of locks and transfers the stories
 * find by themselves.
 *
 * <p><b>A node that will be away</b> for a while calls {@link
 * io.phoenix.migration.Migration#suspend} before it leaves with a log: a range that is on the move
 * at that moment would have no owner when the node returns.
 */
@NullMarked
package io.phoenix.migration;

import org.jspecify.annotations.NullMarked;
