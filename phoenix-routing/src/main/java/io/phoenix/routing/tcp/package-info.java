/**
 * The world as it is: TCP connections, and a loop whose thread changes.
 *
 * <p>{@link io.phoenix.routing.tcp.TcpTransport} makes the wires and {@link
 * io.phoenix.routing.tcp.TcpLoop} is the node's line of events; {@code io.phoenix.routing} puts
 * both under a node. This is where Netty does its I/O; the package may import that, {@code
 * routing.world} and the API, and none of the cores.
 *
 * <p><b>The loop.</b> A sleeping thread takes some 40 µs to wake up, four times as long as a
 * message takes from process to process. So nobody is woken who need not be: a thread that sends
 * writes to the socket itself, and a thread that waits for a message sleeps in {@code epoll_wait}
 * itself. Two rights make that safe:
 *
 * <ul>
 *   <li>the {@link io.phoenix.routing.tcp.Baton}: whoever holds it <em>is</em> the loop, may touch
 *       the node's state and counts as Netty's event loop thread. It is given back while its holder
 *       sleeps, so that others can send meanwhile;
 *   <li>the <em>seat</em> at the poll, in {@link io.phoenix.routing.tcp.Drivers}: one thread at a
 *       time asks the operating system for events: a thread that waits in {@code runUntil}, or else
 *       the background thread, which steps in when no other thread has polled for about a
 *       millisecond.
 * </ul>
 *
 * <p>Invariant (no lost wake-up): while a task is queued, the baton is held, or a thread that has
 * the seat has been woken, or the background thread has been. Every giving back is followed by a
 * look at the queue, and every queueing by a look at the baton, each after a full fence: one of the
 * two sees the other.
 *
 * <p><b>Wires.</b> {@link io.phoenix.routing.tcp.TcpWire} copies bytes once each way, between the
 * caller's buffers and direct memory that is reused ({@link io.phoenix.routing.tcp.SendQueue},
 * {@link io.phoenix.routing.tcp.ReceiveBuffer}). Little is left unsent in the kernel
 * (TCP_NOTSENT_LOWAT), so that control frames do not wait behind bulk data there.
 *
 * <p><b>Last words.</b> What a node says when it leaves must be read, so a transport that closes
 * says on each wire that there is no more, and the loop, though told to end, goes on for a moment
 * to drop what comes in until the other end closes.
 *
 * <p><b>Failures.</b> A task that throws is logged, and the loop goes on. If the virtual machine
 * fails (out of memory, out of stack), what was being done is half done: the node is told, and the
 * loop ends. A loop that does not turn is said by {@link io.phoenix.routing.tcp.LoopWatch}.
 *
 * <p>Paper 001, section 4: links between resources.
 */
@NullMarked
package io.phoenix.routing.tcp;

import org.jspecify.annotations.NullMarked;
