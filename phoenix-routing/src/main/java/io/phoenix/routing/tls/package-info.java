/**
 * Links that only nodes of one cluster can hold: TLS 1.3, both ends authenticated by certificates
 * of the cluster's own authority.
 *
 * <p>{@link io.phoenix.routing.tls.TlsTransport} is put over any transport, TCP, tunnels or the
 * simulator's. Its {@code TlsWire}s do no I/O: they encrypt straight into the buffer of the wire
 * below ({@code Sealer}) and decrypt straight out of it ({@code Opener}); small frames that are
 * flushed together share a record. {@code Trust} decides who is let in, {@code Reasons} puts into
 * words why somebody was not.
 *
 * <p>{@link io.phoenix.routing.tls.ClusterAuthority} makes the certificates: whoever has its
 * directory decides who belongs to the cluster. A node gets {@link
 * io.phoenix.routing.tls.Credentials}, three files in a directory that {@code Security.tls} names;
 * {@code MembershipWatch} takes up what changes there. Processes that a command starts on its own
 * machine get theirs through a pipe, of an authority that is in that command's memory only: other
 * users of the machine can connect to their ports, and are not let in. The list of revoked
 * certificates spreads from node to node, as the transport's {@code world.Bulletin}.
 *
 * <p><b>Promises.</b> Nobody above hears of a wire, and no byte of our protocol is read or written,
 * before both ends have proved who they are. Strangers cost little ({@code Doorstep}, {@code
 * Crowd}): five seconds each, nothing but a socket before a whole ClientHello has come, about 100
 * KiB after it, a bounded number of both in all and from each address, and everything is freed at
 * once when one of them has to go. Who belongs here is not kept out by them. A link lasts no longer
 * than the certificates that it was made with: it is then made anew.
 *
 * <p><b>What strangers learn.</b> A TLS server shows its certificate to anybody who asks. So
 * certificates say nothing but random numbers: which node has which is written down by the
 * authority, and, for people, as a comment in the node's files.
 *
 * <p>This package may import Netty (its bindings to BoringSSL, and memory), {@code routing.world}
 * and the API, and none of the cores. Only {@code Mint} knows BouncyCastle; a node in operation
 * needs none of it.
 */
@NullMarked
package io.phoenix.routing.tls;

import org.jspecify.annotations.NullMarked;
