package io.phoenix.apps.storm;

import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;

/**
 * Numbers in as many bytes as they need, seven bits in each. Nearly all numbers of a storm's state
 * are small, but there are many: two streams from every node that ever was to every virtual node.
 */
final class Varint {
  private Varint() {}

  /** Writes a number that is not negative. */
  static void write(long number, DataOutput out) throws IOException {
    long rest = number;
    while (rest >= 0x80) {
      out.writeByte((int) ((rest & 0x7F) | 0x80));
      rest >>>= 7;
    }
    out.writeByte((int) rest);
  }

  /** Reads what {@link #write} wrote. */
  static long read(DataInput in) throws IOException {
    long number = 0;
    for (int shift = 0; ; shift += 7) {
      byte next = in.readByte();
      number |= (next & 0x7FL) << shift;
      if (next >= 0) {
        return number;
      }
      if (shift > 56) {
        throw new IOException("a number of more than 63 bits");
      }
    }
  }
}
