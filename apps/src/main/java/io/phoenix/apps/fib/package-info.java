/**
 * Fibonacci numbers by double recursion, the toy that shows what a task costs: {@link
 * io.phoenix.apps.fib.Fib}.
 */
@NullMarked
package io.phoenix.apps.fib;

import org.jspecify.annotations.NullMarked;
