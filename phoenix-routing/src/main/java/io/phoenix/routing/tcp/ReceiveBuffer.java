package io.phoenix.routing.tcp;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufAllocator;
import io.netty.buffer.Unpooled;
import io.netty.channel.DefaultMaxMessagesRecvByteBufAllocator;
import java.nio.ByteBuffer;

/**
 * Where one wire's bytes come in: a buffer that Netty reads into again and again. There is none
 * before something comes in, and a small one grows when it is filled: a connection that says little
 * costs little. What the reader leaves (the beginning of a frame) stays where it is; only when room
 * gets short is it moved to the front, which copies less than one frame.
 */
final class ReceiveBuffer extends DefaultMaxMessagesRecvByteBufAllocator {
  private static final int CAPACITY = 256 * 1024;

  private static final int FIRST_CAPACITY = 16 * 1024;
  private static final int GROWTH = 4;

  /** How much a reader may leave: more than the largest frame that a peer may send. */
  private static final int MAX_CAPACITY = 4 << 20;

  /** Reads in a row from one wire while others may be waiting. */
  private static final int MAX_READS = 4;

  private ByteBuf bytes = Unpooled.EMPTY_BUFFER;
  private ByteBuffer view = ByteBuffer.allocate(0);
  private int usualCapacity = FIRST_CAPACITY;

  ReceiveBuffer() {
    super(MAX_READS);
  }

  @Override
  @SuppressWarnings("deprecation") // the return type that the interface asks for
  public Handle newHandle() {
    return new MaxMessageHandle() {
      @Override
      public int guess() {
        return CAPACITY;
      }

      @Override
      public ByteBuf allocate(ByteBufAllocator alloc) {
        makeRoom();
        return bytes.retain();
      }
    };
  }

  /** What has come in and was not consumed. */
  ByteBuffer unread() {
    view.limit(bytes.writerIndex());
    view.position(bytes.readerIndex());
    return view;
  }

  /** Takes note of how far {@link #unread} was consumed. */
  void consumed() {
    bytes.readerIndex(view.position());
  }

  /** Takes all as consumed. */
  void drop() {
    bytes.clear();
  }

  private void makeRoom() {
    if (bytes.capacity() > 0 && !bytes.isWritable()) {
      usualCapacity = Math.min(CAPACITY, GROWTH * usualCapacity);
    }
    int minRead = usualCapacity / 2; // less room than this is not worth a system call
    if (!bytes.isReadable()) {
      if (bytes.capacity() != usualCapacity) {
        replace(usualCapacity);
      }
      bytes.clear();
    } else if (bytes.writableBytes() < minRead) {
      bytes.discardReadBytes();
      if (bytes.writableBytes() < minRead) {
        int capacity = Math.max(usualCapacity, 2 * bytes.capacity());
        if (capacity > MAX_CAPACITY) {
          throw new IllegalStateException(
              bytes.readableBytes() + " bytes were left unread, expected a frame to be shorter");
        }
        replace(capacity);
      }
    }
  }

  private void replace(int capacity) {
    ByteBuf old = bytes;
    bytes = Unpooled.directBuffer(capacity, capacity).writeBytes(old);
    view = bytes.nioBuffer(0, capacity);
    old.release();
  }

  void free() {
    bytes.release();
  }
}
