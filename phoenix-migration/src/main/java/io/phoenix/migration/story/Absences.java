package io.phoenix.migration.story;

import java.util.ArrayList;
import java.util.List;
import java.util.random.RandomGenerator;

/** Scenes with nodes that leave with a log and come back. */
final class Absences {
  /** The node that was opened last, or came back. */
  private static final int LATEST = -1;

  private Absences() {}

  /**
   * Draws a scene.
   *
   * @param crashes whether nodes may crash, or be taken for dead
   */
  static List<Act> scene(RandomGenerator random, boolean crashes) {
    int node = random.nextInt(100);
    Act wait = new Act.Wait(1 << random.nextInt(12));
    Act longer = new Act.Wait(1 << random.nextInt(14));
    Act send = new Act.Send(random.nextInt(100), random.nextInt(64), 1 + random.nextInt(64));
    return switch (random.nextInt(crashes ? 7 : 5)) {
      // In the midst of a migration.
      case 0, 1 -> List.of(ambush(random), move(random, node), send, wait, new Act.Return(0));
      // Two at once, of which one moves or sends to the other.
      case 2 ->
          inAnyOrder(
              random,
              List.of(new Act.Away(node), new Act.Away(node + 1), send, wait),
              List.of(longer, new Act.Return(random.nextInt(2)), send, new Act.Return(0)));
      // The neighbour of one that is away moves, or leaves for good.
      case 3 -> List.of(new Act.Away(node), wait, move(random, node), send, new Act.Return(0));
      // It does something as soon as it is back.
      case 4 ->
          List.of(new Act.Away(node), send, longer, new Act.Return(0), move(random, LATEST), wait);
      // What it had has been taken over.
      case 5 ->
          List.of(
              new Act.Away(node), longer, new Act.TakeOver(0), send, wait, new Act.Return(0), wait);
      // It crashes when it is just back.
      default ->
          List.of(
              new Act.Away(node), send, wait, new Act.Return(0), wait, new Act.Crash(LATEST), send);
    };
  }

  private static Act ambush(RandomGenerator random) {
    Act.Moment[] moments = Act.Moment.values();
    return new Act.Ambush(
        moments[random.nextInt(moments.length)], random.nextBoolean(), Act.Deed.AWAY);
  }

  private static Act move(RandomGenerator random, int node) {
    return switch (random.nextInt(3)) {
      case 0 -> new Act.Leave(node);
      case 1 -> new Act.Balance(node);
      default -> new Act.Join(1);
    };
  }

  private static List<Act> inAnyOrder(
      RandomGenerator random, List<Act> first, List<Act> afterwards) {
    List<Act> acts = new ArrayList<>();
    List<Act> rest = new ArrayList<>(first);
    while (!rest.isEmpty()) {
      acts.add(rest.remove(random.nextInt(rest.size())));
    }
    acts.addAll(afterwards);
    return acts;
  }
}
