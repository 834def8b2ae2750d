package io.phoenix.routing.wire;

import java.io.Serial;

/**
 * A peer's bytes are not what the protocol allows. Checked, so that the link cannot forget it; the
 * message is a sentence about the frame, without the peer's address.
 */
public final class BadFrameException extends Exception {
  @Serial private static final long serialVersionUID = 1L;

  /** Without a stack trace: the fault is at the other end of the wire. */
  public BadFrameException(String message) {
    super(message, null, false, false);
  }
}
