package io.phoenix.apps.ray;

import io.phoenix.workstealing.Names;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** A line of a scene's description, read word by word; lines and columns count from 1. */
final class Statement {
  private static final Pattern WORD = Pattern.compile("\\S+");

  private record Word(String text, int column) {}

  private final int line;
  private final List<Word> words;
  private final int end;
  private int next;

  private Statement(int line, List<Word> words, int end) {
    this.line = line;
    this.words = words;
    this.end = end;
  }

  /** Cuts a line into words, up to a {@code #} that begins a comment. */
  static Statement of(int line, String text) {
    int comment = text.indexOf('#');
    Matcher matcher = WORD.matcher(comment < 0 ? text : text.substring(0, comment));
    var words = new ArrayList<Word>();
    int end = 1;
    while (matcher.find()) {
      words.add(new Word(matcher.group(), matcher.start() + 1));
      end = matcher.end() + 1;
    }
    return new Statement(line, words, end);
  }

  boolean isAtEnd() {
    return next == words.size();
  }

  /**
   * Takes a word.
   *
   * @param what it should be, for the error if there is none
   */
  String word(String what) throws SceneError {
    if (isAtEnd()) {
      throw new SceneError(line, end, what + " is missing");
    }
    return words.get(next++).text;
  }

  double number(String what) throws SceneError {
    String word = word(what);
    try {
      double number = Double.parseDouble(word);
      if (Double.isFinite(number)) {
        return number;
      }
    } catch (NumberFormatException e) {
      // Reported below, as what is not finite is.
    }
    throw wrong("'" + word + "' is not a number: " + what);
  }

  /** A number within limits, both of which are allowed. */
  double number(String what, double least, double most) throws SceneError {
    double number = number(what);
    if (number < least || number > most) {
      throw wrong("%s=%s must be from %s to %s".formatted(what, number, least, most));
    }
    return number;
  }

  int integer(String what, int least, int most) throws SceneError {
    double number = number(what, least, most);
    if (number != (int) number) {
      throw wrong(what + "=" + number + " must be a whole number");
    }
    return (int) number;
  }

  Vec vector(String what) throws SceneError {
    double x = number(what + "'s first number");
    double y = number(what + "'s second number");
    return new Vec(x, y, number(what + "'s third number"));
  }

  /** A vector with a direction. */
  Vec direction(String what) throws SceneError {
    Vec vector = vector(what);
    if (!(vector.length() > 0)) {
      throw wrong(what + " has no direction");
    }
    return vector.unit();
  }

  Vec color(String what) throws SceneError {
    Vec color = vector(what);
    if (color.x() < 0 || color.y() < 0 || color.z() < 0) {
      throw wrong(what + " must not be negative");
    }
    return color;
  }

  /** Takes one of these words. */
  String option(String... options) throws SceneError {
    String word = word("one of " + String.join(", ", options));
    if (!List.of(options).contains(word)) {
      throw unknown("one of " + String.join(", ", options), word, List.of(options));
    }
    return word;
  }

  /** Takes this word. */
  void expect(String expected) throws SceneError {
    String word = word("'" + expected + "'");
    if (!word.equals(expected)) {
      throw wrong("'" + word + "' is not '" + expected + "', which comes here");
    }
  }

  /** An error at the word that was taken last, which is no name of that kind. */
  SceneError unknown(String kind, String word, Collection<String> names) {
    String guess =
        Names.nearest(word, names).map(name -> "; did you mean '" + name + "'?").orElse("");
    return wrong("'" + word + "' is not " + kind + guess);
  }

  /** An error at the word that comes next, where the statement should end. */
  SceneError unexpected(String statement) {
    String word = words.get(next++).text;
    return wrong("'" + word + "' does not belong to '" + statement + "', which ends before it");
  }

  /** An error at the word that was taken last. */
  SceneError wrong(String problem) {
    int column = next == 0 ? 1 : words.get(next - 1).column;
    return new SceneError(line, column, problem);
  }
}
