package io.phoenix.routing.flow;

/**
 * How far the lanes of a flow have been accepted.
 *
 * @param bulk the last frame accepted in the bulk lane; 0 if none was
 * @param urgent likewise in the urgent lane
 */
public record Positions(long bulk, long urgent) {
  /** Nothing was ever accepted. */
  public static final Positions NONE = new Positions(0, 0);

  /** The last frame accepted in a lane. */
  public long of(int lane) {
    return lane == Lane.BULK ? bulk : urgent;
  }
}
