package io.phoenix.apps.fib;

import io.phoenix.apps.run.Arguments;
import io.phoenix.workstealing.Application;
import io.phoenix.workstealing.Work;
import java.util.List;

/** {@code fib N}. */
public final class FibApplication implements Application {
  static final String NAME = "fib";

  @Override
  public String name() {
    return NAME;
  }

  @Override
  public Work<Long> work(List<String> words) {
    var arguments = new Arguments(NAME, words);
    int n = arguments.integer("n", 0, Fib.MAX);
    arguments.end();
    return Work.ofLongs(new FibTasks(), n);
  }
}
