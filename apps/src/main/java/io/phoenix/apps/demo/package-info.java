/**
 * {@code phoenix demo}: a job during which a node joins and another one leaves, for people who see
 * Phoenix for the first time.
 */
@NullMarked
package io.phoenix.apps.demo;

import org.jspecify.annotations.NullMarked;
