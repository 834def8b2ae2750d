package io.phoenix.apps.fib;

import io.phoenix.apps.run.Arguments;
import io.phoenix.workstealing.Application;
import io.phoenix.workstealing.Work;
import java.util.List;

/** {@code fib divide|closures N}. */
public final class FibApplication implements Application {
  static final String NAME = "fib";
  static final String DIVIDE = "divide";
  static final String CLOSURES = "closures";

  @Override
  public String name() {
    return NAME;
  }

  @Override
  public Work<Long> work(List<String> words) {
    var arguments = new Arguments(NAME, words);
    String way = arguments.text("'divide' or 'closures'");
    int n = arguments.integer("n", 0, Fib.MAX);
    arguments.end();
    return switch (way) {
      case DIVIDE -> Work.ofLongs(new FibTasks(), n);
      case CLOSURES -> Work.ofClosures(new FibClosures(n));
      default ->
          throw new IllegalArgumentException(
              NAME + ": '" + way + "' is neither 'divide' nor 'closures'");
    };
  }
}
