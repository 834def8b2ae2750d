package io.phoenix.apps.ray;

import org.jspecify.annotations.Nullable;

/** Reads the properties of a material, behind its name. */
final class MaterialReader {
  private static final int MAX_SHININESS = 10_000;

  private MaterialReader() {}

  static Material read(Statement words) throws SceneError {
    Vec color = Material.PLAIN.color();
    @Nullable Vec other = null;
    double cube = Material.PLAIN.cube();
    double diffuse = Material.PLAIN.diffuse();
    double specular = Material.PLAIN.specular();
    int shininess = Material.PLAIN.shininess();
    double reflection = Material.PLAIN.reflection();
    while (!words.isAtEnd()) {
      switch (words.option(
          "color", "checker", "size", "diffuse", "specular", "shininess", "reflection")) {
        case "color" -> color = words.color("color");
        case "checker" -> other = words.color("checker");
        case "size" -> cube = words.number("size", 1e-3, 1e6);
        case "diffuse" -> diffuse = words.number("diffuse", 0, 1);
        case "specular" -> specular = words.number("specular", 0, 10);
        case "shininess" -> shininess = words.integer("shininess", 1, MAX_SHININESS);
        default -> reflection = words.number("reflection", 0, 1);
      }
    }
    return new Material(color, other, cube, diffuse, specular, shininess, reflection);
  }
}
