package io.phoenix.routing.sim;

import org.jspecify.annotations.Nullable;

/** A promise was broken in a simulated run; the message tells the story and how to replay it. */
public final class SimFailure extends RuntimeException {
  private static final long serialVersionUID = 1L;

  private final String fault;

  SimFailure(String fault, String story, @Nullable Throwable cause) {
    super(fault + System.lineSeparator() + story, cause);
    this.fault = fault;
  }

  /** What is wrong, in one line. */
  public String fault() {
    return fault;
  }
}
