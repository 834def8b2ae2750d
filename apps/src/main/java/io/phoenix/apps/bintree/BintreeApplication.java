package io.phoenix.apps.bintree;

import io.phoenix.apps.run.Arguments;
import io.phoenix.workstealing.Application;
import io.phoenix.workstealing.Work;
import java.util.List;

/** {@code bintree DEPTH SPINS}. */
public final class BintreeApplication implements Application {
  static final String NAME = "bintree";

  @Override
  public String name() {
    return NAME;
  }

  @Override
  public Work<Long> work(List<String> words) {
    var arguments = new Arguments(NAME, words);
    int depth = arguments.integer("depth", 0, Bintree.MAX_DEPTH);
    int spins = arguments.integer("spins", 0, Bintree.MAX_SPINS);
    arguments.end();
    return Work.ofLongs(new BintreeTasks(spins), depth);
  }
}
