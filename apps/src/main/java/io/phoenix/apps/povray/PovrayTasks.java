package io.phoenix.apps.povray;

import io.phoenix.apps.picture.Rectangle;
import io.phoenix.apps.picture.Tile;
import io.phoenix.workstealing.codec.Codec;
import io.phoenix.workstealing.task.DivideAndConquer;
import io.phoenix.workstealing.task.Parts;
import io.phoenix.workstealing.task.TaskContext;
import java.util.ArrayList;
import java.util.List;

/** A picture, as tasks: rows are halved until they are few, then POV-Ray renders them. */
final class PovrayTasks implements DivideAndConquer<Rectangle, List<Tile>> {
  private final PovrayProcess povray;
  private final int grain;

  /**
   * Tasks for a picture.
   *
   * @param grain rows that are not halved any more
   */
  PovrayTasks(PovrayProcess povray, int grain) {
    this.povray = povray;
    this.grain = grain;
  }

  @Override
  public void divide(Rectangle part, Parts<Rectangle> parts) {
    if (part.height() > grain) {
      parts.add(part.halfOfRows(0));
      parts.add(part.halfOfRows(1));
    }
  }

  @Override
  public List<Tile> solve(Rectangle part, TaskContext context) {
    List<Tile> tiles = new ArrayList<>();
    tiles.add(povray.render(part.top(), part.height(), context::poll));
    return tiles;
  }

  @Override
  public List<Tile> initial(Rectangle part) {
    return new ArrayList<>();
  }

  @Override
  public List<Tile> combine(List<Tile> soFar, List<Tile> part) {
    soFar.addAll(part);
    return soFar;
  }

  @Override
  public Codec<Rectangle> problems() {
    return Rectangle.CODEC;
  }

  @Override
  public Codec<List<Tile>> results() {
    return Tile.LIST_CODEC;
  }
}
