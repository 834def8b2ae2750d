package io.phoenix.apps.ray;

import io.phoenix.apps.picture.Rectangle;
import io.phoenix.apps.picture.Tile;
import io.phoenix.workstealing.codec.Codec;
import io.phoenix.workstealing.task.DivideAndConquer;
import io.phoenix.workstealing.task.Parts;
import io.phoenix.workstealing.task.TaskContext;
import java.util.ArrayList;
import java.util.List;

/** A picture, as tasks: rectangles are halved until they are small, then rendered. */
final class RayTasks implements DivideAndConquer<Rectangle, List<Tile>> {
  private final Tracer tracer;
  private final int grain;

  /**
   * Tasks for a picture.
   *
   * @param grain pixels of a rectangle that is not halved any more
   */
  RayTasks(Scene scene, int grain) {
    this.tracer = new Tracer(scene);
    this.grain = grain;
  }

  @Override
  public void divide(Rectangle part, Parts<Rectangle> parts) {
    if (part.pixels() > grain) {
      parts.add(part.half(0));
      parts.add(part.half(1));
    }
  }

  @Override
  public List<Tile> solve(Rectangle part, TaskContext context) {
    List<Tile> tiles = new ArrayList<>();
    tiles.add(tracer.render(part, context::poll));
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
