package io.phoenix.workstealing.runtime;

import io.phoenix.workstealing.house.Notice;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/**
 * Who is the clearinghouse: whoever assumes virtual node 0, or has done so. A notice that was sent
 * just before the clearinghouse moved on counts; one that arrives before the news that it has moved
 * waits for them. On the node's loop.
 */
final class HouseSeat {
  /** So many of the latest are remembered. */
  private static final int MAX_HOUSES = 64;

  /** So many notices wait, from whomever; above, the oldest is dropped. */
  static final int MAX_WAITING = 1000;

  private final Set<Long> houses = new LinkedHashSet<>();
  private final Deque<Waiting> waiting = new ArrayDeque<>();

  /** A notice of one that is not known to be the clearinghouse. */
  private record Waiting(long sender, Notice notice) {}

  boolean isHouse(long sender) {
    return houses.contains(sender);
  }

  void keep(long sender, Notice notice) {
    waiting.add(new Waiting(sender, notice));
    if (waiting.size() > MAX_WAITING) {
      waiting.remove();
    }
  }

  /** A node assumes virtual node 0; returns what it has said before that was known. */
  List<Notice> onHouse(long house) {
    houses.remove(house);
    houses.add(house);
    if (houses.size() > MAX_HOUSES) {
      houses.remove(houses.iterator().next());
    }
    List<Notice> said = new ArrayList<>();
    for (Waiting one : waiting) {
      if (one.sender() == house) {
        said.add(one.notice());
      }
    }
    waiting.removeIf(one -> one.sender() == house);
    return said;
  }
}
