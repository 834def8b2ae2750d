package io.phoenix.apps.fuzz;

import java.nio.ByteBuffer;
import java.util.function.LongPredicate;

/**
 * Keeps an intruder from one lie that is well formed: a frame in the name of an honest node that
 * says to have passed others. Nobody can prove it wrong (see {@code LinkDuty}), so it has effects.
 * Such a frame is made to say that it was not passed on, which costs the link.
 */
final class Lies {
  private static final int PREFIX = 5;
  private static final int HEADER = 24;
  private static final int SOURCE = 16;
  private static final int DATA = 2;
  private static final int PROBE = 4;

  private final LongPredicate isHonest;
  private byte[] pending = {};

  Lies(LongPredicate isHonest) {
    this.isHonest = isHonest;
  }

  /** A wire begins. */
  void reset() {
    pending = new byte[0];
  }

  /** Whether the last frame that was written is not whole yet. */
  boolean isPending() {
    return pending.length > 0;
  }

  /** What may be written on this wire, in place of these bytes; {@code null} if nothing may. */
  byte @org.jspecify.annotations.Nullable [] tamed(byte[] bytes) {
    byte[] all = new byte[pending.length + bytes.length];
    System.arraycopy(pending, 0, all, 0, pending.length);
    System.arraycopy(bytes, 0, all, pending.length, bytes.length);
    ByteBuffer in = ByteBuffer.wrap(all);
    int start = 0;
    while (all.length - start >= PREFIX) {
      int length = in.getInt(start);
      int type = all[start + 4];
      if (length < 1 || length > 2 << 20 || type < 1 || type > PROBE) {
        start = all.length; // the link is closed here
        break;
      }
      if (type >= DATA && all.length - start >= HEADER) {
        int hops = start + (type == DATA ? 7 : 6);
        if (all[hops] != 0 && isHonest.test(in.getLong(start + SOURCE))) {
          if (hops < pending.length) {
            return null;
          }
          all[hops] = 0;
        }
      }
      if (length > all.length - start - 4) {
        break;
      }
      start += 4 + length;
    }
    byte[] out = java.util.Arrays.copyOfRange(all, pending.length, all.length);
    pending = java.util.Arrays.copyOfRange(all, Math.min(start, all.length), all.length);
    return out;
  }
}
