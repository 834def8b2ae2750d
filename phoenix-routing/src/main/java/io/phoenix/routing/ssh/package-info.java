/**
 * SSH: one connection to each host, which carries tunnels, commands and copies.
 *
 * <p>{@link io.phoenix.routing.ssh.SshHosts} is the way in: it finds the {@link
 * io.phoenix.routing.ssh.SshConnection} to a host, through jump hosts if need be. From the outside
 * in: {@code HostOptions} is what settings and {@code ~/.ssh/config} ({@code ConfigReader}) say of
 * a host; a {@code Line} is one session over a {@code Carrier}; {@code Login} begins it, with
 * {@code KnownHosts} and {@code Identities}; {@code Execution} is one command on it. {@link
 * io.phoenix.routing.ssh.SshTransport} makes wires of tunnels: {@code TunnelWire}, with {@code
 * TunnelInput} and {@code TunnelOutput}; a {@code ReverseListener} lets a server listen for a node
 * that cannot be dialled. This is the only package that knows JSch; it may import that, {@code
 * routing.world} and the API.
 *
 * <p><b>Threads.</b> JSch has one thread per session, which reads, and one per channel that sends.
 * Whatever is written by the reading thread must not wait for long, for everything else on that
 * connection waits with it. Nothing here runs on a node's loop and blocks.
 *
 * <p><b>Departs from JSch's ways</b> where these are not OpenSSH's: its reader of {@code
 * ~/.ssh/config} knows neither {@code ProxyJump} nor {@code Include}; its known hosts are rewritten
 * as a whole when one is added; and its keep-alive is a timeout of the socket, which breaks a
 * packet in two when the network pauses in the midst of it.
 *
 * <p>Invariant: no key of a host is taken for good unless a known-hosts file has it, or the user
 * has asked for new ones to be accepted; one that has changed is refused in either case.
 */
@NullMarked
package io.phoenix.routing.ssh;

import org.jspecify.annotations.NullMarked;
