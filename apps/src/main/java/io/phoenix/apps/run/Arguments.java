package io.phoenix.apps.run;

import java.util.List;

/**
 * The arguments of a job, in order, as a node reads them. Each method takes the next one, and says
 * what is wrong with it.
 */
public final class Arguments {
  private final String application;
  private final List<String> words;
  private int next;

  /** Reads {@code words} from the first one on. */
  public Arguments(String application, List<String> words) {
    this.application = application;
    this.words = words;
  }

  /**
   * The next one.
   *
   * @param name what it is
   * @throws IllegalArgumentException if there is none
   */
  public String text(String name) {
    if (next == words.size()) {
      throw new IllegalArgumentException(application + ": " + name + " is missing");
    }
    return words.get(next++);
  }

  /** The next one, a number within limits that are both allowed. */
  public int integer(String name, int least, int most) {
    String word = text(name);
    try {
      int number = Integer.parseInt(word);
      if (number < least || number > most) {
        throw new IllegalArgumentException(
            "%s: %s=%d must be from %d to %d".formatted(application, name, number, least, most));
      }
      return number;
    } catch (NumberFormatException e) {
      throw new IllegalArgumentException(
          "%s: %s='%s' is not a number".formatted(application, name, word), e);
    }
  }

  /** The next one, a number. */
  public double real(String name) {
    String word = text(name);
    try {
      return Double.parseDouble(word);
    } catch (NumberFormatException e) {
      throw new IllegalArgumentException(
          "%s: %s='%s' is not a number".formatted(application, name, word), e);
    }
  }

  /** Says that there should be no more. */
  public void end() {
    if (next < words.size()) {
      throw new IllegalArgumentException(
          "%s: '%s' is one argument too many".formatted(application, words.get(next)));
    }
  }
}
