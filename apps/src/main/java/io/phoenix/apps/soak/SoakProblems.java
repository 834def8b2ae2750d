package io.phoenix.apps.soak;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/** What went wrong, each once. */
final class SoakProblems {
  private static final int MOST = 1000;

  private final Set<String> found = new LinkedHashSet<>();

  synchronized void add(String problem) {
    if (found.size() < MOST) {
      found.add(problem);
    }
  }

  synchronized List<String> found() {
    return new ArrayList<>(found);
  }
}
