package io.phoenix.apps.uts;

import io.phoenix.apps.run.Arguments;
import io.phoenix.workstealing.Application;
import io.phoenix.workstealing.Work;
import java.util.List;

/**
 * {@code uts GRAIN geometric SHAPE BRANCHING LIMIT SEED} or {@code uts GRAIN binomial BRANCHING
 * PROBABILITY CHILDREN SEED}.
 */
public final class UtsApplication implements Application {
  static final String NAME = "uts";
  static final int MAX_GRAIN = 1_000_000;

  @Override
  public String name() {
    return NAME;
  }

  @Override
  public Work<UtsCount> work(List<String> words) {
    var arguments = new Arguments(NAME, words);
    int grain = arguments.integer("grain", 1, MAX_GRAIN);
    UtsTree tree = UtsTrees.read(arguments);
    arguments.end();
    return Work.of(new UtsTasks(tree, grain), UtsPlace.ROOT);
  }
}
