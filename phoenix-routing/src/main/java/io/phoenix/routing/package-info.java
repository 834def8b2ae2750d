/**
 * The overlay that carries messages to virtual nodes. {@link io.phoenix.routing.OverlayProvider} is
 * the way in: {@code Phoenix.open}, {@code Phoenix.embedded} and {@code Phoenix.simulated} end up
 * here, and it puts a node together from the packages below. Nobody else imports all of them.
 *
 * <p>Where a message to virtual node 42 goes, package by package:
 *
 * <ol>
 *   <li>{@code runtime} takes it from the caller's thread to the node's loop;
 *   <li>{@code names} finds the owner of 42, {@code node} hands it to the flow towards that node;
 *   <li>{@code flow} numbers it, and keeps it until it is acknowledged;
 *   <li>{@code dsdv} knows the neighbour that is next on the way;
 *   <li>{@code link} cuts it into frames as {@code wire} lays them out, and writes them to the
 *       neighbour's {@code world.Wire};
 *   <li>{@code tcp} sends the bytes; in tests {@code embedded}, and in the simulator {@code sim}.
 * </ol>
 *
 * <p>The other side is the same in reverse, up to {@code runtime}'s mailbox or the handler of the
 * message's tag. {@code log} keeps what a node that leaves could not hand over; {@code mesh} makes
 * links to nodes that were heard of, so that those who stay are not parted by a leave.
 *
 * <p>Paper 001, sections 3 and 4.
 */
@NullMarked
package io.phoenix.routing;

import org.jspecify.annotations.NullMarked;
