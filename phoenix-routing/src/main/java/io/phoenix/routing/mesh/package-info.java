/**
 * The mesh: the links that nodes make by themselves, so that those who stay are not parted when a
 * node leaves, the one that everybody was told to dial included.
 *
 * <p>{@link io.phoenix.routing.mesh.Mesh} is told what nodes say about where they listen, which
 * links and ways there are, and says whom to dial. {@code routing.node} calls in; the package may
 * import {@code routing.world}, {@code routing.collect} and {@code phoenix-api}.
 *
 * <h2>Which links</h2>
 *
 * <p>All nodes know of all others, from the records that they flood. So each computes the same
 * {@code Rings} of those that it has a way to, in orders drawn by hashing names, and keeps a link
 * to the next node on each: two rings of its own LAN's nodes, and, if it stands for its LAN, two
 * rings of LANs ({@code NodeConfig.meshLinks} and {@code meshBridges}). Two random rings together
 * have short ways, every node has two links on each ring and so is nobody's favourite, and a ring
 * without one node is still in one piece. A node that cannot be dialled is passed over on each
 * ring; the node after it on the ring tries from its side. Links that there are anyway, from the
 * ports that nodes were given, count.
 *
 * <p>Firewalls can keep the rings from closing. So there is a second rule, and this is the one that
 * the promise rests on: <em>a node to which there is no way is dialled, again and again</em>, by
 * everybody who knows of it. Whenever some nodes are parted from others, each side knows the
 * other's ports; if any of one side can dial any of the other, it does so in the end, and the two
 * sides are one again. Meanwhile nothing is lost: flows wait.
 *
 * <h2>What it tells others</h2>
 *
 * <p>A node tells the address it listens on; if that is every address, those of its interfaces, as
 * the transport knows them ({@code Transport.reachableAt}). Departs from what others see of it: a
 * record is a node's own word, so nobody else may add to it; and behind a translation of addresses,
 * what others see cannot be dialled anyway. Such a node dials others.
 *
 * <h2>Bounds</h2>
 *
 * <p>Ports are hints from members that may be hostile. At most 8 of a node are taken; a few nodes
 * are dialled at once, 16 ways at once and one more each second ({@code DialBudget}); pauses grow
 * to an hour, to a minute while there is no way to the node, to ten if that lasts for an hour; of
 * those dialled because there is no way to them, at most every fourth is one that there never was a
 * way to. Whoever answers must have the name that was expected. An SSH server is used only if this
 * node's own configuration names it ({@code Ways}). A node that has enough links of this kind
 * declines more of them, unless there is no other way between the two. Links that the rings need no
 * longer are kept, a few of them, and closed one by one if there are more; one whose loss parted
 * somebody is made again and kept. Nodes that do not relay take no part: they tell no ports.
 *
 * <p>At rest nothing runs: a node looks again when something has changed or a pause is over.
 *
 * <p>After HyParView (Leitão, Pereira, Rodrigues 2007): a small view that is kept open, and a
 * larger one of known addresses to mend it from. Here the larger one is everybody, so it need not
 * be shuffled. Paper 001, §3.1: nodes connect to a few others only.
 */
@NullMarked
package io.phoenix.routing.mesh;

import org.jspecify.annotations.NullMarked;
