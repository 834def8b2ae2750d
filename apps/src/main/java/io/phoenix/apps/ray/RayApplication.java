package io.phoenix.apps.ray;

import io.phoenix.apps.picture.Rectangle;
import io.phoenix.apps.picture.Tile;
import io.phoenix.apps.run.Arguments;
import io.phoenix.workstealing.Application;
import io.phoenix.workstealing.Work;
import java.util.List;

/** {@code ray SCENE GRAIN}: the scene itself, not the name of a file. */
public final class RayApplication implements Application {
  static final String NAME = "ray";
  static final int MAX_GRAIN = 1_000_000;

  @Override
  public String name() {
    return NAME;
  }

  @Override
  public Work<List<Tile>> work(List<String> words) {
    var arguments = new Arguments(NAME, words);
    String text = arguments.text("scene");
    int grain = arguments.integer("grain", 1, MAX_GRAIN);
    arguments.end();
    try {
      Scene scene = SceneParser.parse(text);
      return Work.of(
          new RayTasks(scene, grain), new Rectangle(0, 0, scene.width(), scene.height()));
    } catch (SceneError e) {
      throw new IllegalArgumentException(NAME + ": " + e.getMessage(), e);
    }
  }
}
