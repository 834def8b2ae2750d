/**
 * A binary tree of tasks of a given size, the template of divide and conquer (paper 001 §6.1):
 * {@link io.phoenix.apps.bintree.Bintree}.
 */
@NullMarked
package io.phoenix.apps.bintree;

import org.jspecify.annotations.NullMarked;
