package io.phoenix.apps.nqueens;

import io.phoenix.apps.run.Assignment;
import io.phoenix.workstealing.Work;
import java.util.List;
import java.util.Optional;

/** Asks for one solution, whichever is found first. */
record FirstQueens(int n, int grain) implements Assignment<Placing> {
  /** So many rows make tasks enough: a search tries few of them before it succeeds. */
  static final int DIVIDED_ROWS = 4;

  @Override
  public String application() {
    return NqueensApplication.NAME;
  }

  @Override
  public List<String> arguments() {
    return List.of(NqueensApplication.FIRST, Integer.toString(n), Integer.toString(grain));
  }

  @Override
  public Work<Placing> work() {
    return NqueensApplication.first(n, grain);
  }

  @Override
  public Placing serial() {
    return FirstTasks.serial(n);
  }

  @Override
  public Optional<Boolean> isRight(Placing result) {
    return Optional.of((n == 2 || n == 3) ? result.queens() == 0 : result.isSolution(n));
  }

  /** Any solution is as good as another. */
  @Override
  public boolean isSame(Placing one, Placing other) {
    return one.isSolution(n) == other.isSolution(n);
  }

  @Override
  public String present(Placing result) {
    return result.queens() == 0
        ? n + " queens: there is no solution"
        : n + " queens:\n" + result.draw(n).stripTrailing();
  }
}
