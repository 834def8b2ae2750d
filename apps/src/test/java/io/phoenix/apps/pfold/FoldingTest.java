package io.phoenix.apps.pfold;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

class FoldingTest {
  private record Point(int x, int y, int z) {
    boolean isNextTo(Point other) {
      return Math.abs(x - other.x) + Math.abs(y - other.y) + Math.abs(z - other.z) == 1;
    }
  }

  @Test
  void hamiltonianWalksOfTheCubeAreAsManyAsPublished() {
    // 2,480,304 paths, each of them walked in two directions; of 54 pairs, 26 are bonds.
    long[] cube = new long[29];
    cube[28] = 2 * 2_480_304;
    assertThat(fold("3x3x3", "H", 27)).isEqualTo(cube);
    assertThat(Arrays.stream(fold("2x2x2", "H", 8)).sum()).isEqualTo(144);
    assertThat(Arrays.stream(fold("4x4x1", "H", 16)).sum()).isEqualTo(2 * 276);
  }

  @Test
  void histogramsAreThoseOfBruteForce() {
    check("2x2x2", "H", 8);
    check("2x2x3", "HHP", 12);
    check("2x3x2", "HPPH", 9);
    check("3x3x2", "HP", 7);
    check("3x3x3", "HHP", 6);
    check("1x2x5", "H", 7);
    check("1x1x1", "P", 1);
  }

  @Test
  void histogramIsDrawn() {
    assertThat(Histogram.draw(new long[] {0, 2_000, 1_000, 0}))
        .isEqualTo(
            "    1 contacts                2,000 %s\n    2 contacts                1,000 %s"
                .formatted("#".repeat(40), "#".repeat(20)));
  }

  @Test
  void wrongInputIsNamed() {
    assertThatThrownBy(() -> Box.parse("3x3")).hasMessageContaining("3x3");
    assertThatThrownBy(() -> Box.parse("3xax3")).hasMessageContaining("3xax3");
    assertThatThrownBy(() -> Box.parse("5x5x5")).hasMessageContaining("64 points");
    assertThatThrownBy(() -> Box.parse("3x0x3")).hasMessageContaining("3 × 0 × 3");
    assertThatThrownBy(() -> Polymer.of("HXP", 5)).hasMessageContaining("HXP");
    assertThatThrownBy(() -> Polymer.of("H", 0)).hasMessageContaining("length=0");
    assertThatThrownBy(() -> fold("2x2x2", "H", 9)).hasMessageContaining("length=9");
  }

  private static long[] fold(String box, String pattern, int length) {
    return new Folding(Box.parse(box), Polymer.of(pattern, length)).serial();
  }

  /** Without symmetry, sets of bits or running sums: every walk, every pair. */
  private static void check(String box, String pattern, int length) {
    Box size = Box.parse(box);
    var histogram = new TreeMap<Integer, Long>();
    List<Point> points = new ArrayList<>();
    for (int x = 0; x < size.x(); x++) {
      for (int y = 0; y < size.y(); y++) {
        for (int z = 0; z < size.z(); z++) {
          points.add(new Point(x, y, z));
        }
      }
    }
    extend(new ArrayList<>(), points, pattern, length, histogram);
    long[] folded = fold(box, pattern, length);
    var found = new TreeMap<Integer, Long>();
    for (int contacts = 0; contacts < folded.length; contacts++) {
      if (folded[contacts] > 0) {
        found.put(contacts, folded[contacts]);
      }
    }
    assertThat(found).as("%s in %s", pattern, box).isEqualTo(histogram);
  }

  private static void extend(
      List<Point> walk,
      List<Point> points,
      String pattern,
      int length,
      Map<Integer, Long> histogram) {
    if (walk.size() == length) {
      histogram.merge(contacts(walk, pattern), 1L, Long::sum);
      return;
    }
    for (Point point : points) {
      if (!walk.contains(point) && (walk.isEmpty() || walk.get(walk.size() - 1).isNextTo(point))) {
        walk.add(point);
        extend(walk, points, pattern, length, histogram);
        walk.remove(walk.size() - 1);
      }
    }
  }

  private static int contacts(List<Point> walk, String pattern) {
    int contacts = 0;
    for (int i = 0; i < walk.size(); i++) {
      for (int j = i + 2; j < walk.size(); j++) {
        boolean sticky =
            pattern.charAt(i % pattern.length()) == 'H'
                && pattern.charAt(j % pattern.length()) == 'H';
        if (sticky && walk.get(i).isNextTo(walk.get(j))) {
          contacts++;
        }
      }
    }
    return contacts;
  }
}
