package io.phoenix.api;

/** The node has left the computation, or is leaving it. */
public class NodeClosedException extends PhoenixException {
  private static final long serialVersionUID = 1L;

  /** Says what was being tried, with whom, and how to mend it. */
  public NodeClosedException(String message) {
    super(message);
  }
}
