package io.phoenix.apps.povray;

import io.phoenix.apps.picture.PictureCommand;
import io.phoenix.apps.picture.PictureFile;
import io.phoenix.apps.picture.Rectangle;
import io.phoenix.apps.picture.Tile;
import io.phoenix.apps.run.Assignment;
import io.phoenix.apps.terminal.UserError;
import io.phoenix.workstealing.Work;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.OptionalLong;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code phoenix run povray}. */
@Command(
    name = PovrayApplication.NAME,
    description = {
      "Renders a scene with POV-Ray, which must be installed on all nodes.",
      "The scene may include files that come with POV-Ray, and no others."
    })
public final class PovrayCommand extends PictureCommand {
  @Parameters(paramLabel = "SCENE", description = "a .pov file")
  private Path file = Path.of("");

  @Option(
      names = "--size",
      paramLabel = "WxH",
      defaultValue = "800x600",
      description = "pixels (default: ${DEFAULT-VALUE})")
  private String sizeText = "";

  @Option(
      names = "--grain",
      paramLabel = "ROWS",
      defaultValue = "0",
      description = "rows that one process renders (default: a 32nd of them)")
  private int grain;

  private String scene = "";
  private Rectangle size = new Rectangle(0, 0, 1, 1);

  @Override
  protected Assignment<List<Tile>> assignment() {
    size = parseSize(sizeText, PovrayApplication.MAX_EDGE);
    if (grain == 0) {
      grain = Math.max(1, size.height() / 32);
    }
    requireWithin("--grain", grain, 1, PovrayApplication.MAX_EDGE);
    try {
      scene = Files.readString(file);
    } catch (IOException e) {
      throw new UserError("cannot read the scene: " + e, "give a .pov file that can be read");
    }
    if (!PovrayProcess.isInstalled()) {
      throw new UserError("povray is not installed", "as root: apt-get install povray");
    }
    return this;
  }

  @Override
  public String application() {
    return PovrayApplication.NAME;
  }

  @Override
  public List<String> arguments() {
    return List.of(scene, size.width() + "x" + size.height(), Integer.toString(grain));
  }

  @Override
  public Work<List<Tile>> work() {
    return new PovrayApplication().work(arguments());
  }

  @Override
  public OptionalLong tasks() {
    return OptionalLong.of(PictureFile.halvings(size, part -> part.height() <= grain, true));
  }

  @Override
  public List<Tile> serial() {
    var povray = new PovrayProcess(scene, size.width(), size.height());
    return List.of(povray.render(0, size.height(), () -> {}));
  }

  @Override
  protected Rectangle size() {
    return size;
  }
}
