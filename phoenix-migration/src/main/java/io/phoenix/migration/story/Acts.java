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
   * @param absences whether nodes may leave with a log
   */
  public static List<Act> draw(
      RandomGenerator random, int count, boolean crashes, boolean absences) {
    List<Act> acts = new ArrayList<>();
    for (int i = 0; i < 3; i++) {
      acts.add(new Act.Join(1 + random.nextInt(3)));
    }
    while (acts.size() < count) {
      if (absences && random.nextInt(3) == 0) {
        acts.addAll(Absences.scene(random, crashes));
      } else if (random.nextInt(3) == 0) {
        acts.addAll(scene(random, crashes));
      } else {
        acts.add(draw(random, crashes));
      }
    }
    return acts;
  }

  /** Something moves, and is disturbed at a moment that matters. */
  private static List<Act> scene(RandomGenerator random, boolean crashes) {
    int node = random.nextInt(100);
    Act pause = new Act.Wait(1 << random.nextInt(crashes ? 16 : 11));
    Act leave = new Act.Leave(node);
    if (random.nextInt(4) == 0) { // the source changes its mind while there is state to send
      Act change = new Act.Ambush(Act.Moment.START_TRANSFER, false, Act.Deed.CANCEL);
      return List.of(new Act.Send(node, 0, 64), new Act.Wait(1024), change, leave, pause);
    }
    if (random.nextInt(2) == 0) {
      return crowd(random, node, pause);
    }
    Act.Moment[] moments = Act.Moment.values();
    List<Act.Deed> deeds = deeds(crashes);
    Act ambush =
        new Act.Ambush(
            moments[random.nextInt(moments.length)],
            random.nextBoolean(),
            deeds.get(random.nextInt(deeds.size())));
    List<Act> doings = List.of(leave, new Act.Balance(node), new Act.Join(1));
    return List.of(ambush, doings.get(random.nextInt(doings.size())), pause);
  }

  /**
   * Neighbours want the same locks at once, while newcomers ask for all that one of them gives up:
   * what was told of an interval is out of date when somebody makes use of it.
   */
  private static List<Act> crowd(RandomGenerator random, int node, Act pause) {
    List<Act> acts = new ArrayList<>();
    for (int i = random.nextInt(3); i >= 0; i--) {
      acts.add(new Act.Join(1 + random.nextInt(3)));
    }
    acts.add(new Act.Wait(1 << random.nextInt(11))); // until they have links, and ask around
    List<Act> rest = new ArrayList<>();
    rest.add(new Act.Leave(node));
    rest.add(random.nextBoolean() ? new Act.Leave(node + 1) : new Act.Balance(node + 1));
    rest.add(random.nextBoolean() ? new Act.Leave(node + 2) : new Act.Balance(node + 2));
    while (!rest.isEmpty()) {
      acts.add(rest.remove(random.nextInt(rest.size())));
    }
    acts.add(pause);
    return acts;
  }

  /**
   * What may happen at a moment; without crashes, also nobody is away for longer than waited for.
   */
  static List<Act.Deed> deeds(boolean crashes) {
    var deeds = new ArrayList<>(List.of(Act.Deed.values()));
    deeds.remove(Act.Deed.AWAY);
    if (!crashes) {
      deeds.removeAll(List.of(Act.Deed.CRASH, Act.Deed.ISOLATE_LONG));
    }
    return deeds;
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
                            .replace("step=", "Act.Moment.")
                            .replace("deed=", "Act.Deed.")
                            .replaceAll("[a-z]+=", "")
                            .replace('[', '(')
                            .replace(']', ')'))
            .toList());
  }
}
