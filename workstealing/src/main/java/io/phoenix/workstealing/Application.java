package io.phoenix.workstealing;

import java.util.List;

/**
 * Makes the work of jobs. Each node that takes part makes it for itself from the job's arguments,
 * so all must have the same applications.
 *
 * <pre>{@code
 * final class FibApplication implements Application {
 *   public String name() {
 *     return "fib";
 *   }
 *
 *   public Work<Long> work(List<String> arguments) {
 *     if (arguments.size() != 1) {
 *       throw new IllegalArgumentException("fib takes one argument, which number to compute");
 *     }
 *     return Work.ofLongs(new Fib(), Long.parseLong(arguments.get(0)));
 *   }
 * }
 * }</pre>
 */
public interface Application {

  /** The name that jobs ask for. */
  String name();

  /**
   * The work of a job with these arguments: the same on all nodes.
   *
   * @throws IllegalArgumentException if there is something wrong with the arguments; its message is
   *     shown to the person who started the job
   */
  Work<?> work(List<String> arguments);
}
