package io.phoenix.apps.picture;

import io.phoenix.apps.run.AppCommand;
import io.phoenix.apps.run.Assignment;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import picocli.CommandLine.Option;

/** {@code phoenix run} of an application whose result is a picture. */
public abstract class PictureCommand extends AppCommand implements Assignment<List<Tile>> {
  @Option(
      names = "--out",
      paramLabel = "FILE",
      defaultValue = "picture.png",
      description = "where the picture goes (default: ${DEFAULT-VALUE})")
  private Path out = Path.of("");

  /** The whole picture. */
  protected abstract Rectangle size();

  /** The size that was asked for: {@code --size}, no edge longer than {@code maxEdge}. */
  protected final Rectangle parseSize(String text, int maxEdge) {
    Rectangle size;
    try {
      size = PictureFile.parseSize(text);
    } catch (IllegalArgumentException e) {
      throw wrong("--size: " + e.getMessage());
    }
    requireWithin("--size", Math.max(size.width(), size.height()), 1, maxEdge);
    return size;
  }

  @Override
  public final Optional<Boolean> isRight(List<Tile> result) {
    return Optional.empty();
  }

  @Override
  public final boolean isSame(List<Tile> one, List<Tile> other) {
    return picture(one).isSame(picture(other));
  }

  @Override
  public final String present(List<Tile> result) {
    return PictureFile.write(picture(result), out);
  }

  private Picture picture(List<Tile> tiles) {
    return new Picture(size().width(), size().height(), tiles);
  }
}
