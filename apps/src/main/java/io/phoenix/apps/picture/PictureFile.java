package io.phoenix.apps.picture;

import io.phoenix.apps.terminal.UserError;
import java.io.IOException;
import java.nio.file.Path;
import java.util.function.Predicate;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Sizes and files of pictures, as commands are told of them. */
public final class PictureFile {
  private static final Pattern SIZE = Pattern.compile("([1-9][0-9]{0,4})x([1-9][0-9]{0,4})");

  private PictureFile() {}

  /**
   * Reads {@code 800x600}.
   *
   * @throws IllegalArgumentException if it is not that
   */
  public static Rectangle parseSize(String text) {
    Matcher matcher = SIZE.matcher(text);
    if (!matcher.matches()) {
      throw new IllegalArgumentException("'" + text + "' is not a size such as 800x600");
    }
    return new Rectangle(
        0, 0, Integer.parseInt(matcher.group(1)), Integer.parseInt(matcher.group(2)));
  }

  /**
   * Writes a picture, and says so.
   *
   * @throws UserError if it cannot be written
   */
  public static String write(Picture picture, Path file) {
    try {
      picture.writePng(file);
      return "%d × %d pixels are in %s".formatted(picture.width(), picture.height(), file);
    } catch (IOException e) {
      throw new UserError(
          "cannot write " + file + ": " + e.getMessage(), "choose another file with --out");
    }
  }

  /** How many tasks halving a picture makes; {@code isLeaf} tells which parts are not halved. */
  public static long halvings(Rectangle part, Predicate<Rectangle> isLeaf, boolean rowsOnly) {
    if (isLeaf.test(part)) {
      return 1;
    }
    Rectangle first = rowsOnly ? part.halfOfRows(0) : part.half(0);
    Rectangle second = rowsOnly ? part.halfOfRows(1) : part.half(1);
    return 1 + halvings(first, isLeaf, rowsOnly) + halvings(second, isLeaf, rowsOnly);
  }
}
