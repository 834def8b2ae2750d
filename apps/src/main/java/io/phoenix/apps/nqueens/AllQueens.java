package io.phoenix.apps.nqueens;

import io.phoenix.apps.run.Assignment;
import io.phoenix.workstealing.Work;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * Asks for the number of all solutions.
 *
 * @param grain how many rows are left when a task is not divided any more
 */
public record AllQueens(int n, int grain) implements Assignment<Long> {
  /** Boards with so many queens are counted in no time. */
  private static final int FEW_ROWS = 6;

  /** With tasks of a good size. */
  public static AllQueens of(int n) {
    return new AllQueens(n, Queens.goodGrain(n));
  }

  @Override
  public String application() {
    return NqueensApplication.NAME;
  }

  @Override
  public List<String> arguments() {
    return List.of(NqueensApplication.ALL, Integer.toString(n), Integer.toString(grain));
  }

  @Override
  public Work<Long> work() {
    return NqueensApplication.all(n, grain);
  }

  @Override
  public OptionalLong tasks() {
    return n - grain <= FEW_ROWS ? OptionalLong.of(Queens.tasks(n, grain)) : OptionalLong.empty();
  }

  @Override
  public Long serial() {
    return Queens.serial(n);
  }

  @Override
  public Optional<Boolean> isRight(Long result) {
    OptionalLong known = Queens.known(n);
    return known.isPresent() ? Optional.of(result == known.getAsLong()) : Optional.empty();
  }

  @Override
  public String present(Long result) {
    return "%d queens: %,d solutions".formatted(n, result);
  }
}
