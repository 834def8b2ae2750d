/**
 * The world inside one process: nodes linked through memory, for tests of programs that use
 * Phoenix.
 *
 * <p>{@link io.phoenix.routing.embedded.MemoryCluster} opens the nodes; it is what {@code
 * Phoenix.embedded} returns. Each node has a thread of its own ({@link
 * io.phoenix.routing.embedded.ThreadLoop}) and a {@link
 * io.phoenix.routing.embedded.MemoryTransport} to the others in the same {@link
 * io.phoenix.routing.embedded.MemoryNetwork}. This package may import the API, {@code
 * routing.world} and {@code routing.runtime}; it uses no network.
 *
 * <p>Invariant: a wire is a pair of bounded queues of <em>bytes</em> ({@link
 * io.phoenix.routing.embedded.BytePipe}), as a socket is. Frames are cut at any place, a full queue
 * holds the sender back, and a cut loses what is under way: nothing works here by accident that
 * would not work over TCP.
 *
 * <p>Paper 001, section 3.3: the programming model, which is all that a program sees of this.
 */
@NullMarked
package io.phoenix.routing.embedded;

import org.jspecify.annotations.NullMarked;
