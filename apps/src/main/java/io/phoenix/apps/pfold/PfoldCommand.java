package io.phoenix.apps.pfold;

import io.phoenix.apps.run.AppCommand;
import io.phoenix.apps.run.Assignment;
import io.phoenix.workstealing.Work;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code phoenix run pfold}. */
@Command(
    name = PfoldApplication.NAME,
    description = {
      "Protein folding: a histogram of the energies of all folds of a chain into a box.",
      "A contact is a pair of sticky monomers (H) next to each other, and not in the chain."
    })
public final class PfoldCommand extends AppCommand implements Assignment<long[]> {
  /** Walks through all points of a box, in both directions: whatever the sequence. */
  private static final Map<String, Long> KNOWN_FOLDS = Map.of("2x2x2", 144L, "3x3x3", 4_960_608L);

  /** Tasks that place more take long: others could not be given enough of them. */
  private static final int MAX_GRAIN = 16;

  @Parameters(
      paramLabel = "BOX",
      arity = "0..1",
      defaultValue = "3x3x3",
      description = "points along the edges, at most 64 in all (default: ${DEFAULT-VALUE})")
  private String boxText = "";

  @Option(
      names = "--length",
      paramLabel = "N",
      defaultValue = "0",
      description = "monomers (default: as many as the box has points)")
  private int length;

  @Option(
      names = "--sequence",
      paramLabel = "HP",
      defaultValue = "HHP",
      description = "sticky (H) and other (P) monomers, repeated (default: ${DEFAULT-VALUE})")
  private String sequence = "";

  @Option(
      names = "--grain",
      paramLabel = "N",
      defaultValue = "-1",
      description =
          "monomers that one task places (default: three fifths of them, at most "
              + MAX_GRAIN
              + ")")
  private int grain;

  private Box box = new Box(1, 1, 1);

  @Override
  protected Assignment<long[]> assignment() {
    try {
      box = Box.parse(boxText);
      if (length == 0) {
        length = box.points();
      }
      requireWithin("--length", length, 1, box.points());
      if (grain == -1) {
        grain = Math.min(length * 3 / 5, MAX_GRAIN);
      }
      requireWithin("--grain", grain, 0, length);
      Polymer.of(sequence, length);
    } catch (IllegalArgumentException e) {
      throw wrong(String.valueOf(e.getMessage()));
    }
    return this;
  }

  @Override
  public String application() {
    return PfoldApplication.NAME;
  }

  @Override
  public List<String> arguments() {
    return List.of(box.toString(), sequence, Integer.toString(length), Integer.toString(grain));
  }

  @Override
  public Work<long[]> work() {
    return new PfoldApplication().work(arguments());
  }

  @Override
  public long[] serial() {
    return new Folding(box, Polymer.of(sequence, length)).serial();
  }

  @Override
  public Optional<Boolean> isRight(long[] result) {
    Long known = length == box.points() ? KNOWN_FOLDS.get(box.toString()) : null;
    return known == null ? Optional.empty() : Optional.of(Arrays.stream(result).sum() == known);
  }

  @Override
  public boolean isSame(long[] one, long[] other) {
    return Arrays.equals(one, other);
  }

  @Override
  public String present(long[] result) {
    return "%d monomers in a box of %s: %,d folds%n%s"
        .formatted(length, box, Arrays.stream(result).sum(), Histogram.draw(result));
  }
}
