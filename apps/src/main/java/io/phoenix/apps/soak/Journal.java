package io.phoenix.apps.soak;

import io.phoenix.apps.soak.JournalEntry.Kind;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/**
 * What a node sent and received, in a file that is added to only. An entry is with the operating
 * system when {@link #add} returns, so it survives a kill -9 of the process. A node that returns
 * goes on in the file that it wrote before it left.
 */
final class Journal implements AutoCloseable {
  private final FileChannel file;
  private final ByteBuffer entry = ByteBuffer.allocateDirect(JournalEntry.BYTES);

  Journal(Path path) throws IOException {
    file = FileChannel.open(path, StandardOpenOption.CREATE, StandardOpenOption.APPEND);
  }

  /** Adds an entry with the present time; the times of a journal only grow. */
  synchronized void add(Kind kind, int stream, int v, int number) {
    entry.clear();
    new JournalEntry(System.nanoTime(), kind, stream, v, number).putTo(entry);
    entry.flip();
    try {
      while (entry.hasRemaining()) {
        file.write(entry);
      }
    } catch (IOException e) {
      throw new UncheckedIOException("the journal cannot be written: nothing is known from now", e);
    }
  }

  @Override
  public synchronized void close() throws IOException {
    file.close();
  }
}
