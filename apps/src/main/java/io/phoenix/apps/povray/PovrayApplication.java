package io.phoenix.apps.povray;

import io.phoenix.apps.picture.PictureFile;
import io.phoenix.apps.picture.Rectangle;
import io.phoenix.apps.picture.Tile;
import io.phoenix.apps.run.Arguments;
import io.phoenix.workstealing.Application;
import io.phoenix.workstealing.Work;
import java.util.List;

/** {@code povray SCENE WxH GRAIN}: the scene itself, not the name of a file. */
public final class PovrayApplication implements Application {
  static final String NAME = "povray";
  static final int MAX_EDGE = 16_384;

  @Override
  public String name() {
    return NAME;
  }

  @Override
  public Work<List<Tile>> work(List<String> words) {
    var arguments = new Arguments(NAME, words);
    String scene = arguments.text("scene");
    Rectangle size = PictureFile.parseSize(arguments.text("size"));
    int grain = arguments.integer("grain", 1, MAX_EDGE);
    arguments.end();
    var povray = new PovrayProcess(scene, size.width(), size.height());
    return Work.of(new PovrayTasks(povray, grain), size);
  }
}
