package io.phoenix.apps.ray;

/**
 * A rendered part of a picture.
 *
 * @param left its place in the picture, in pixels
 * @param pixels row by row, as 0xRRGGBB
 */
@SuppressWarnings("ArrayRecordComponent") // nobody compares tiles; pictures are compared
public record Tile(int left, int top, int width, int height, int[] pixels) {}
