/**
 * Stories: arbitrary sequences of joins, leaves, balancing, messages and faults, played in the
 * simulator, with the promises of migration checked after every event.
 *
 * <p>{@link io.phoenix.migration.story.Story} is one; it plays a list of {@link
 * io.phoenix.migration.story.Act}s and throws {@link io.phoenix.migration.story.StoryFailure},
 * which tells what happened and how to play it again. {@link io.phoenix.migration.story.Subject} is
 * what an application implements to have its own state tested; {@link
 * io.phoenix.migration.story.Counters} is the one that is used otherwise. {@link
 * io.phoenix.migration.story.TraceModule} writes the steps of a story for the check against {@code
 * tla/Migration.tla}.
 *
 * <p>Used by the tests of this module, by {@code phoenix sim} and by applications' tests. Imports
 * {@code phoenix-api} and {@code migration}; the simulator comes through {@code Phoenix.simulated}.
 */
@NullMarked
package io.phoenix.migration.story;

import org.jspecify.annotations.NullMarked;
