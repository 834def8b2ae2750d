package io.phoenix.apps.table;

import java.util.Arrays;

/**
 * A key as it is stored, in the order of virtual nodes: what moves together lies together.
 *
 * @param v the virtual node that it belongs to
 * @param bytes the key; never changed
 */
@SuppressWarnings("ArrayRecordComponent") // compared by content below
record Key(long v, byte[] bytes) implements Comparable<Key> {

  private static final byte[] NOTHING = {};

  /** The key of {@code bytes} in a space of {@code spaceSize} virtual nodes. */
  static Key of(byte[] bytes, long spaceSize) {
    return new Key(Long.remainderUnsigned(hash(bytes), spaceSize), bytes);
  }

  /** Not above any key of virtual node {@code v}, and above all keys of those before it. */
  static Key firstOf(long v) {
    return new Key(v, NOTHING);
  }

  /** FNV-1a, then the finalizer of MurmurHash3, as the low bits of FNV are not very random. */
  private static long hash(byte[] bytes) {
    long h = 0xcbf29ce484222325L;
    for (byte b : bytes) {
      h = (h ^ (b & 0xff)) * 0x100000001b3L;
    }
    h = (h ^ h >>> 33) * 0xff51afd7ed558ccdL;
    h = (h ^ h >>> 33) * 0xc4ceb9fe1a85ec53L;
    return h ^ h >>> 33;
  }

  @Override
  public int compareTo(Key other) {
    int byNode = Long.compare(v, other.v);
    return byNode != 0 ? byNode : Arrays.compareUnsigned(bytes, other.bytes);
  }

  @Override
  public boolean equals(Object object) {
    return object instanceof Key other && v == other.v && Arrays.equals(bytes, other.bytes);
  }

  @Override
  public int hashCode() {
    return 31 * Long.hashCode(v) + Arrays.hashCode(bytes);
  }

  @Override
  public String toString() {
    return "key of " + bytes.length + " bytes at virtual node " + v;
  }
}
