package io.phoenix.workstealing;

import io.phoenix.api.PhoenixException;

/** A job has no result: a task threw, it was refused or cancelled. The nodes are as before. */
public class JobFailedException extends PhoenixException {
  private static final long serialVersionUID = 1L;

  private final String trace;

  /** Says why, and where. */
  public JobFailedException(String message, String trace) {
    super(message);
    this.trace = trace;
  }

  /** The stack trace of the task that threw, on its node; empty if none did. */
  public String trace() {
    return trace;
  }
}
