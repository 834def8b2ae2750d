/**
 * The one collection that the Java library lacks: {@link io.phoenix.routing.collect.LongMap}, keyed
 * by node names without boxing. Used by all cores; imports nothing.
 */
@NullMarked
package io.phoenix.routing.collect;

import org.jspecify.annotations.NullMarked;
