package io.phoenix.apps.ray;

record Sphere(Vec center, double radius, Material material) implements Shape {
  @Override
  public double distance(Ray ray) {
    Vec toCenter = center.minus(ray.from());
    double along = toCenter.dot(ray.direction());
    double root = along * along - toCenter.dot(toCenter) + radius * radius;
    if (root < 0) {
      return MISS;
    }
    double half = Math.sqrt(root);
    if (along - half > NEAR) {
      return along - half;
    }
    return along + half > NEAR ? along + half : MISS; // from inside
  }

  @Override
  public Vec normal(Vec point) {
    return point.minus(center).times(1 / radius);
  }
}
