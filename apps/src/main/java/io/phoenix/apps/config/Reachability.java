package io.phoenix.apps.config;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

/** Which LANs can set up links to which, and by what means; links carry messages both ways. */
public final class Reachability {
  /** The means, the best one first. */
  public enum Means {
    /** They are the same LAN. */
    SAME("tcp"),
    /** A TCP connection. */
    DIRECT("tcp"),
    /** A tunnel through SSH. */
    SSH("ssh"),
    /** Nothing: the other one must set up the link, or a third one pass messages on. */
    NONE("-");

    private final String word;

    Means(String word) {
      this.word = word;
    }

    @Override
    public String toString() {
      return word;
    }
  }

  private final List<Lan> lans;

  private Reachability(List<Lan> lans) {
    this.lans = lans;
  }

  /** What follows from a config. */
  public static Reachability of(PortsConfig config) {
    return new Reachability(config.lans());
  }

  /** How hosts of {@code from} reach the best reachable host of {@code to}. */
  public static Means means(Lan from, Lan to) {
    return from.name().equals(to.name()) ? Means.SAME : fromOutside(to);
  }

  /** How a computer that is in none of the LANs reaches a LAN's best reachable host. */
  public static Means fromOutside(Lan to) {
    Means best = Means.NONE;
    for (Host host : to.hosts()) {
      Means means = means(host.reach());
      best = means.compareTo(best) < 0 ? means : best;
    }
    return best;
  }

  /** What a way of reaching means for a link. */
  public static Means means(Reach reach) {
    if (reach instanceof Reach.Direct) {
      return Means.DIRECT;
    }
    return reach instanceof Reach.None ? Means.NONE : Means.SSH;
  }

  /** Groups of LANs between which there can be no link. A sound config has one. */
  public List<List<Lan>> islands() {
    List<List<Lan>> islands = new ArrayList<>();
    Set<String> seen = new HashSet<>();
    for (Lan start : lans) {
      if (seen.add(start.name())) {
        islands.add(islandOf(start, seen));
      }
    }
    return islands;
  }

  private List<Lan> islandOf(Lan start, Set<String> seen) {
    List<Lan> island = new ArrayList<>();
    Deque<Lan> open = new ArrayDeque<>(List.of(start));
    while (!open.isEmpty()) {
      Lan lan = open.remove();
      island.add(lan);
      for (Lan other : lans) {
        boolean linked = means(lan, other) != Means.NONE || means(other, lan) != Means.NONE;
        if (linked && seen.add(other.name())) {
          open.add(other);
        }
      }
    }
    return island;
  }

  void complain(Complaints complaints) {
    List<List<Lan>> islands = islands();
    for (List<Lan> island : islands.subList(Math.min(1, islands.size()), islands.size())) {
      Lan lan = island.get(0);
      complaints.add(
          lan.at(),
          "no way between " + names(island) + " and " + names(islands.get(0)),
          "let a host of " + lan.name() + " have reach: direct, ssh or {listen: …}");
    }
  }

  private static String names(List<Lan> lans) {
    return lans.stream().map(lan -> "LAN '" + lan.name() + "'").collect(Collectors.joining(", "));
  }
}
