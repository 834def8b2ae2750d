package io.phoenix.apps.ray;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Reads a scene, one statement a line. In this one, {@code [ ]} marks what may be left out, with
 * what is taken instead.
 *
 * <pre>{@code
 * picture 640 480 [samples 1] [bounces 5]
 * camera at 0 2 -6 look 0 1 0 [up 0 1 0] [fov 50]
 * background 0.2 0.4 0.8 [horizon 0.2 0.4 0.8]    # colours are red, green and blue
 * ambient 0.1
 * light at -4 6 -4 [color 1 1 1]
 * material floor color 1 1 1 [checker 0 0 0 size 1] [diffuse 0.9] [specular 0] [shininess 1]
 * material ball color 0.9 0.2 0.1 specular 0.5 shininess 40 reflection 0.3
 * plane normal 0 1 0 offset 0 material floor
 * sphere at 0 1 0 radius 1 material ball
 * triangle -2 0 2  2 0 2  0 3 2 material ball
 * }</pre>
 *
 * <p>A material is described before it is used. X goes to the right, y up, z away.
 */
final class SceneParser {
  static final int MAX_EDGE = 16_384;
  static final int MAX_SAMPLES = 16;
  private static final int MAX_BOUNCES = 50;
  private static final int MAX_SHAPES = 100_000;

  /** Reads the rest of a statement. */
  @FunctionalInterface
  private interface Reading {
    void read(Statement words) throws SceneError;
  }

  private final Map<String, Reading> statements =
      Map.of(
          "picture", this::readPicture,
          "camera", this::readCamera,
          "background", this::readBackground,
          "ambient", words -> ambient = words.number("ambient", 0, 1),
          "light", this::readLight,
          "material", this::readMaterial,
          "plane", this::readPlane,
          "sphere", this::readSphere,
          "triangle", this::readTriangle);

  private int width = 640;
  private int height = 480;
  private int samples = 1;
  private int bounces = 5;
  private double ambient = 0.1;
  private Vec zenith = Vec.ZERO;
  private Vec horizon = Vec.ZERO;
  private Vec at = new Vec(0, 2, -6);
  private Vec look = new Vec(0, 1, 0);
  private Vec up = new Vec(0, 1, 0);
  private double fov = 50;
  private final List<Light> lights = new ArrayList<>();
  private final List<Shape> shapes = new ArrayList<>();
  private final Map<String, Material> materials = new HashMap<>();

  private SceneParser() {}

  /**
   * Reads a scene.
   *
   * @throws SceneError that says where the text is wrong
   */
  static Scene parse(String text) throws SceneError {
    var parser = new SceneParser();
    int line = 0;
    for (String statement : (Iterable<String>) text.lines()::iterator) {
      parser.read(Statement.of(++line, statement));
    }
    return parser.scene(line);
  }

  private Scene scene(int lines) throws SceneError {
    if (shapes.isEmpty()) {
      throw new SceneError(Math.max(1, lines), 1, "the scene ends without a shape in it");
    }
    return new Scene(
        width,
        height,
        samples,
        bounces,
        ambient,
        zenith,
        horizon,
        Camera.of(at, look, up, fov, (double) width / height),
        List.copyOf(lights),
        List.copyOf(shapes));
  }

  private void read(Statement words) throws SceneError {
    if (words.isAtEnd()) {
      return;
    }
    String name = words.word("a statement");
    Reading reading = statements.get(name);
    if (reading == null) {
      throw words.unknown("a statement", name, statements.keySet());
    }
    reading.read(words);
    if (!words.isAtEnd()) {
      throw words.unexpected(name);
    }
    if (shapes.size() > MAX_SHAPES) {
      throw words.wrong("there are more than " + MAX_SHAPES + " shapes");
    }
  }

  private void readPicture(Statement words) throws SceneError {
    width = words.integer("width", 1, MAX_EDGE);
    height = words.integer("height", 1, MAX_EDGE);
    while (!words.isAtEnd()) {
      switch (words.option("samples", "bounces")) {
        case "samples" -> samples = words.integer("samples", 1, MAX_SAMPLES);
        default -> bounces = words.integer("bounces", 0, MAX_BOUNCES);
      }
    }
  }

  private void readCamera(Statement words) throws SceneError {
    while (!words.isAtEnd()) {
      switch (words.option("at", "look", "up", "fov")) {
        case "at" -> at = words.vector("at");
        case "look" -> look = words.vector("look");
        case "up" -> up = words.direction("up");
        default -> fov = words.number("fov", 1, 170);
      }
    }
    if (!Camera.hasView(at, look, up)) {
      throw words.wrong("the camera looks at itself, or straight up or down");
    }
  }

  private void readBackground(Statement words) throws SceneError {
    zenith = words.color("background");
    horizon = zenith;
    while (!words.isAtEnd()) {
      words.option("horizon");
      horizon = words.color("horizon");
    }
  }

  private void readLight(Statement words) throws SceneError {
    words.expect("at");
    Vec place = words.vector("at");
    Vec color = new Vec(1, 1, 1);
    while (!words.isAtEnd()) {
      words.option("color");
      color = words.color("color");
    }
    lights.add(new Light(place, color));
  }

  private void readMaterial(Statement words) throws SceneError {
    String name = words.word("the material's name");
    if (materials.put(name, MaterialReader.read(words)) != null) {
      throw words.wrong("material '" + name + "' is described twice");
    }
  }

  private void readPlane(Statement words) throws SceneError {
    words.expect("normal");
    Vec normal = words.direction("normal");
    words.expect("offset");
    shapes.add(new Plane(normal, words.number("offset"), material(words)));
  }

  private void readSphere(Statement words) throws SceneError {
    words.expect("at");
    Vec center = words.vector("at");
    words.expect("radius");
    double radius = words.number("radius", Double.MIN_NORMAL, Double.MAX_VALUE);
    shapes.add(new Sphere(center, radius, material(words)));
  }

  private void readTriangle(Statement words) throws SceneError {
    Vec a = words.vector("the first corner");
    Vec b = words.vector("the second corner");
    Vec c = words.vector("the third corner");
    if (!(b.minus(a).cross(c.minus(a)).length() > 0)) {
      throw words.wrong("the triangle's corners lie on one line");
    }
    shapes.add(Triangle.of(a, b, c, material(words)));
  }

  private Material material(Statement words) throws SceneError {
    words.expect("material");
    String name = words.word("the material's name");
    Material material = materials.get(name);
    if (material == null) {
      throw words.unknown("a material described above", name, materials.keySet());
    }
    return material;
  }
}
