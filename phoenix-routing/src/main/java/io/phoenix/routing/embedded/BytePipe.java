package io.phoenix.routing.embedded;

import java.nio.ByteBuffer;

/**
 * One direction of a connection: a bounded queue of bytes between two threads, like the socket
 * buffers of an operating system.
 */
final class BytePipe {
  /** Not a multiple of anything that frames are made of, so that they are cut everywhere. */
  static final int CAPACITY = 96 * 1024 + 1;

  private final byte[] ring = new byte[CAPACITY];
  private int start;
  private int length;
  private boolean isEnded;

  /** Puts in as much of {@code from} as there is room for. */
  synchronized void put(ByteBuffer from) {
    if (isEnded) {
      from.position(from.limit()); // as into a socket that was closed at the other end
      return;
    }
    int count = Math.min(from.remaining(), CAPACITY - length);
    int at = (start + length) % CAPACITY;
    int first = Math.min(count, CAPACITY - at);
    from.get(ring, at, first);
    from.get(ring, 0, count - first);
    length += count;
  }

  /** Takes out as much as fits into {@code into}. */
  synchronized void take(ByteBuffer into) {
    int count = Math.min(into.remaining(), length);
    int first = Math.min(count, CAPACITY - start);
    into.put(ring, start, first);
    into.put(ring, 0, count - first);
    start = (start + count) % CAPACITY;
    length -= count;
  }

  /** Nothing more comes; what is inside can still be taken. */
  synchronized void end() {
    isEnded = true;
  }

  /** Nothing more comes, and what is inside is lost. */
  synchronized void cut() {
    isEnded = true;
    length = 0;
  }

  synchronized boolean isEmpty() {
    return length == 0;
  }

  synchronized boolean isDone() {
    return isEnded && length == 0;
  }
}
