package io.phoenix.apps.config;

import io.phoenix.apps.config.Yaml.Entry;
import io.phoenix.apps.config.Yaml.Mapping;
import io.phoenix.apps.config.Yaml.Scalar;
import io.phoenix.apps.config.Yaml.Sequence;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The keys and values of one part of a file, each looked at once; what is wrong is noted. */
final class Fields {
  private static final long MAX_LONG_EXPONENT = 62;

  private final Complaints complaints;
  private final Mark at;
  private final Map<String, Entry> entries = new LinkedHashMap<>();

  /**
   * @param known all keys that may be there
   */
  Fields(Mapping mapping, Set<String> known, Complaints complaints) {
    this.complaints = complaints;
    this.at = mapping.at();
    for (Entry entry : mapping.entries()) {
      String key = entry.key().text();
      if (!known.contains(key)) {
        complaints.unknown(entry.key().at(), "key", key, known);
      } else if (entries.putIfAbsent(key, entry) != null) {
        complaints.add(
            entry.key().at(),
            "'" + key + "' is there twice",
            "keep one of them; the first is in line " + entries.get(key).key().at().line());
      }
    }
  }

  Mark at() {
    return at;
  }

  Mark at(String key) {
    Entry entry = entries.get(key);
    return entry == null ? at : entry.value().at();
  }

  @Nullable Yaml get(String key) {
    Entry entry = entries.get(key);
    return entry == null ? null : entry.value();
  }

  @Nullable String text(String key) {
    Yaml value = get(key);
    if (value == null) {
      return null;
    }
    if (value instanceof Scalar scalar && !scalar.text().isEmpty()) {
      return scalar.text();
    }
    complaints.add(value.at(), "'" + key + "' is " + value.kind(), "write a word after it");
    return null;
  }

  /** A word without blanks and control characters, for command lines and names of files. */
  @Nullable String word(String key) {
    String text = text(key);
    if (text != null && !text.matches("[\\p{Graph}&&[^\"'`$\\\\;|<>()]]+")) {
      complaints.add(
          at(key),
          "'" + key + "' is " + Complaints.quote(text) + ", which has unusual characters",
          "letters, digits and / . - _ do");
      return null;
    }
    return text;
  }

  /** A number in {@code [least, most]}; {@code 2^20} is one, too. */
  long number(String key, long least, long most, long otherwise) {
    String text = text(key);
    if (text == null) {
      return otherwise;
    }
    Long number = parse(text);
    if (number == null) {
      complaints.add(
          at(key),
          "'" + key + "' is " + Complaints.quote(text) + ", which is no number",
          "write a number such as 16, or 2^20");
      return otherwise;
    }
    if (number < least || number > most) {
      complaints.add(
          at(key), key + "=" + number + " must be in " + least + ".." + most, "write one of those");
      return otherwise;
    }
    return number;
  }

  private static @Nullable Long parse(String text) {
    String digits = text.replace("_", "");
    try {
      if (digits.startsWith("2^")) {
        long exponent = Long.parseLong(digits.substring(2));
        return exponent < 0 || exponent > MAX_LONG_EXPONENT ? null : 1L << exponent;
      }
      return Long.parseLong(digits);
    } catch (NumberFormatException e) {
      return null;
    }
  }

  /** The words of a list; one word alone is a list, too. */
  List<Scalar> words(String key) {
    List<Scalar> words = new ArrayList<>();
    for (Yaml item : items(key)) {
      if (item instanceof Scalar scalar && !scalar.text().isEmpty()) {
        words.add(scalar);
      } else {
        complaints.add(item.at(), item.kind() + " in '" + key + "'", "only words go here");
      }
    }
    return words;
  }

  /** What a list holds; a value alone is a list of itself. */
  List<Yaml> items(String key) {
    Yaml value = get(key);
    if (value == null || (value instanceof Scalar scalar && scalar.text().isEmpty())) {
      return List.of();
    }
    return value instanceof Sequence sequence ? sequence.items() : List.of(value);
  }
}
