package io.phoenix.api;

/** A send found no room for its message for a long time; the message was not accepted. */
public class SendTimeoutException extends PhoenixException {
  private static final long serialVersionUID = 1L;

  /** Says what was being tried, with whom, and how to mend it. */
  public SendTimeoutException(String message) {
    super(message);
  }
}
