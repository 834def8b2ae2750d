package io.phoenix.apps.ray;

/**
 * A triangle, as a corner and the edges from it to the two others (Möller and Trumbore, <i>Fast,
 * minimum storage ray/triangle intersection</i>, 1997).
 */
record Triangle(Vec corner, Vec edge1, Vec edge2, Vec facing, Material material) implements Shape {
  static Triangle of(Vec a, Vec b, Vec c, Material material) {
    Vec edge1 = b.minus(a);
    Vec edge2 = c.minus(a);
    return new Triangle(a, edge1, edge2, edge1.cross(edge2).unit(), material);
  }

  @Override
  public double distance(Ray ray) {
    Vec across = ray.direction().cross(edge2);
    double determinant = edge1.dot(across);
    if (determinant == 0) {
      return MISS;
    }
    Vec toRay = ray.from().minus(corner);
    double u = toRay.dot(across) / determinant;
    if (u < 0 || u > 1) {
      return MISS;
    }
    Vec along = toRay.cross(edge1);
    double v = ray.direction().dot(along) / determinant;
    if (v < 0 || u + v > 1) {
      return MISS;
    }
    double distance = edge2.dot(along) / determinant;
    return distance > NEAR ? distance : MISS;
  }

  @Override
  public Vec normal(Vec point) {
    return facing;
  }
}
