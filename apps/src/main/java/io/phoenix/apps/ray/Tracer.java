package io.phoenix.apps.ray;

import io.phoenix.apps.picture.Rectangle;
import io.phoenix.apps.picture.Tile;

/**
 * Follows rays of light backwards, from the camera to what it sees (Whitted, <i>An improved
 * illumination model for shaded display</i>, 1980).
 *
 * <p>A pixel's colour depends on the scene and on its place alone, and only on operations that Java
 * defines to the last bit: a picture is the same wherever its parts were rendered.
 */
final class Tracer {
  private static final int FULL = 255;

  private final Scene scene;
  private final Shape[] shapes;

  /** Renders a scene. */
  Tracer(Scene scene) {
    this.scene = scene;
    this.shapes = scene.shapes().toArray(Shape[]::new);
  }

  /** The whole picture, in one thread. */
  Tile serial() {
    return render(new Rectangle(0, 0, scene.width(), scene.height()), () -> {});
  }

  /**
   * A part of the picture.
   *
   * @param afterRow is run now and then
   */
  Tile render(Rectangle part, Runnable afterRow) {
    int[] pixels = new int[part.pixels()];
    int next = 0;
    for (int y = 0; y < part.height(); y++) {
      for (int x = 0; x < part.width(); x++) {
        pixels[next++] = pixel(part.left() + x, part.top() + y);
      }
      afterRow.run();
    }
    return new Tile(part, pixels);
  }

  /** The mean of the pixel's samples, which lie on a grid; as 0xRRGGBB. */
  private int pixel(int x, int y) {
    int samples = scene.samples();
    Vec sum = Vec.ZERO;
    for (int i = 0; i < samples; i++) {
      for (int j = 0; j < samples; j++) {
        double px = (x + (i + 0.5) / samples) / scene.width() * 2 - 1;
        double py = (y + (j + 0.5) / samples) / scene.height() * 2 - 1;
        sum = sum.plus(color(scene.camera().through(px, py), scene.bounces()));
      }
    }
    Vec mean = sum.times(1.0 / (samples * samples));
    return level(mean.x()) << 16 | level(mean.y()) << 8 | level(mean.z());
  }

  /** The square root stands for the display's gamma of about two. */
  private static int level(double light) {
    return (int) (Math.sqrt(Math.max(0, Math.min(1, light))) * FULL + 0.5);
  }

  private Vec color(Ray ray, int bounces) {
    Shape nearest = null;
    double distance = Shape.MISS;
    for (Shape shape : shapes) {
      double here = shape.distance(ray);
      if (here < distance) {
        distance = here;
        nearest = shape;
      }
    }
    if (nearest == null) {
      return background(ray.direction());
    }
    Vec point = ray.at(distance);
    Vec normal = nearest.normal(point);
    if (normal.dot(ray.direction()) > 0) {
      normal = normal.times(-1); // seen from behind or from inside
    }
    Material material = nearest.material();
    Vec outside = point.plus(normal.times(1e-7)); // not on the surface itself
    Vec color = shade(material, point, outside, normal, ray.direction());
    if (material.reflection() > 0 && bounces > 0) {
      Vec mirrored = color(new Ray(outside, ray.direction().mirrored(normal)), bounces - 1);
      color = color.plus(mirrored.times(material.reflection()));
    }
    return color;
  }

  private Vec background(Vec direction) {
    double height = Math.max(0, direction.y());
    return scene.horizon().times(1 - height).plus(scene.zenith().times(height));
  }

  private Vec shade(Material material, Vec point, Vec outside, Vec normal, Vec direction) {
    Vec surface = material.colorAt(point).times(material.diffuse());
    Vec color = surface.times(scene.ambient());
    for (Light light : scene.lights()) {
      Vec toLight = light.at().minus(outside);
      double distance = toLight.length();
      Ray ray = new Ray(outside, toLight.times(1 / distance));
      double cosine = normal.dot(ray.direction());
      if (cosine > 0 && !isBlocked(ray, distance)) {
        color = color.plus(surface.filter(light.color()).times(cosine));
        double mirrored = direction.mirrored(normal).dot(ray.direction());
        if (mirrored > 0) {
          color = color.plus(light.color().times(material.highlight(mirrored)));
        }
      }
    }
    return color;
  }

  private boolean isBlocked(Ray ray, double distance) {
    for (Shape shape : shapes) {
      if (shape.distance(ray) < distance) {
        return true;
      }
    }
    return false;
  }
}
