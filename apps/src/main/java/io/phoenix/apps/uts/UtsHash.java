package io.phoenix.apps.uts;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.security.DigestException;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;

/**
 * The benchmark's splittable generator: SHA-1 over a node's 20 bytes and the number of a child. The
 * JDK's digest uses the processor's SHA instructions where it has them, and allocates nothing.
 *
 * <p>Nodes lie in a caller's array, {@link #STRIDE} bytes each, so that the child's number is
 * written behind its parent's bytes and both are hashed where they are. One thread at a time.
 */
final class UtsHash {
  /** Bytes of a node. */
  static final int NODE_BYTES = 20;

  /** Bytes from one node in an array to the next: room for the number of a child. */
  static final int STRIDE = NODE_BYTES + Integer.BYTES;

  private static final VarHandle INT =
      MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.BIG_ENDIAN);

  private final MessageDigest sha1;

  UtsHash() {
    try {
      this.sha1 = MessageDigest.getInstance("SHA-1");
    } catch (NoSuchAlgorithmException e) {
      throw new AssertionError("every Java platform has SHA-1", e);
    }
  }

  /** Writes the tree's root: the hash of 16 zeros and the seed. */
  void root(int seed, byte[] nodes, int at) {
    byte[] start = new byte[NODE_BYTES];
    INT.set(start, NODE_BYTES - Integer.BYTES, seed);
    sha1.update(start, 0, NODE_BYTES);
    digestTo(nodes, at);
  }

  /** Writes a child of the node at {@code parent}. */
  void child(byte[] nodes, int parent, int number, int child) {
    INT.set(nodes, parent + NODE_BYTES, number);
    sha1.update(nodes, parent, STRIDE);
    digestTo(nodes, child);
  }

  /** The node's random number, from zero up. */
  static int random(byte[] nodes, int at) {
    return (int) INT.get(nodes, at + NODE_BYTES - Integer.BYTES) & Integer.MAX_VALUE;
  }

  private void digestTo(byte[] nodes, int at) {
    try {
      sha1.digest(nodes, at, NODE_BYTES);
    } catch (DigestException e) {
      throw new IllegalArgumentException("no room for a node at=" + at, e);
    }
  }
}
