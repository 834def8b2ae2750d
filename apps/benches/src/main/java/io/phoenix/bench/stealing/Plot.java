package io.phoenix.bench.stealing;

import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;

/** Lines in a coordinate system, as SVG. */
final class Plot {
  private static final int WIDTH = 800;
  private static final int HEIGHT = 450;
  private static final int MARGIN = 50;
  private static final int TICKS = 8;

  /** A line. */
  record Line(String name, String color, List<Point> points) {}

  /** A point of a line. */
  record Point(double x, double y) {}

  private Plot() {}

  static String svg(String title, String xName, String yName, List<Line> lines) {
    double maxX =
        lines.stream().flatMap(l -> l.points.stream()).mapToDouble(Point::x).max().orElse(1);
    double maxY =
        lines.stream().flatMap(l -> l.points.stream()).mapToDouble(Point::y).max().orElse(1);
    var svg = new StringBuilder();
    add(svg, "<svg xmlns='http://www.w3.org/2000/svg' width='%d' height='%d'", WIDTH, HEIGHT);
    add(
        svg,
        " font-family='sans-serif' font-size='12'><rect width='100%%' height='100%%'"
            + " fill='white'/>");
    add(svg, "<text x='%d' y='25' font-size='16'>%s</text>", MARGIN, title);
    for (int i = 0; i <= TICKS; i++) {
      double x = x(i, TICKS);
      double y = y(i, TICKS);
      add(
          svg,
          "<path d='M%.1f %d V%d M%d %.1f H%d' stroke='#ddd'/>",
          x,
          MARGIN,
          HEIGHT - MARGIN,
          MARGIN,
          y,
          WIDTH - MARGIN);
      add(
          svg,
          "<text x='%.1f' y='%d' text-anchor='middle'>%.0f</text>",
          x,
          HEIGHT - MARGIN + 18,
          maxX * i / TICKS);
      add(
          svg,
          "<text x='%d' y='%.1f' text-anchor='end'>%.0f</text>",
          MARGIN - 6,
          y + 4,
          maxY * i / TICKS);
    }
    add(svg, "<text x='%d' y='%d' text-anchor='middle'>%s</text>", WIDTH / 2, HEIGHT - 12, xName);
    add(svg, "<text x='6' y='%d'>%s</text>", MARGIN - 12, yName);
    int row = 0;
    for (Line line : lines) {
      String points =
          line.points.stream()
              .map(p -> String.format(Locale.ROOT, "%.1f,%.1f", x(p.x, maxX), y(p.y, maxY)))
              .collect(Collectors.joining(" "));
      add(
          svg,
          "<polyline fill='none' stroke='%s' stroke-width='1.5' points='%s'/>",
          line.color,
          points);
      add(
          svg,
          "<text x='%d' y='%d' fill='%s'>%s</text>",
          WIDTH - 220,
          20 + 16 * row++,
          line.color,
          line.name);
    }
    return svg.append("</svg>\n").toString();
  }

  private static double x(double value, double max) {
    return MARGIN + value / max * (WIDTH - 2 * MARGIN);
  }

  private static double y(double value, double max) {
    return HEIGHT - MARGIN - value / max * (HEIGHT - 2 * MARGIN);
  }

  private static void add(StringBuilder svg, String format, Object... values) {
    svg.append(String.format(Locale.ROOT, format, values)).append('\n');
  }
}
