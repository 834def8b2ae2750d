package io.phoenix.routing.flow;

/** The two lanes of a flow; each has its own numbers, window and order. */
public final class Lane {
  /** For the application's data. */
  public static final int BULK = 0;

  /** For small messages of protocols: never waits behind bulk data. */
  public static final int URGENT = 1;

  /** How many lanes there are. */
  public static final int COUNT = 2;

  /** What a frame costs in window and buffers beside its payload, so that empty ones count too. */
  public static final int FRAME_OVERHEAD = 64;

  private static final long BULK_WINDOW_BYTES = 4L << 20;
  private static final long URGENT_WINDOW_BYTES = 256L << 10;

  private Lane() {}

  /** How many bytes may be under way in a lane; both ends know it, so nobody has to ask first. */
  public static long windowBytes(int lane) {
    return lane == BULK ? BULK_WINDOW_BYTES : URGENT_WINDOW_BYTES;
  }

  /** The lane that messages with this tag take. */
  public static int ofTag(int tag) {
    return tag < 0 ? URGENT : BULK;
  }
}
