package io.phoenix.apps.ray;

/** A description that is no scene; the message begins with the line and the column. */
final class SceneError extends Exception {
  private static final long serialVersionUID = 1L;

  SceneError(int line, int column, String problem) {
    super("line %d, column %d: %s".formatted(line, column, problem));
  }
}
