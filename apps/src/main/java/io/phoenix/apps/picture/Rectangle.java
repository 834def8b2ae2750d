package io.phoenix.apps.picture;

import io.phoenix.workstealing.codec.Codec;

/** A part of a picture that is to be rendered, in pixels. */
public record Rectangle(int left, int top, int width, int height) {
  /** How it is written. */
  public static final Codec<Rectangle> CODEC =
      Codec.of(
          (part, out) ->
              out.putInt(part.left).putInt(part.top).putInt(part.width).putInt(part.height),
          in -> new Rectangle(in.getInt(), in.getInt(), in.getInt(), in.getInt()));

  /** Checks that it is one. */
  public Rectangle {
    if (left < 0 || top < 0 || width < 0 || height < 0) {
      throw new IllegalArgumentException(
          "%d × %d pixels at %d, %d".formatted(width, height, left, top));
    }
  }

  /** How many there are in it. */
  public int pixels() {
    return width * height;
  }

  /** The upper or the lower half; {@code i} is 0 or 1. */
  public Rectangle halfOfRows(int i) {
    int middle = height / 2;
    return i == 0
        ? new Rectangle(left, top, width, middle)
        : new Rectangle(left, top + middle, width, height - middle);
  }

  /** One half, of two along the longer edge; {@code i} is 0 or 1. */
  public Rectangle half(int i) {
    if (width >= height) {
      int middle = width / 2;
      return i == 0
          ? new Rectangle(left, top, middle, height)
          : new Rectangle(left + middle, top, width - middle, height);
    }
    return halfOfRows(i);
  }
}
