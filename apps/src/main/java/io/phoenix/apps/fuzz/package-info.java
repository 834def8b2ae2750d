/**
 * {@code scripts/fuzz}: malformed inputs at every door of a node, and a check that none of them has
 * an effect beyond its link.
 *
 * <p>A {@link io.phoenix.apps.fuzz.FuzzDoor} is a place where bytes of others come in. It opens
 * {@link io.phoenix.apps.fuzz.Trial}s: a real node, in the simulator where there is one, with
 * honest neighbours that exchange numbered messages through it, and somebody who says anything.
 * {@link io.phoenix.apps.fuzz.Fuzzer} draws inputs from one seed: the {@link
 * io.phoenix.apps.fuzz.Mutator} breaks valid ones that were recorded from the trial itself. {@link
 * io.phoenix.apps.fuzz.Shrinker} cuts what breaks a promise down to a few bytes, and {@link
 * io.phoenix.apps.fuzz.FuzzCase} writes it to a file, with the command that replays it.
 *
 * <p>Promises that are checked: nothing is thrown out of a handler; no link but the sender's is
 * closed; what honest nodes own, know and send each other stays as it was, and arrives once and in
 * order; what is allocated is in proportion to the input; what is kept is bounded; nothing hangs. A
 * file is read, or refused in words for people.
 *
 * <p>What is left out, because it is well formed and a member's lie: frames in the name of another
 * node that pretend to be passed on ("About frames that have passed others nothing can be proved":
 * {@code LinkDuty}), and messages of migration that take a range away in due form.
 *
 * <p>Nothing else calls in here.
 */
@NullMarked
package io.phoenix.apps.fuzz;

import org.jspecify.annotations.NullMarked;
