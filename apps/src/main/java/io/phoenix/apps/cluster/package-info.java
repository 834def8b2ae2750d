/**
 * A node as a process of its own, and how it is talked to while it runs.
 *
 * <p>{@link io.phoenix.apps.cluster.NodeCommand} ({@code phoenix node}) opens a node and starts a
 * {@link io.phoenix.apps.cluster.NodeApplication} on it; {@link
 * io.phoenix.apps.cluster.NodeProcess} sees to its joining and leaving, and does what the commands
 * of {@code phoenix} tell it in {@link io.phoenix.apps.cluster.Control} messages. The commands'
 * side is {@link io.phoenix.apps.cluster.ControlClient}: a node that assumes nothing.
 *
 * <p>Called from {@code apps.launch}, which starts such processes on other hosts. The invariant:
 * whatever comes in a control message, a node goes on; only orders to leave and to end end it, and
 * only an administrator's ({@code OrderAuthorization}): a node's certificate orders nobody about.
 */
@NullMarked
package io.phoenix.apps.cluster;

import org.jspecify.annotations.NullMarked;
