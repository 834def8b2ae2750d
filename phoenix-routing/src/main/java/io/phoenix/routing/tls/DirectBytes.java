package io.phoenix.routing.tls;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import java.nio.ByteBuffer;

/** A piece of direct memory that is freed when it is told to be, and two lasting views of it. */
final class DirectBytes {
  private final ByteBuf memory;

  /** For whoever reads from it. */
  final ByteBuffer reader;

  /** For whoever writes into it. */
  final ByteBuffer writer;

  DirectBytes(int capacity) {
    memory = Unpooled.directBuffer(capacity, capacity);
    reader = memory.nioBuffer(0, capacity);
    writer = memory.nioBuffer(0, capacity);
  }

  int capacity() {
    return memory.capacity();
  }

  /** Moves bytes to the front. */
  void move(int start, int end) {
    if (start > 0) {
      memory.setBytes(0, memory, start, end - start);
    }
  }

  /** The first bytes of this in another piece of memory, in place of this one. */
  DirectBytes replaced(int capacity, int start, int end) {
    var other = new DirectBytes(capacity);
    other.memory.setBytes(0, memory, start, end - start);
    free();
    return other;
  }

  void free() {
    memory.release();
  }
}
