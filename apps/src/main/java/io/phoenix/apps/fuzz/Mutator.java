package io.phoenix.apps.fuzz;

import java.io.ByteArrayOutputStream;
import java.util.Arrays;
import java.util.List;
import java.util.random.RandomGenerator;

/**
 * Breaks valid bytes: flips, cuts, inserts, repeats, splices and puts extreme numbers where numbers
 * may be. What looks like protobuf is broken as protobuf as well: see {@link ProtoMutator}.
 */
final class Mutator {
  private static final int MOST_BYTES = 64 << 10;
  private static final long[] EXTREMES = {
    0,
    1,
    -1,
    2,
    127,
    128,
    255,
    256,
    Short.MAX_VALUE,
    Short.MIN_VALUE,
    65_535,
    65_536,
    1 << 20,
    (1 << 20) + 1,
    Integer.MAX_VALUE,
    Integer.MIN_VALUE,
    Integer.MAX_VALUE - 8,
    0xFFFF_FFFFL,
    1L << 32,
    1L << 62,
    Long.MAX_VALUE,
    Long.MAX_VALUE - 1,
    Long.MIN_VALUE
  };

  private final RandomGenerator random;
  private final ProtoMutator proto;
  private List<byte[]> valid = List.of();

  Mutator(RandomGenerator random) {
    this.random = random;
    this.proto = new ProtoMutator(random);
  }

  /** Takes these as what is to be broken from now on. */
  void feed(List<byte[]> bytes) {
    valid = bytes;
  }

  /** Another input; one in thirty is not broken at all. */
  byte[] next() {
    byte[] input = any();
    int times = random.nextInt(30) == 0 ? 0 : 1 + random.nextInt(random.nextInt(8) == 0 ? 16 : 3);
    for (int i = 0; i < times; i++) {
      input = broken(input);
    }
    return input.length <= MOST_BYTES ? input : Arrays.copyOf(input, MOST_BYTES);
  }

  private byte[] any() {
    return valid.isEmpty() ? new byte[0] : valid.get(random.nextInt(valid.size()));
  }

  private byte[] broken(byte[] in) {
    if (in.length == 0) {
      return noise(1 + random.nextInt(64));
    }
    return switch (random.nextInt(13)) {
      case 0 -> flipped(in);
      case 1 -> withByte(in);
      case 2, 3 -> withNumber(in);
      case 4 ->
          Arrays.copyOf(
              in, random.nextInt(random.nextBoolean() ? in.length : Math.min(in.length, 16)));
      case 5 ->
          replaced(in, at(in), 0, noise(1 + random.nextInt(random.nextInt(20) == 0 ? 9000 : 16)));
      case 6 -> replaced(in, at(in), 1 + random.nextInt(16), new byte[0]); // something missing
      case 7 -> repeated(in);
      case 8 -> spliced(in);
      case 9 -> joined(in, any());
      default -> proto.broken(in);
    };
  }

  private int at(byte[] in) {
    return random.nextInt(in.length);
  }

  private byte[] noise(int count) {
    byte[] bytes = new byte[count];
    if (random.nextInt(4) == 0) {
      Arrays.fill(bytes, (byte) random.nextInt());
    } else {
      random.nextBytes(bytes);
    }
    return bytes;
  }

  private byte[] flipped(byte[] in) {
    byte[] out = in.clone();
    out[at(in)] ^= (byte) (1 << random.nextInt(8));
    return out;
  }

  private byte[] withByte(byte[] in) {
    byte[] out = in.clone();
    out[at(in)] = (byte) random.nextInt();
    return out;
  }

  /** Overwrites 1, 2, 4 or 8 bytes with a number, the highest byte first. */
  private byte[] withNumber(byte[] in) {
    byte[] out = in.clone();
    int width = 1 << random.nextInt(4);
    int start = random.nextInt(Math.max(1, in.length - width + 1));
    long number = number(in.length);
    for (int i = Math.min(width, in.length - start) - 1; i >= 0; i--) {
      out[start + i] = (byte) number;
      number >>= 8;
    }
    return out;
  }

  private long number(int length) {
    return switch (random.nextInt(4)) {
      case 0 -> length + random.nextInt(-2, 3);
      case 1 -> random.nextLong() >> random.nextInt(64);
      default -> EXTREMES[random.nextInt(EXTREMES.length)];
    };
  }

  private byte[] repeated(byte[] in) {
    int from = at(in);
    int to = Math.min(in.length, from + 1 + random.nextInt(64));
    byte[] piece = Arrays.copyOfRange(in, from, to);
    int times = random.nextInt(20) == 0 ? 1 + random.nextInt(1000) : 1 + random.nextInt(4);
    var out = new ByteArrayOutputStream();
    for (int i = 0; i < times && out.size() < MOST_BYTES; i++) {
      out.writeBytes(piece);
    }
    return replaced(in, to, 0, out.toByteArray());
  }

  private byte[] spliced(byte[] in) {
    byte[] other = any();
    if (other.length == 0) {
      return in;
    }
    int from = random.nextInt(other.length);
    return joined(
        Arrays.copyOf(in, random.nextInt(in.length + 1)),
        Arrays.copyOfRange(other, from, other.length));
  }

  private static byte[] joined(byte[] first, byte[] second) {
    byte[] out = Arrays.copyOf(first, first.length + second.length);
    System.arraycopy(second, 0, out, first.length, second.length);
    return out;
  }

  /** With {@code count} bytes at a place, as far as they are there, replaced by others. */
  static byte[] replaced(byte[] in, int at, int count, byte[] by) {
    int end = Math.min(in.length, at + count);
    byte[] out = new byte[at + by.length + in.length - end];
    System.arraycopy(in, 0, out, 0, at);
    System.arraycopy(by, 0, out, at, by.length);
    System.arraycopy(in, end, out, at + by.length, in.length - end);
    return out;
  }
}
