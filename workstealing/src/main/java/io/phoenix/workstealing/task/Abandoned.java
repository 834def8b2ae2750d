package io.phoenix.workstealing.task;

/**
 * Thrown through a task that is not wanted here any more. Not an error: it carries no trace, and no
 * application should catch it.
 */
public final class Abandoned extends RuntimeException {
  private static final long serialVersionUID = 1L;

  /** Makes one. */
  public Abandoned() {
    super("this task is not wanted here any more", null, false, false);
  }
}
