package io.phoenix.apps.soak;

import io.phoenix.apps.storm.Streams;
import java.io.IOException;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;

/** The number of the last message of each of a sender's streams. */
final class SentNumbers {
  private final int lineage;
  private final Map<Long, Integer> last = new HashMap<>();

  private SentNumbers(int lineage) {
    this.lineage = lineage;
  }

  /** Those of a lineage whose journal this is; there need not be one yet. */
  static SentNumbers read(Path journal, int lineage) throws IOException {
    var numbers = new SentNumbers(lineage);
    var reader = new JournalReader(journal);
    for (JournalEntry entry = reader.peek(); entry != null; entry = reader.peek()) {
      switch (entry.kind()) {
        case SENT -> numbers.last.put(key(entry.stream(), entry.v()), entry.number());
        case REFUSED -> numbers.last.put(key(entry.stream(), entry.v()), entry.number() - 1);
        case RECEIVED -> {}
      }
      reader.pop();
    }
    return numbers;
  }

  private static long key(int stream, int v) {
    return ((long) stream << 32) | v;
  }

  int next(int v, boolean urgent) {
    return last.merge(key(Streams.of(lineage, urgent), v), 1, Integer::sum);
  }

  /** The last number of this stream was not used after all. */
  void takeBack(int v, boolean urgent) {
    last.merge(key(Streams.of(lineage, urgent), v), -1, Integer::sum);
  }
}
