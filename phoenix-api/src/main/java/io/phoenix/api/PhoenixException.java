package io.phoenix.api;

import org.jspecify.annotations.Nullable;

/** Something that Phoenix was asked to do and could not; the message says what, with whom, why. */
public class PhoenixException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  /** Says what was being tried, with whom, and how to mend it. */
  public PhoenixException(String message) {
    super(message);
  }

  /** As {@link #PhoenixException(String)}, with what caused it. */
  public PhoenixException(String message, @Nullable Throwable cause) {
    super(message, cause);
  }
}
