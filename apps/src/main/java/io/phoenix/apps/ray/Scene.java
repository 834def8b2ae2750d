package io.phoenix.apps.ray;

import java.util.List;

/**
 * A described scene; {@link SceneParser} makes it from text.
 *
 * @param width of the picture, in pixels
 * @param samples rays per pixel, along each edge
 * @param bounces how often a ray is mirrored before it is given up
 * @param ambient how much light there is everywhere
 * @param zenith the background's colour above
 * @param horizon the background's colour on the level and below
 */
record Scene(
    int width,
    int height,
    int samples,
    int bounces,
    double ambient,
    Vec zenith,
    Vec horizon,
    Camera camera,
    List<Light> lights,
    List<Shape> shapes) {
  /** Nothing to see. */
  static final Scene NONE =
      new Scene(
          1,
          1,
          1,
          0,
          0,
          Vec.ZERO,
          Vec.ZERO,
          new Camera(Vec.ZERO, Vec.ZERO, Vec.ZERO, Vec.ZERO),
          List.of(),
          List.of());
}
