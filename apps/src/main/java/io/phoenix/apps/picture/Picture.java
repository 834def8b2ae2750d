package io.phoenix.apps.picture;

import java.awt.image.BufferedImage;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import javax.imageio.ImageIO;

/** A picture, put together from tiles. */
public final class Picture {
  private final BufferedImage image;

  /** Tiles in any order; what they do not cover is black. */
  public Picture(int width, int height, List<Tile> tiles) {
    this.image = new BufferedImage(width, height, BufferedImage.TYPE_INT_RGB);
    for (Tile tile : tiles) {
      Rectangle place = tile.place();
      image.setRGB(
          place.left(),
          place.top(),
          place.width(),
          place.height(),
          tile.pixels(),
          0,
          place.width());
    }
  }

  /** In pixels. */
  public int width() {
    return image.getWidth();
  }

  /** In pixels. */
  public int height() {
    return image.getHeight();
  }

  /** Whether all pixels are the same. */
  public boolean isSame(Picture other) {
    int width = width();
    int height = height();
    return width == other.width()
        && height == other.height()
        && Arrays.equals(
            image.getRGB(0, 0, width, height, null, 0, width),
            other.image.getRGB(0, 0, width, height, null, 0, width));
  }

  /** A pixel, as 0xRRGGBB. */
  public int pixel(int x, int y) {
    return image.getRGB(x, y) & 0xff_ff_ff;
  }

  /** Writes it to a file. */
  public void writePng(Path file) throws IOException {
    try (var out = Files.newOutputStream(file)) {
      if (!ImageIO.write(image, "png", out)) {
        throw new IOException("this Java cannot write PNG");
      }
    }
  }
}
