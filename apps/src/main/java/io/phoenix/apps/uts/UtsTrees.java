package io.phoenix.apps.uts;

import io.phoenix.apps.run.Arguments;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;

/** The trees that the benchmark comes with, and how trees are written in a job's arguments. */
final class UtsTrees {
  /**
   * A tree of the benchmark's.
   *
   * @param words the job's arguments that describe it
   * @param known what is published of it
   */
  record Sample(List<String> words, UtsCount known) {}

  /** Small ones, of four million nodes each, and large ones, whose names end in L. */
  static final Map<String, Sample> SAMPLES =
      new TreeMap<>(
          Map.of(
              "T1",
              new Sample(
                  geometric(UtsShape.FIXED, 4, 10, 19), new UtsCount(4_130_071, 3_305_118, 10)),
              "T2",
              new Sample(
                  geometric(UtsShape.CYCLIC, 6, 16, 502), new UtsCount(4_117_769, 2_342_762, 81)),
              "T3",
              new Sample(binomial(2000, 0.124875, 8, 42), new UtsCount(4_112_897, 3_599_034, 1572)),
              "T5",
              new Sample(
                  geometric(UtsShape.LINEAR, 4, 20, 34), new UtsCount(4_147_582, 2_181_318, 20)),
              "T1L",
              new Sample(
                  geometric(UtsShape.FIXED, 4, 13, 29), new UtsCount(102_181_082, 81_746_377, 13)),
              "T1XL",
              new Sample(
                  geometric(UtsShape.FIXED, 4, 15, 29),
                  new UtsCount(1_635_119_272, 1_308_100_063, 15)),
              "T2L",
              new Sample(
                  geometric(UtsShape.CYCLIC, 7, 23, 220), new UtsCount(96_793_510, 53_791_152, 67)),
              "T3L",
              new Sample(
                  binomial(2000, 0.200014, 5, 7), new UtsCount(111_345_631, 89_076_904, 17_844))));

  private static final String GEOMETRIC = "geometric";
  private static final String BINOMIAL = "binomial";

  private UtsTrees() {}

  static List<String> geometric(UtsShape shape, double branching, int limit, int seed) {
    return List.of(
        GEOMETRIC,
        shape.name().toLowerCase(Locale.ROOT),
        Double.toString(branching),
        Integer.toString(limit),
        Integer.toString(seed));
  }

  static List<String> binomial(double branching, double probability, int children, int seed) {
    return List.of(
        BINOMIAL,
        Double.toString(branching),
        Double.toString(probability),
        Integer.toString(children),
        Integer.toString(seed));
  }

  /** Reads what {@link #geometric} or {@link #binomial} wrote. */
  static UtsTree read(Arguments arguments) {
    String kind = arguments.text("'geometric' or 'binomial'");
    return switch (kind) {
      case GEOMETRIC ->
          UtsTree.geometric(
              UtsShape.valueOf(arguments.text("shape").toUpperCase(Locale.ROOT)),
              arguments.real("branching"),
              arguments.integer("limit", 1, Integer.MAX_VALUE),
              arguments.integer("seed", Integer.MIN_VALUE, Integer.MAX_VALUE));
      case BINOMIAL ->
          UtsTree.binomial(
              arguments.real("branching"),
              arguments.real("probability"),
              arguments.integer("children", 0, Integer.MAX_VALUE),
              arguments.integer("seed", Integer.MIN_VALUE, Integer.MAX_VALUE));
      default -> throw new IllegalArgumentException("'" + kind + "' is no kind of tree");
    };
  }
}
