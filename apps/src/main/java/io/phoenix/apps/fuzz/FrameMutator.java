package io.phoenix.apps.fuzz;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.random.RandomGenerator;

/**
 * Breaks a sequence of frames so that it stays one: frames are repeated, reordered and dropped, are
 * of another type, become shorter or longer with a length that fits, or get a length that does not.
 */
final class FrameMutator {
  private static final int TYPE = 4;
  private static final int MOST_FRAMES = 64;
  private static final int[] LENGTHS = {
    0, 1, 2, 59, 60, 61, 1 << 15, 1 << 20, (1 << 20) + 2, Integer.MAX_VALUE, Integer.MIN_VALUE, -1
  };

  private final RandomGenerator random;

  FrameMutator(RandomGenerator random) {
    this.random = random;
  }

  byte[] broken(byte[] in) {
    List<byte[]> frames = frames(in);
    if (frames.isEmpty()) {
      return in;
    }
    int at = random.nextInt(frames.size());
    byte[] frame = frames.get(at);
    switch (random.nextInt(7)) {
      case 0 -> frames.add(random.nextInt(frames.size() + 1), frame);
      case 1 -> Collections.shuffle(frames, new java.util.Random(random.nextLong()));
      case 2 -> frames.set(at, withByte(frame, TYPE, random.nextInt(-1, 7)));
      case 3 -> frames.set(at, withLength(frame, LENGTHS[random.nextInt(LENGTHS.length)]));
      case 4 -> frames.set(at, sized(frame, frame.length + 1 + random.nextInt(100)));
      default -> frames.set(at, sized(frame, 5 + random.nextInt(Math.max(1, frame.length - 4))));
    }
    return joined(frames);
  }

  /** The frames that these bytes begin with, and what is left, as the last one. */
  private static List<byte[]> frames(byte[] in) {
    List<byte[]> frames = new ArrayList<>();
    ByteBuffer bytes = ByteBuffer.wrap(in);
    int start = 0;
    while (in.length - start > TYPE && frames.size() < MOST_FRAMES) {
      long length = Integer.toUnsignedLong(bytes.getInt(start));
      int end = (int) Math.min(in.length, start + Math.max(1, length) + 4);
      frames.add(Arrays.copyOfRange(in, start, end));
      start = end;
    }
    return frames;
  }

  private static byte[] sized(byte[] frame, int bytes) {
    return withLength(Arrays.copyOf(frame, bytes), bytes - 4);
  }

  private static byte[] withLength(byte[] frame, int length) {
    byte[] out = frame.clone();
    ByteBuffer.wrap(out).putInt(0, length);
    return out;
  }

  private static byte[] withByte(byte[] frame, int at, int value) {
    byte[] out = frame.clone();
    out[at] = (byte) value;
    return out;
  }

  private static byte[] joined(List<byte[]> frames) {
    byte[] out = new byte[frames.stream().mapToInt(frame -> frame.length).sum()];
    int at = 0;
    for (byte[] frame : frames) {
      System.arraycopy(frame, 0, out, at, frame.length);
      at += frame.length;
    }
    return out;
  }
}
