package io.phoenix.apps.ray;

import java.awt.image.BufferedImage;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import javax.imageio.ImageIO;

/** A picture, put together from tiles in any order. */
final class Picture {
  private final BufferedImage image;

  Picture(int width, int height, List<Tile> tiles) {
    this.image = new BufferedImage(width, height, BufferedImage.TYPE_INT_RGB);
    for (Tile tile : tiles) {
      image.setRGB(
          tile.left(), tile.top(), tile.width(), tile.height(), tile.pixels(), 0, tile.width());
    }
  }

  /** A pixel, as 0xRRGGBB. */
  int pixel(int x, int y) {
    return image.getRGB(x, y) & 0xff_ff_ff;
  }

  void writePng(Path file) throws IOException {
    try (var out = Files.newOutputStream(file)) {
      if (!ImageIO.write(image, "png", out)) {
        throw new IOException("this Java cannot write PNG");
      }
    }
  }
}
