package io.phoenix.apps.config;

import java.util.List;

/** A piece of a YAML document, with its place. */
sealed interface Yaml {
  Mark at();

  /** What a person would call it. */
  String kind();

  /** A word, a number, a text. */
  record Scalar(Mark at, String text) implements Yaml {
    @Override
    public String kind() {
      return text.isEmpty() ? "nothing" : Complaints.quote(text);
    }
  }

  /** A list. */
  record Sequence(Mark at, List<Yaml> items) implements Yaml {
    @Override
    public String kind() {
      return "a list";
    }
  }

  /** Keys and values, in the order of the file; a key may be there twice. */
  record Mapping(Mark at, List<Entry> entries) implements Yaml {
    @Override
    public String kind() {
      return "a list of keys and values";
    }
  }

  /** A key and its value. */
  record Entry(Scalar key, Yaml value) {}
}
