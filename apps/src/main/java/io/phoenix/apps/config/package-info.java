/**
 * The ports config: one file that says which hosts there are, in which LANs, and how they can be
 * reached from outside.
 *
 * <pre>{@code
 * application: histogram
 * lans:
 *   office:
 *     hosts: [pc1, pc2, pc3]
 *   cluster:
 *     hosts: ["node[01-16]"]
 *     reach: {jump: gateway.example.org}
 * }</pre>
 *
 * <p>{@link io.phoenix.apps.config.PortsFile} is the way in: it reads a file, YAML or a plain list
 * of hosts, into a {@link io.phoenix.apps.config.PortsConfig}, or says everything that is wrong
 * with it at once, each thing with its line, its column and a suggestion. {@link
 * io.phoenix.apps.config.Reachability} tells who can reach whom, and {@link
 * io.phoenix.apps.config.CheckCommand} prints that.
 *
 * <p>The invariant: no input whatever leads to an exception here, and a config that was read
 * without complaints can be started. Nothing here looks at the network.
 */
@NullMarked
package io.phoenix.apps.config;

import org.jspecify.annotations.NullMarked;
