package io.phoenix.apps.soak;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * What a node has counted so far.
 *
 * @param sent messages that it sent
 * @param received messages that it received
 * @param strange messages that it received and that no node of the soak sends
 * @param doubts what its node says to be in doubt: {@code name=messages,…}
 * @param strangers the senders of the strange ones, with commas
 * @param conflict what it was told of another owner of its virtual nodes; empty if there was none
 */
record NodeStats(
    long sent, long received, long strange, String doubts, String strangers, String conflict) {

  String toLine() {
    return "%d %d %d|%s|%s|%s".formatted(sent, received, strange, doubts, strangers, conflict);
  }

  static NodeStats fromLine(String line) {
    String[] parts = line.split("\\|", 4);
    String[] counts = parts[0].split(" ", -1);
    return new NodeStats(
        Long.parseLong(counts[0]),
        Long.parseLong(counts[1]),
        Long.parseLong(counts[2]),
        parts[1],
        parts[2],
        parts[3]);
  }

  /** Messages in doubt, by the name of the node that vanished. */
  Map<String, Long> inDoubt() {
    Map<String, Long> inDoubt = new LinkedHashMap<>();
    for (String one : words(doubts)) {
      int equals = one.indexOf('=');
      inDoubt.merge(one.substring(0, equals), Long.parseLong(one.substring(equals + 1)), Long::sum);
    }
    return inDoubt;
  }

  List<String> strangerNames() {
    return words(strangers);
  }

  private static List<String> words(String text) {
    return text.isEmpty() ? List.of() : List.of(text.split(",", -1));
  }
}
