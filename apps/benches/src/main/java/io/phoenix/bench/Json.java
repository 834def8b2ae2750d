package io.phoenix.bench;

import io.phoenix.bench.Goals.Goal;
import io.phoenix.bench.Results.Figure;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/** The results for programs to read. */
final class Json {
  private Json() {}

  static String of(Results results, List<Goal> goals, Map<String, String> facts) {
    String factLines =
        facts.entrySet().stream()
            .map(fact -> "    " + quote(fact.getKey()) + ": " + quote(fact.getValue()))
            .collect(Collectors.joining(",\n"));
    String figureLines =
        results.values().entrySet().stream()
            .map(entry -> figure(entry.getKey(), entry.getValue()))
            .collect(Collectors.joining(",\n"));
    String goalLines = goals.stream().map(Json::goal).collect(Collectors.joining(",\n"));
    return "{\n  \"run\": {\n%s\n  },\n  \"figures\": [\n%s\n  ],\n  \"goals\": [\n%s\n  ]\n}\n"
        .formatted(factLines, figureLines, goalLines);
  }

  private static String figure(Figure figure, List<Double> values) {
    return "    {\"contender\": %s, \"figure\": %s, \"lowerIsBetter\": %s, \"values\": %s}"
        .formatted(quote(figure.contender()), quote(figure.what()), figure.lowerIsBetter(), values);
  }

  private static String goal(Goal goal) {
    String reached =
        goal.reached().isPresent() ? Double.toString(goal.reached().getAsDouble()) : "null";
    return "    {\"goal\": %s, \"limit\": %s, \"atMost\": %s, \"reached\": %s, \"verdict\": %s}"
        .formatted(quote(goal.text()), goal.limit(), goal.atMost(), reached, quote(goal.verdict()));
  }

  static String quote(String text) {
    var quoted = new StringBuilder("\"");
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      if (c == '"' || c == '\\') {
        quoted.append('\\').append(c);
      } else if (c < ' ') {
        quoted.append("\\u%04x".formatted((int) c));
      } else {
        quoted.append(c);
      }
    }
    return quoted.append('"').toString();
  }
}
