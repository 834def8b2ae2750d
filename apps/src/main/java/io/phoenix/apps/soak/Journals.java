package io.phoenix.apps.soak;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.PriorityQueue;
import java.util.function.Consumer;

/** The journals of all nodes, read as one, in the order of time. */
final class Journals {
  private final List<JournalReader> readers = new ArrayList<>();

  /** From now on, this one is read, too. */
  synchronized void add(Path journal) {
    readers.add(new JournalReader(journal));
  }

  /** Reads on, up to a moment. What is written later with an earlier time is read next time. */
  synchronized void readUntil(long timeNs, Consumer<JournalEntry> reader) throws IOException {
    record Next(JournalEntry entry, JournalReader from) {}
    var queue = new PriorityQueue<Next>(Comparator.comparingLong(next -> next.entry().timeNs()));
    for (JournalReader each : readers) {
      JournalEntry entry = each.peek();
      if (entry != null) {
        queue.add(new Next(entry, each));
      }
    }
    for (Next next = queue.poll(); next != null; next = queue.poll()) {
      if (next.entry().timeNs() > timeNs) {
        return;
      }
      reader.accept(next.entry());
      next.from().pop();
      JournalEntry following = next.from().peek();
      if (following != null) {
        queue.add(new Next(following, next.from()));
      }
    }
  }
}
