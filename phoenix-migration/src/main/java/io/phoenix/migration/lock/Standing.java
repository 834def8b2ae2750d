package io.phoenix.migration.lock;

/**
 * What a node tells of itself with its lock, so that the initiator can decide what is to move.
 *
 * @param weight how much there is to do in its interval, in the application's terms
 * @param leaving whether it is about to leave, and wants to be given nothing
 */
public record Standing(double weight, boolean leaving) {

  /** Checks the weight. */
  public Standing {
    if (!(weight >= 0) || Double.isInfinite(weight)) {
      throw new IllegalArgumentException("weight=" + weight + " must be a number from 0 up");
    }
  }
}
