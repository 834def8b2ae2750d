/**
 * The leave log: what a node that leaves writes down, and reads when it returns.
 *
 * <p>{@link io.phoenix.routing.log.LeaveLog} is the format, {@link io.phoenix.routing.log.LogFile}
 * the file. Used by {@code routing.runtime} and by the providers. A log is either whole or
 * recognised as damaged: it has a length and a checksum, and gets its name only when it is on the
 * disk. That is before any peer is told of the leave ({@code runtime.LeaveToFile}); it is used up
 * before anything in it is sent ({@link io.phoenix.routing.log.UsedLog}). Only its owner may read
 * it. Its fields are checked when it is read, as a peer's are ({@code LogCheck}): a file can be
 * written by anybody, and a checksum can be computed by anybody.
 *
 * <p>Paper 001, section 3.3: {@code ph_finalize(f)} and {@code ph_initialize(p, f)}.
 */
@NullMarked
package io.phoenix.routing.log;

import org.jspecify.annotations.NullMarked;
