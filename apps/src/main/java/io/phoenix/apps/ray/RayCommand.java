package io.phoenix.apps.ray;

import io.phoenix.apps.picture.PictureCommand;
import io.phoenix.apps.picture.PictureFile;
import io.phoenix.apps.picture.Rectangle;
import io.phoenix.apps.picture.Tile;
import io.phoenix.apps.run.Assignment;
import io.phoenix.apps.terminal.UserError;
import io.phoenix.workstealing.Work;
import java.util.List;
import java.util.OptionalLong;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code phoenix run ray}. */
@Command(
    name = RayApplication.NAME,
    description = "A ray tracer: renders a described scene to a PNG file.",
    footerHeading = "%nA scene, one statement a line:%n",
    footer = {
      "  picture 640 480 samples 2 bounces 5",
      "  camera at 0 2 -6 look 0 1 0 fov 50",
      "  background 0.2 0.4 0.8 horizon 0.8 0.9 1   # red, green, blue",
      "  ambient 0.1",
      "  light at -4 6 -4 color 1 1 1",
      "  material floor color 1 1 1 checker 0 0 0 size 1",
      "  material ball color 0.9 0.2 0.1 specular 0.5 shininess 40 reflection 0.3",
      "  plane normal 0 1 0 offset 0 material floor",
      "  sphere at 0 1 0 radius 1 material ball",
      "  triangle -2 0 2  2 0 2  0 3 2 material ball"
    })
public final class RayCommand extends PictureCommand {
  @Parameters(
      paramLabel = "SCENE",
      arity = "0..1",
      defaultValue = SceneFiles.DEFAULT,
      description = "a file, or '" + SceneFiles.DEFAULT + "' (default), which is built in")
  private String name = "";

  @Option(
      names = "--size",
      paramLabel = "WxH",
      description = "pixels, instead of what the scene says")
  private String size = "";

  @Option(
      names = "--samples",
      paramLabel = "N",
      defaultValue = "0",
      description = "rays per pixel along each edge, instead of what the scene says")
  private int samples;

  @Option(
      names = "--grain",
      paramLabel = "PIXELS",
      defaultValue = "256",
      description = "pixels that one task renders (default: ${DEFAULT-VALUE})")
  private int grain;

  private String text = "";
  private Scene scene = Scene.NONE;

  @Override
  protected Assignment<List<Tile>> assignment() {
    requireWithin("--grain", grain, 1, RayApplication.MAX_GRAIN);
    text = SceneFiles.read(name);
    scene = parse(text);
    // A later statement replaces an earlier one, so what was asked for is written below the scene.
    Rectangle wanted = size.isEmpty() ? size() : parseSize(size, SceneParser.MAX_EDGE);
    if (samples != 0) {
      requireWithin("--samples", samples, 1, SceneParser.MAX_SAMPLES);
    }
    text +=
        "%npicture %d %d samples %d%n"
            .formatted(wanted.width(), wanted.height(), samples == 0 ? scene.samples() : samples);
    scene = parse(text);
    return this;
  }

  private Scene parse(String description) {
    try {
      return SceneParser.parse(description);
    } catch (SceneError e) {
      throw new UserError(
          "cannot render " + name + ": " + e.getMessage(),
          "'phoenix run ray --help' shows what a scene looks like");
    }
  }

  @Override
  public String application() {
    return RayApplication.NAME;
  }

  @Override
  public List<String> arguments() {
    return List.of(text, Integer.toString(grain));
  }

  @Override
  public Work<List<Tile>> work() {
    return new RayApplication().work(arguments());
  }

  @Override
  public OptionalLong tasks() {
    return OptionalLong.of(PictureFile.halvings(size(), part -> part.pixels() <= grain, false));
  }

  @Override
  public List<Tile> serial() {
    return List.of(new Tracer(scene).serial());
  }

  @Override
  protected Rectangle size() {
    return new Rectangle(0, 0, scene.width(), scene.height());
  }
}
