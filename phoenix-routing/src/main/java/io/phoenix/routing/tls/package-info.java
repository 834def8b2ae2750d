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
 * certificates say nothing but random numbers, and the role: which node has which is written down
 * by the authority, and, for people, as a comment in the node's files.
 *
 * <p><b>Who speaks for a name.</b> A node makes a key for each start, and its resource name is 63
 * bits of that key's hash; its certificate signs the key ({@code Passport}). {@code CertifiedNames}
 * gives this to the cores as the {@code world.Notary}. The invariant: a node believes about another
 * only what the key of that node's name has signed, and has a link under a name only with the owner
 * of the certificate that vouches for it. The key stays when the certificate is renewed, and goes
 * into the leave log, by which a node that returns proves its former names. Certificates are judged
 * here without the clock, so that all nodes find the same.
 *
 * <p>What remains possible for a member: to make up nodes, each traceable to its certificate; to
 * claim what others assume, which wins until the other claims it again (an epoch cannot be ahead of
 * the clock, so it always can); to lie about how near it is to others, and drop what it should pass
 * on; and to forge data frames and acknowledgements of others, which are not signed. To find
 * another key for a given name takes about 2^63 attempts, for one of N names 2^63 / N. Records that
 * an authority has vouched for which has been replaced since are not believed by newcomers.
 *
 * <p><b>Who gives orders.</b> Whoever has the certificate of an administrator ({@code Role}), by
 * which {@link io.phoenix.routing.tls.Warrant}s are signed. A node's certificate, and every one
 * that was made before there were roles, gives none: {@code phoenix renew} makes the command's own
 * anew.
 *
 * <p>This package may import Netty (its bindings to BoringSSL, and memory), {@code routing.world}
 * and the API, and none of the cores. Only {@code Mint} knows BouncyCastle; a node in operation
 * needs none of it.
 */
@NullMarked
package io.phoenix.routing.tls;

import org.jspecify.annotations.NullMarked;
