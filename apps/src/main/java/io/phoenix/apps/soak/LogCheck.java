package io.phoenix.apps.soak;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** Looks through the logs of nodes for what no node should say, whatever others do to it. */
final class LogCheck {
  private static final Pattern BAD =
      Pattern.compile(
          "^\\S+ ERROR |^Exception in thread|^\\s+at [\\w.$/]+\\(|OutOfMemoryError|StackOverflowError"
              + "|^Caused by: |^# A fatal error");

  private static final int SHOWN = 3;

  private LogCheck() {}

  /** Of each log with bad lines, how many there are and the first. */
  static List<String> complaints(Path directory) throws IOException {
    List<String> complaints = new ArrayList<>();
    try (Stream<Path> logs = Files.list(directory)) {
      for (Path log : (Iterable<Path>) logs.sorted()::iterator) {
        List<String> bad = badLines(log);
        if (!bad.isEmpty()) {
          complaints.add(
              "%s has %d bad lines: %s"
                  .formatted(
                      log.getFileName(), bad.size(), bad.subList(0, Math.min(SHOWN, bad.size()))));
        }
      }
    }
    return complaints;
  }

  private static List<String> badLines(Path log) throws IOException {
    try (Stream<String> lines = Files.lines(log, StandardCharsets.ISO_8859_1)) {
      return lines.filter(line -> BAD.matcher(line).find()).toList();
    }
  }
}
