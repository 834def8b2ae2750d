package io.phoenix.apps.soak;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/**
 * Reads a journal that may still grow. The file is open only while it is read: over a long run
 * there are more journals than a process may have files open.
 */
final class JournalReader {
  private final Path path;
  private final ByteBuffer buffer = ByteBuffer.allocate(512 * JournalEntry.BYTES);
  private long position;
  private @Nullable JournalEntry head;

  JournalReader(Path path) {
    this.path = path;
    buffer.limit(0);
  }

  /** The next entry, which stays the next one until {@link #pop}; {@code null} if none is there. */
  @Nullable JournalEntry peek() throws IOException {
    if (head == null) {
      if (buffer.remaining() < JournalEntry.BYTES) {
        fill();
      }
      if (buffer.remaining() >= JournalEntry.BYTES) {
        head = JournalEntry.from(buffer);
      }
    }
    return head;
  }

  /** Goes on to the entry after this one. */
  void pop() {
    head = null;
  }

  private void fill() throws IOException {
    if (!path.toFile().exists()) {
      return;
    }
    buffer.compact();
    try (FileChannel file = FileChannel.open(path)) {
      int count = file.read(buffer, position);
      position += Math.max(count, 0);
    }
    buffer.flip();
  }
}
