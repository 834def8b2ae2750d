package io.phoenix.bench.lans;

import io.phoenix.apps.Main;
import io.phoenix.apps.launch.JvmFlags;
import io.phoenix.apps.terminal.UserError;
import io.phoenix.bench.Rows;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/** {@code phoenix up} of all hosts of the lab, until every node takes part. */
final class UpFigures {
  private static final long TICK_MS = 20;
  private static final long PATIENCE_SECONDS = 120;

  /** Of HOST/home/.phoenix/jars/ARCHIVE. */
  private static final int DEPTH = 5;

  private UpFigures() {}

  static void measure(BenchLab lab, Rows rows, int rounds, int nodes)
      throws IOException, InterruptedException {
    Path file = Files.writeString(lab.directory().resolve("ports.yaml"), lab.lab("ports"));
    double first = up(lab, file, nodes, true);
    double best = Double.MAX_VALUE;
    for (int i = 0; i < rounds; i++) {
      best = Math.min(best, up(lab, file, nodes, false));
    }
    rows.add("phoenix up of " + nodes + " nodes, the jar being copied", first, "s");
    rows.atMost("phoenix up of " + nodes + " nodes, the jar being there", best, "s", 10);
    double floor = Double.MAX_VALUE;
    for (int i = 0; i < rounds; i++) {
      floor = Math.min(floor, open(lab, nodes));
    }
    rows.add("  " + nodes + " JVMs that open a node and link to nobody", floor, "s");
  }

  /**
   * Seconds that as many JVMs take on this machine for the least: to load what a node consists of.
   */
  private static double open(BenchLab lab, int nodes) {
    List<String> flags = JvmFlags.ofNode(Runtime.version().feature());
    Path out = lab.directory().resolve("open.out");
    long startNs = System.nanoTime();
    Process all =
        lab.start(
            out,
            "a1",
            "sh",
            "-c",
            """
            cd && rm -f open.*.ready && archive=$(ls .phoenix/jars/*.jsa) && pids= || exit 1
            for i in $(seq %1$d); do
              %2$s -Xshare:auto -XX:SharedArchiveFile=$archive %3$s -jar ${archive%%-*}.jar \
                node --plain --application open --space 16 --ready open.$i.ready &
              pids="$pids $!"
            done
            while [ $(ls open.*.ready 2>/dev/null | wc -l) -lt %1$d ]; do sleep 0.1; done
            kill -9 $pids
            """
                .formatted(nodes, java(), String.join(" ", flags)));
    BenchLab.await(all, out);
    return (System.nanoTime() - startNs) / 1e9;
  }

  private static String java() {
    return Path.of(System.getProperty("java.home"), "bin", "java").toString();
  }

  /**
   * Seconds from the command to the line that says that all take part.
   *
   * @param isFirst whether the nodes then make what later ones start faster with: let them
   */
  private static double up(BenchLab lab, Path file, int nodes, boolean isFirst)
      throws IOException, InterruptedException {
    Path out = lab.directory().resolve("up.out");
    long startNs = System.nanoTime();
    Process up = lab.start(out, "a1", phoenix("up", file.toString()));
    String line = nodes + " of " + nodes + " nodes take part";
    while (!Files.readString(out).contains(line)) {
      if (!up.isAlive() && !Files.readString(out).contains(line)) {
        throw new UserError("phoenix up: " + Files.readString(out), "mend what it says");
      }
      Thread.sleep(TICK_MS);
    }
    double seconds = (System.nanoTime() - startNs) / 1e9;
    BenchLab.await(up, out);
    if (isFirst) {
      awaitArchives(lab, nodes);
    }
    BenchLab.await(lab.start(out, "a1", phoenix("down")), out);
    return seconds;
  }

  private static void awaitArchives(BenchLab lab, int nodes)
      throws IOException, InterruptedException {
    long deadlineNs = System.nanoTime() + TimeUnit.SECONDS.toNanos(PATIENCE_SECONDS);
    while (archives(lab) < nodes) {
      if (System.nanoTime() > deadlineNs) {
        throw new UserError(
            archives(lab) + " of " + nodes + " hosts have an archive of classes",
            "'phoenix logs' may say why");
      }
      Thread.sleep(TICK_MS);
    }
  }

  private static long archives(BenchLab lab) throws IOException {
    try (Stream<Path> files = Files.find(lab.directory(), DEPTH, (path, is) -> isArchive(path))) {
      return files.count();
    }
  }

  private static boolean isArchive(Path file) {
    return file.toString().endsWith(".jsa");
  }

  private static String[] phoenix(String... arguments) {
    List<String> command = new ArrayList<>();
    command.add(java());
    command.addAll(List.of("-XX:CompileThresholdScaling=4", "-jar"));
    command.add(Main.class.getProtectionDomain().getCodeSource().getLocation().getPath());
    command.addAll(List.of(arguments));
    return command.toArray(String[]::new);
  }
}
