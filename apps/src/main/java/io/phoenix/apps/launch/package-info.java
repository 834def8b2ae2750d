/**
 * Starts nodes on many hosts, and talks to them afterwards: {@code phoenix up}, {@code join},
 * {@code leave}, {@code return}, {@code status}, {@code explain}, {@code logs}, {@code down},
 * {@code revoke}, {@code renew}.
 *
 * <p>{@link io.phoenix.apps.launch.UpCommand} is where to begin reading: it makes a {@code
 * ClusterDirectory} for what this machine must know later, an authority that gives each node a
 * certificate, and a {@code Launch}, which starts all hosts at once, each by a {@code
 * HostLauncher}. {@code LinkPlan} decides who dials whom, {@code BridgeOptions} how nodes of other
 * LANs may be dialled when the planned links are gone. The other commands open a {@link
 * io.phoenix.apps.cluster.ControlClient} with the credentials of the cluster's directory.
 *
 * <p>The invariants: what goes wrong with one host is said and does not hinder the others; nodes
 * outlive the command that started them; a command that was interrupted can be repeated, and goes
 * on ({@code Revocation}, {@code Renewal}); a private key is only ever in a file of mode 0600.
 */
@NullMarked
package io.phoenix.apps.launch;

import org.jspecify.annotations.NullMarked;
