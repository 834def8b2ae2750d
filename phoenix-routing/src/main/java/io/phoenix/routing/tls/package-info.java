/**
 * Links that only nodes of one cluster can hold: TLS 1.3, both ends authenticated by certificates
 * of the cluster's own authority.
 *
 * <p>{@link io.phoenix.routing.tls.ClusterAuthority} makes the certificates: whoever has its
 * directory decides who belongs to the cluster. A node gets {@link
 * io.phoenix.routing.tls.Credentials}, three files in a directory that {@code Security.tls} names.
 *
 * <p><b>What strangers learn.</b> A TLS server shows its certificate to anybody who asks. So
 * certificates say nothing but random numbers: which node has which is written down by the
 * authority, and, for people, as a comment in the node's files.
 *
 * <p>Only {@code Mint} knows BouncyCastle; a node in operation needs none of it.
 */
@NullMarked
package io.phoenix.routing.tls;

import org.jspecify.annotations.NullMarked;
