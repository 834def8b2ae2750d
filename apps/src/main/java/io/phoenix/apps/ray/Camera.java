package io.phoenix.apps.ray;

/**
 * Where the picture is seen from.
 *
 * @param forward the direction of the picture's middle, one long
 * @param right from the middle to the right edge, for a forward of one
 * @param down from the middle to the lower edge
 */
record Camera(Vec at, Vec forward, Vec right, Vec down) {
  /**
   * A camera at one point that looks to another.
   *
   * @param fov the angle that the picture's height covers, in degrees
   * @param aspect the picture's width by its height
   */
  static Camera of(Vec at, Vec look, Vec up, double fov, double aspect) {
    Vec forward = look.minus(at).unit();
    Vec right = up.cross(forward).unit(); // x to the right, y up, z away: a left hand
    double half = StrictMath.tan(StrictMath.toRadians(fov / 2));
    return new Camera(at, forward, right.times(half * aspect), right.cross(forward).times(half));
  }

  /** Whether one point is seen from the other, with a side that is up. */
  static boolean hasView(Vec at, Vec look, Vec up) {
    return up.cross(look.minus(at)).length() > 0;
  }

  /** The ray through a point of the picture, whose middle is 0, 0 and whose corners are ±1, ±1. */
  Ray through(double x, double y) {
    return new Ray(at, forward.plus(right.times(x)).plus(down.times(y)).unit());
  }
}
