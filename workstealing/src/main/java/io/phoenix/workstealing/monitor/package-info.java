/**
 * What nodes know of each other: {@link io.phoenix.workstealing.monitor.Monitor} keeps the latest
 * {@link io.phoenix.workstealing.monitor.PeerInfo} of a bounded number of nodes and adds a few of
 * them to messages that are sent anyway (paper 004, section 4.3): it sends no messages of its own.
 *
 * <p>Used by {@code steal} and read by policies. Imports {@code codec}. A core: no clock, no
 * thread.
 */
@NullMarked
package io.phoenix.workstealing.monitor;

import org.jspecify.annotations.NullMarked;
