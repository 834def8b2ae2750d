package io.phoenix.api;

/** Thrown by a send on the loop, where nothing may wait, when far too much is under way already. */
public class BackPressureException extends PhoenixException {
  private static final long serialVersionUID = 1L;

  /** Says what was being tried, with whom, and how to mend it. */
  public BackPressureException(String message) {
    super(message);
  }
}
