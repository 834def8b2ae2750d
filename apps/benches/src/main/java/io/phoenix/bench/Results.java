package io.phoenix.bench;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;

/** All that was measured: for each contender and figure, one value per repetition. */
final class Results {
  /**
   * What was measured.
   *
   * @param contender whose it is
   * @param what the figure's name, with the unit
   * @param lowerIsBetter whether it is a time rather than a rate
   */
  record Figure(String contender, String what, boolean lowerIsBetter) {}

  private final Map<Figure, List<Double>> values = new LinkedHashMap<>();

  void add(Figure figure, double value) {
    values.computeIfAbsent(figure, f -> new ArrayList<>()).add(value);
  }

  Map<Figure, List<Double>> values() {
    return values;
  }

  /** The best repetition of a figure: the one that the machine disturbed least. */
  OptionalDouble best(Figure figure) {
    List<Double> all = values.getOrDefault(figure, List.of());
    var stream = all.stream().mapToDouble(Double::doubleValue);
    return figure.lowerIsBetter() ? stream.min() : stream.max();
  }

  static double median(List<Double> values) {
    List<Double> sorted = values.stream().sorted().toList();
    int middle = sorted.size() / 2;
    return sorted.size() % 2 == 1
        ? sorted.get(middle)
        : (sorted.get(middle - 1) + sorted.get(middle)) / 2;
  }
}
