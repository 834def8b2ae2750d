package io.phoenix.apps.soak;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/** Samples what a process of the operating system uses, of a node that stays all the time. */
final class VeteranWatch {
  /** A JVM settles for minutes: its compiler and its collector adapt. */
  private static final long SETTLING_NS = TimeUnit.MINUTES.toNanos(5);

  /** A burst of the flood may be at the door: so many from one address may be silent there. */
  private static final int MOST_AT_THE_DOOR = 128;

  private static final double MEGABYTE = 1 << 20;

  private final FleetNode node;
  private final Path proc;
  private final Flatness rss;
  private final Flatness threads;
  private final Flatness files;
  private final Flatness heap;

  VeteranWatch(FleetNode node) {
    this.node = node;
    proc = Path.of("/proc", Long.toString(node.child.pid()));
    rss = new Flatness(node + " RSS (MB)", 0.03, 8, 0);
    threads = new Flatness(node + " threads", 0, 3, 0);
    files = new Flatness(node + " files", 0.1, 8, MOST_AT_THE_DOOR);
    heap = new Flatness(node + " heap after collection (MB)", 0.1, 3, 0);
  }

  FleetNode node() {
    return node;
  }

  void sample() throws IOException {
    for (String line : Files.readAllLines(proc.resolve("status"))) {
      if (line.startsWith("VmRSS:")) {
        rss.add(number(line) / 1024.0);
      } else if (line.startsWith("Threads:")) {
        threads.add((double) number(line));
      }
    }
    try (Stream<Path> open = Files.list(proc.resolve("fd"))) {
      files.add((double) open.count());
    }
  }

  void onHeap(long bytes) {
    heap.add(bytes / MEGABYTE);
  }

  private static long number(String line) {
    return Long.parseLong(line.replaceAll("\\D+", ""));
  }

  double rssMegabytes() {
    return rss.last();
  }

  List<Flatness> figures() {
    return List.of(rss, heap, threads, files);
  }

  /** Whether a run was long enough that its figures must be flat. */
  static boolean isJudged(long durationNs) {
    return durationNs / 2 >= SETTLING_NS;
  }

  /** What is not flat; nothing, if the run was too short to say. */
  List<String> complaints(long durationNs) {
    var complaints = new ArrayList<String>();
    for (Flatness figure : figures()) {
      if (isJudged(durationNs) && !figure.isFlat()) {
        complaints.add(figure.toString());
      }
    }
    return complaints;
  }
}
