package io.phoenix.apps.process;

/** Puts any text on one line, and takes it off again. */
final class Lines {
  private Lines() {}

  static String escape(String text) {
    return text.replace("\\", "\\\\").replace("\n", "\\n").replace("\r", "\\r");
  }

  static String unescape(String line) {
    return line.translateEscapes();
  }
}
