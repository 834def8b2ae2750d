/**
 * What a node's protocol cores ask of the world around them: wires, timers, and a loop to run on.
 *
 * <p>{@link io.phoenix.routing.world.Transport} makes {@link io.phoenix.routing.world.Wire}s;
 * {@link io.phoenix.routing.world.NodeLoop} is the node's one line of events. There are three
 * worlds: the network ({@code routing.tcp}), memory ({@code routing.embedded}) and the simulator
 * ({@code routing.sim}); the cores cannot tell them apart. {@link io.phoenix.routing.world.Notary}
 * says who may speak for a name. This package holds interfaces, and {@code Unsigned} for worlds
 * without certificates.
 */
@NullMarked
package io.phoenix.routing.world;

import org.jspecify.annotations.NullMarked;
