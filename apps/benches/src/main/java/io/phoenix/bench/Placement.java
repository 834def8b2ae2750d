package io.phoenix.bench;

import java.util.List;

/**
 * Which cores the processes of a chain run on. Left to itself, the operating system puts two
 * processes that wake each other on one core, where that is cheap, and longer chains on several,
 * where each wake-up of an idle core costs more than the message: like is compared with like only
 * where the places are given.
 */
enum Placement {
  /** Wherever the operating system likes. */
  ANYWHERE(""),
  /** All of them on the first core. */
  ONE_CORE(", one core"),
  /** Neighbours on different cores. */
  TWO_CORES(", two cores by turns");

  private final String title;

  Placement(String title) {
    this.title = title;
  }

  /** As the table calls it. */
  String title() {
    return title;
  }

  /** The command that starts the process at {@code position} of a chain there. */
  List<String> command(int position) {
    return switch (this) {
      case ANYWHERE -> List.of();
      case ONE_CORE -> List.of("taskset", "-c", "0");
      case TWO_CORES -> List.of("taskset", "-c", Integer.toString(position % 2));
    };
  }
}
