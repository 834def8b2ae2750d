package io.phoenix.apps.ray;

/** Something that can be seen. */
sealed interface Shape permits Sphere, Plane, Triangle {
  /** What {@link #distance} says if the ray misses. */
  double MISS = Double.POSITIVE_INFINITY;

  /** Hits nearer than this are the surface that the ray starts from. */
  double NEAR = 1e-9;

  /** How far along the ray it first hits, beyond {@link #NEAR}; else {@link #MISS}. */
  double distance(Ray ray);

  /** The direction, one long, that the surface faces at a point of it; either of the two. */
  Vec normal(Vec point);

  Material material();
}
