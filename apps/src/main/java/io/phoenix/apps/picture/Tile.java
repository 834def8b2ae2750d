package io.phoenix.apps.picture;

import io.phoenix.workstealing.codec.Codec;
import java.util.ArrayList;
import java.util.List;

/**
 * A rendered part of a picture.
 *
 * @param pixels row by row, as 0xRRGGBB
 */
@SuppressWarnings("ArrayRecordComponent") // nobody compares tiles; pictures are compared
public record Tile(Rectangle place, int[] pixels) {
  private static final Codec<Tile> CODEC =
      Codec.of(
          (tile, out) -> {
            Rectangle.CODEC.write(tile.place, out);
            out.putInts(tile.pixels);
          },
          in -> new Tile(Rectangle.CODEC.read(in), in.getInts()));

  /** Of a tile without pixels. */
  private static final int LEAST_BYTES = 5 * Integer.BYTES;

  /** How lists of tiles are written. */
  public static final Codec<List<Tile>> LIST_CODEC =
      Codec.of(
          (tiles, out) -> {
            out.putInt(tiles.size());
            tiles.forEach(tile -> CODEC.write(tile, out));
          },
          in -> {
            int count = in.getCount(LEAST_BYTES);
            List<Tile> tiles = new ArrayList<>(count);
            for (int i = 0; i < count; i++) {
              tiles.add(CODEC.read(in));
            }
            return tiles;
          });

  /** Checks that the pixels fill the place. */
  public Tile {
    if ((long) place.width() * place.height() != pixels.length) {
      throw new IllegalArgumentException(pixels.length + " pixels for " + place);
    }
  }
}
