package io.phoenix.apps.ray;

import org.jspecify.annotations.Nullable;

/**
 * What a surface makes of light.
 *
 * @param other the colour of every second cube, for a checkered surface
 * @param cube the edge of the cubes
 * @param diffuse of the light that falls on it, how much it scatters
 * @param specular how bright its highlights are
 * @param shininess how small its highlights are
 * @param reflection of what it mirrors, how much is seen
 */
record Material(
    Vec color,
    @Nullable Vec other,
    double cube,
    double diffuse,
    double specular,
    int shininess,
    double reflection) {
  /** What a material is unless the scene says otherwise. */
  static final Material PLAIN = new Material(new Vec(1, 1, 1), null, 1, 0.9, 0, 1, 0);

  /** Keeps points of a surface that lies between two cubes from falling into both by chance. */
  private static final double INTO_CUBE = 1e-6;

  Vec colorAt(Vec point) {
    if (other == null) {
      return color;
    }
    return (cube(point.x()) + cube(point.y()) + cube(point.z())) % 2 == 0 ? color : other;
  }

  private long cube(double coordinate) {
    return (long) Math.floor(coordinate / cube + INTO_CUBE);
  }

  /** The brightness of a highlight: powers by multiplication are the same on all machines. */
  double highlight(double cosine) {
    double power = 1;
    double square = cosine;
    for (int left = shininess; left > 0; left >>= 1) {
      if ((left & 1) == 1) {
        power *= square;
      }
      square *= square;
    }
    return specular * power;
  }
}
