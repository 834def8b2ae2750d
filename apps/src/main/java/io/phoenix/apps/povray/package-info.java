/**
 * Pictures by the real POV-Ray (paper 001 §6.1), which must be installed on all nodes: {@link
 * io.phoenix.apps.povray.PovrayProcess} renders some rows of one, in a process of its own.
 */
@NullMarked
package io.phoenix.apps.povray;

import org.jspecify.annotations.NullMarked;
