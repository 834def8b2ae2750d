package io.phoenix.workstealing.task;

/** What a task can ask of the runtime while it runs; for the task's own thread only. */
public interface TaskContext {

  /**
   * Returns if the task is still wanted here. Otherwise it throws, and the task must let that pass:
   * its node leaves (the task is computed anew elsewhere), or the job is over or cancelled, or the
   * task was aborted. Costs about a nanosecond.
   */
  void poll();

  /**
   * Writes a line for the person who started the job; it appears there, with the node's name. Never
   * waits: of lines that come faster than they can be shown, a node keeps up to a thousand and
   * drops the rest; the person is told how many those are. Lines of more than 8,000 characters are
   * cut.
   */
  void println(String line);
}
