package io.phoenix.apps.terminal;

/**
 * Something that the user can mend: printed as {@code error: …} and {@code hint: …} without a stack
 * trace, exit code 1. Commands throw it; {@link CommandErrors} prints it.
 */
public final class UserError extends RuntimeException {
  private static final long serialVersionUID = 1L;

  private final String hint;

  /**
   * An error to print.
   *
   * @param message what went wrong, naming the thing it went wrong with
   * @param hint what to do about it
   */
  public UserError(String message, String hint) {
    super(message);
    this.hint = hint;
  }

  /** What the user can do about it. */
  public String hint() {
    return hint;
  }
}
