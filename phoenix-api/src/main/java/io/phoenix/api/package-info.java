/**
 * The programmer's view of Phoenix: a large, fixed space of virtual nodes, and nodes that assume
 * and release parts of it, send to virtual nodes and receive.
 *
 * <p>{@link io.phoenix.api.Phoenix} opens a {@link io.phoenix.api.Node}; everything else is what a
 * node takes and returns. This package imports nothing but the Java library; {@code
 * phoenix-routing} implements it, and {@code phoenix-migration} and {@code workstealing} see
 * nothing else, so that they run over the network and in the simulator alike.
 *
 * <p>Paper: Taura, Endo, Kaneda, Yonezawa, <i>Phoenix</i>, PPoPP 2003, section 3.3. {@code
 * ph_send}, {@code ph_recv}, {@code ph_assume}, {@code ph_release}, {@code ph_add_port}, {@code
 * ph_resource_name} and {@code ph_finalize} are {@code send}, {@code recv}, {@code assume}, {@code
 * release}, {@code addPort}, {@code resourceName} and {@code leave} here.
 */
@NullMarked
package io.phoenix.api;

import org.jspecify.annotations.NullMarked;
