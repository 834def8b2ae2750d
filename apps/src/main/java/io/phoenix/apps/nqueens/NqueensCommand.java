package io.phoenix.apps.nqueens;

import io.phoenix.apps.run.AppCommand;
import io.phoenix.apps.run.Assignment;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code phoenix run nqueens}. */
@Command(
    name = NqueensApplication.NAME,
    description =
        "Queens on a chess board that do not attack each other: counts all ways, or finds one.")
public final class NqueensCommand extends AppCommand {
  @Parameters(
      paramLabel = "N",
      arity = "0..1",
      defaultValue = "15",
      description = "queens, and squares along an edge (default: ${DEFAULT-VALUE})")
  private int n;

  @Option(names = "--first", description = "stop at one solution, whichever comes first")
  private boolean first;

  @Option(
      names = "--grain",
      paramLabel = "ROWS",
      defaultValue = "-1",
      description = "rows that one task fills (default: such that a task takes some microseconds)")
  private int grain;

  @Override
  protected Assignment<?> assignment() {
    requireWithin("N", n, 1, first ? Placing.MAX_QUEENS : Queens.MAX);
    if (grain == -1) {
      grain = first ? Math.max(0, n - FirstQueens.DIVIDED_ROWS) : Queens.goodGrain(n);
    }
    requireWithin("--grain", grain, 0, first ? n : Math.min(n, Queens.MAX_GRAIN));
    return first ? new FirstQueens(n, grain) : new AllQueens(n, grain);
  }
}
