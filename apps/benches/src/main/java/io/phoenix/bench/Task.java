package io.phoenix.bench;

/**
 * What a pair of endpoints is asked to do.
 *
 * @param kind the pattern of messages
 * @param bytes the size of each message, at least 1
 * @param millis how long to measure
 */
record Task(Kind kind, int bytes, int millis) {
  /** Messages in a window, and in a batch. */
  static final int WINDOW = 64;

  /** A pattern of messages. */
  enum Kind {
    /** One message there, one back. Result: nanoseconds for both. */
    ROUND_TRIP,
    /** 64 messages, each sent by itself, then one answer. Result: messages per second. */
    WINDOW_64,
    /** 64 messages written at once, then one answer. Result: messages per second. */
    BATCH_64,
    /** Messages without any answer until the end. Result: messages per second. */
    STREAM
  }

  /** The same for another length of time. */
  Task lasting(int otherMillis) {
    return new Task(kind, bytes, otherMillis);
  }

  /** How many messages make up one round. */
  int burst() {
    return kind == Kind.ROUND_TRIP ? 1 : WINDOW;
  }

  /** How long to run before the clock starts. */
  long warmUpNs() {
    return millis * 1_000_000L / 3;
  }

  /** The result: of {@code messages} messages in {@code elapsedNs} from warm to the last answer. */
  double result(long messages, long elapsedNs) {
    return kind == Kind.ROUND_TRIP
        ? elapsedNs / (double) messages
        : messages * 1e9 / (double) elapsedNs;
  }

  String toLine() {
    return kind + " " + bytes + " " + millis;
  }

  static Task fromLine(String line) {
    String[] words = line.split(" ", -1);
    return new Task(Kind.valueOf(words[0]), Integer.parseInt(words[1]), Integer.parseInt(words[2]));
  }
}
