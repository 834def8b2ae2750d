/**
 * Stealing: how work moves between the workers of a node and between nodes, and how results come
 * back (paper 003, sections 3 and 4).
 *
 * <p>{@link io.phoenix.workstealing.steal.Site} is one node's part in one job. Each stolen task is
 * the root of a {@code Subcomputation}, which lives at a virtual node of the thief. The victim
 * keeps a record of it, by which it takes the result, once. {@link
 * io.phoenix.workstealing.steal.Worker} runs subcomputations. {@code StealProtocol} handles
 * messages: its {@code Thief} asks other nodes for work, its {@code Victim} gives work away; {@code
 * SiteWorkers} knows which worker runs what and which workers are asked for tasks.
 *
 * <p>Driven by {@code runtime}. Imports {@code task}, {@code policy}, {@code monitor}, {@code
 * codec} and the statistics of {@code io.phoenix.workstealing}. No clock, no thread, no network;
 * one lock, the site's, since workers and the node's loop both call in.
 *
 * <p><b>Invariants.</b> For each record there is exactly one of these: an answer under way, a
 * subcomputation somewhere, a result under way. A subcomputation is where its virtual node is, also
 * after migrations, and messages about it are sent there. A node that gets an answer takes the
 * work, whether or not it had asked: so a steal is never in doubt, even if the thief has left
 * since.
 *
 * <p><b>Departs from paper 003</b>, section 4, where a migrated subcomputation tells its victim and
 * its thieves its new address: here the overlay knows who assumes a virtual node.
 *
 * <p><b>Mistakes that were tried</b>, each by itself, and the tests that catch them are files of
 * {@code scripts/mutants-src}; {@code scripts/mutants 'steal-*' 'move-*' 'clearinghouse-*'
 * 'member-*'} makes some of them again.
 */
@NullMarked
package io.phoenix.workstealing.steal;

import org.jspecify.annotations.NullMarked;
