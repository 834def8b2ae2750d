package io.phoenix.api;

/**
 * This node and another assumed the same virtual nodes; the other came later, and this node lost
 * them.
 */
public class OwnershipConflictException extends PhoenixException {
  private static final long serialVersionUID = 1L;

  /** Says what was being tried, with whom, and how to mend it. */
  public OwnershipConflictException(String message) {
    super(message);
  }
}
