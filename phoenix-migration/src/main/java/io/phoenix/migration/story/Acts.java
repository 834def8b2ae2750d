package io.phoenix.migration.story;

import java.util.ArrayList;
import java.util.List;
import java.util.random.RandomGenerator;

/** Acts drawn by chance, and acts as source text. */
public final class Acts {
  private Acts() {}

  /**
   * Draws acts: joins first, then anything.
   *
   * @param crashes whether nodes may crash
   */
  public static List<Act> draw(RandomGenerator random, int count, boolean crashes) {
    List<Act> acts = new ArrayList<>();
    for (int i = 0; i < 3; i++) {
      acts.add(new Act.Join(1 + random.nextInt(3)));
    }
    while (acts.size() < count) {
      acts.add(draw(random, crashes));
    }
    return acts;
  }

  private static Act draw(RandomGenerator random, boolean crashes) {
    int node = random.nextInt(100);
    return switch (random.nextInt(crashes ? 18 : 17)) {
      case 0, 1, 2 -> new Act.Join(1 + random.nextInt(3));
      case 3, 4, 5 -> new Act.Leave(node);
      case 6, 7 -> new Act.Balance(node);
      case 8 -> new Act.Cancel(node);
      case 9, 10, 11, 12 -> new Act.Send(node, random.nextInt(64), 1 + random.nextInt(64));
      case 13 -> new Act.Cut(node, random.nextInt(100));
      case 14 -> new Act.Pause(node, 1 << random.nextInt(14));
      case 15 -> new Act.Isolate(node, 1 << random.nextInt(crashes ? 16 : 14));
      case 16 -> new Act.Wait(1 << random.nextInt(13));
      default -> new Act.Crash(node);
    };
  }

  /** Acts as they are written in Java. */
  public static String source(List<Act> acts) {
    return String.join(
        ", ",
        acts.stream()
            .map(
                act ->
                    "new Act."
                        + act.toString()
                            .replaceAll("[a-z]+=", "")
                            .replace('[', '(')
                            .replace(']', ')'))
            .toList());
  }
}
