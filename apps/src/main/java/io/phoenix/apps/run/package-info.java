/**
 * {@code phoenix run}: applications on nodes that steal work from each other.
 *
 * <p>Each application has a command ({@link io.phoenix.apps.run.AppCommand}) that makes an {@link
 * io.phoenix.apps.run.Assignment} from what a person typed: the job's arguments, the serial program
 * to compare with, the known answer. {@code JobRun} submits it, and shows progress and statistics.
 * The applications themselves and their commands are in packages that import this one, and are
 * found by {@link java.util.ServiceLoader}.
 */
@NullMarked
package io.phoenix.apps.run;

import org.jspecify.annotations.NullMarked;
