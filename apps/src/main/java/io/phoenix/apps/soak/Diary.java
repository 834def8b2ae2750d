package io.phoenix.apps.soak;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;

/** What was done to whom when, for people who look for the cause of a failure: {@code events}. */
final class Diary implements AutoCloseable {
  private final long startNs = System.nanoTime();
  private final PrintWriter out;

  Diary(Path file) throws IOException {
    out = new PrintWriter(Files.newBufferedWriter(file, StandardCharsets.UTF_8), true);
  }

  synchronized void note(String format, Object... arguments) {
    String what = String.format(Locale.ROOT, format, arguments);
    out.printf(Locale.ROOT, "%10.3f %s%n", seconds(System.nanoTime()), what);
  }

  /** A moment, in seconds since the beginning of the diary. */
  double seconds(long timeNs) {
    return (timeNs - startNs) / 1e9;
  }

  @Override
  public synchronized void close() {
    out.close();
  }
}
