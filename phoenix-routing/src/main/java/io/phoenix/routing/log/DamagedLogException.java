package io.phoenix.routing.log;

import io.phoenix.api.PhoenixException;

/** A leave log that cannot be used; who knows the file's name says it, too. */
public final class DamagedLogException extends PhoenixException {
  private static final long serialVersionUID = 1L;

  DamagedLogException(String message) {
    super(message);
  }

  DamagedLogException(String message, Throwable cause) {
    super(message, cause);
  }
}
