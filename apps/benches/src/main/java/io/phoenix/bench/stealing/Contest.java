package io.phoenix.bench.stealing;

import java.util.ArrayList;
import java.util.List;

/** Programs that are measured by turns, so that the machine's moods meet all of them. */
final class Contest {
  /** Runs once, and says how many seconds that took. */
  interface Runner {
    double seconds() throws Exception;
  }

  /** How long each runs before it counts: processes that have just started are still compiling. */
  private static final double WARM_UP_SECONDS = 3;

  private final List<Runner> runners = new ArrayList<>();

  /** Takes part; its place in the results. */
  int add(Runner runner) {
    runners.add(runner);
    return runners.size() - 1;
  }

  /** The best time of each, after it has warmed up. */
  double[] best(int rounds) throws Exception {
    for (Runner runner : runners) {
      for (double seconds = 0; seconds < WARM_UP_SECONDS; ) {
        seconds += runner.seconds();
      }
    }
    double[] best = new double[runners.size()];
    for (int round = 0; round < rounds; round++) {
      for (int i = 0; i < best.length; i++) {
        double seconds = runners.get(i).seconds();
        best[i] = round == 0 ? seconds : Math.min(best[i], seconds);
      }
    }
    return best;
  }

  /** Times a piece of code. */
  static Runner timing(Runnable code) {
    return () -> {
      long startNs = System.nanoTime();
      code.run();
      return (System.nanoTime() - startNs) / 1e9;
    };
  }
}
