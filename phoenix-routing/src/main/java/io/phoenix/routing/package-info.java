/** The overlay that carries messages to virtual nodes: links, routes, flows and names. */
@NullMarked
package io.phoenix.routing;

import org.jspecify.annotations.NullMarked;
