package io.phoenix.routing.node;

/** Whether somebody may come back after a leave, and with what. */
public enum LeaveMode {
  /** Nobody comes back: what cannot be handed over is lost, and counted. */
  FOR_GOOD,
  /**
   * Nobody comes back if all could be handed over. Else the rest is written to a log, and somebody
   * may come back with that.
   */
  REST_TO_LOG,
  /** Somebody comes back with the log, and goes on with what the node assumed. */
  WITH_LOG
}
