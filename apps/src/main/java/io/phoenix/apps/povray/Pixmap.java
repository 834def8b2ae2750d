package io.phoenix.apps.povray;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import io.phoenix.apps.picture.Rectangle;
import io.phoenix.apps.picture.Tile;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Reads portable pixmaps (PPM, the binary kind with one byte a colour). */
final class Pixmap {
  private static final String GAP = "(?:\\s|#[^\\n]*\\n)+";
  private static final Pattern HEADER =
      Pattern.compile("P6" + GAP + "(\\d{1,6})" + GAP + "(\\d{1,6})" + GAP + "255\\s");

  private Pixmap() {}

  /** Takes a part out of a pixmap. */
  static Tile read(byte[] bytes, Rectangle part) {
    String start = new String(bytes, 0, Math.min(bytes.length, 1000), ISO_8859_1);
    Matcher header = HEADER.matcher(start);
    if (!header.lookingAt()) {
      throw new IllegalArgumentException("this is no pixmap of one byte a colour");
    }
    int width = Integer.parseInt(header.group(1));
    int height = Integer.parseInt(header.group(2));
    if (bytes.length - header.end() != 3L * width * height
        || part.left() + part.width() > width
        || part.top() + part.height() > height) {
      throw new IllegalArgumentException(
          "%s is not in %d × %d pixels of %,d bytes"
              .formatted(part, width, height, bytes.length - header.end()));
    }
    int[] pixels = new int[part.pixels()];
    for (int i = 0; i < pixels.length; i++) {
      int x = part.left() + i % part.width();
      int y = part.top() + i / part.width();
      int at = header.end() + 3 * (y * width + x);
      pixels[i] = (bytes[at] & 0xff) << 16 | (bytes[at + 1] & 0xff) << 8 | (bytes[at + 2] & 0xff);
    }
    return new Tile(part, pixels);
  }
}
