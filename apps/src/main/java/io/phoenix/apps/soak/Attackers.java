package io.phoenix.apps.soak;

import io.phoenix.apps.process.ChildJvm;
import io.phoenix.apps.process.Children;
import java.util.ArrayList;
import java.util.List;

/**
 * The two that do not wish the nodes well: a flood at their doors, and a member that is a fuzzer.
 */
final class Attackers {
  private final Children children;
  private final ChildJvm flood;
  private final ChildJvm fuzzer;

  /** Starts both, at the two places beyond the nodes'. */
  Attackers(SoakSettings settings, Fleet fleet, Cables cables) {
    children = fleet.children();
    flood =
        children.start(cables.commandAt(settings.places()), "flood", FloodChild.class, List.of());
    fuzzer =
        children.start(
            cables.commandAt(settings.places() + 1), "fuzzer", FuzzChild.class, List.of());
    List<String> doors = new ArrayList<>();
    for (int place = 0; place < settings.places(); place++) {
      doors.add(cables.port(place).toString());
    }
    String seedAndDoors = " " + settings.seed() + " " + String.join(" ", doors);
    ask(flood, FloodChild.BEGIN + seedAndDoors);
    String credentials = fleet.authority().issue("fuzzer").toWord();
    ask(fuzzer, FuzzChild.BEGIN + " " + credentials + seedAndDoors);
  }

  private String ask(ChildJvm child, String question) {
    return children.await(child.ask(question), Fleet.ANSWER_TIMEOUT);
  }

  /** How often the flood has connected. */
  long connects() {
    return Long.parseLong(ask(flood, FloodChild.COUNT));
  }

  /** What the fuzzer has done: links, frames, times that it was thrown out. */
  FuzzCounts fuzz() {
    String[] words = ask(fuzzer, FuzzChild.COUNT).split(" ", -1);
    return new FuzzCounts(
        Long.parseLong(words[0]), Long.parseLong(words[1]), Long.parseLong(words[2]));
  }

  /**
   * What the fuzzer has done.
   *
   * @param links how often it was let in
   * @param frames what it said
   * @param thrownOut how often it was thrown out for it
   */
  record FuzzCounts(long links, long frames, long thrownOut) {}
}
