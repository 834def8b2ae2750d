package io.phoenix.apps.nqueens;

import io.phoenix.apps.run.Arguments;
import io.phoenix.workstealing.Application;
import io.phoenix.workstealing.Work;
import java.util.List;

/** {@code nqueens all|first N GRAIN}. */
public final class NqueensApplication implements Application {
  static final String NAME = "nqueens";
  static final String ALL = "all";
  static final String FIRST = "first";

  @Override
  public String name() {
    return NAME;
  }

  @Override
  public Work<?> work(List<String> words) {
    var arguments = new Arguments(NAME, words);
    String what = arguments.text("'all' or 'first'");
    boolean isFirst = what.equals(FIRST);
    if (!isFirst && !what.equals(ALL)) {
      throw new IllegalArgumentException(NAME + ": '" + what + "' is neither 'all' nor 'first'");
    }
    int n = arguments.integer("n", 1, isFirst ? Placing.MAX_QUEENS : Queens.MAX);
    int grain = arguments.integer("grain", 0, isFirst ? n : Math.min(n, Queens.MAX_GRAIN));
    arguments.end();
    return isFirst ? first(n, grain) : all(n, grain);
  }

  static Work<Long> all(int n, int grain) {
    return Work.ofLongs(new QueensTasks(n, grain), QueensTasks.EMPTY_BOARD);
  }

  static Work<Placing> first(int n, int grain) {
    return Work.of(new FirstTasks(n, grain), Placing.NONE);
  }
}
