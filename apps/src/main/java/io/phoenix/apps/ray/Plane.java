package io.phoenix.apps.ray;

/** The points whose product with the normal, one long, is the offset. */
record Plane(Vec normal, double offset, Material material) implements Shape {
  @Override
  public double distance(Ray ray) {
    double slope = normal.dot(ray.direction());
    if (slope == 0) {
      return MISS;
    }
    double distance = (offset - normal.dot(ray.from())) / slope;
    return distance > NEAR ? distance : MISS;
  }

  @Override
  public Vec normal(Vec point) {
    return normal;
  }
}
