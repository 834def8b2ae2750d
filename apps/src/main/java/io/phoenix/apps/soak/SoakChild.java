package io.phoenix.apps.soak;

import io.phoenix.api.Explanation;
import io.phoenix.api.LeaveReport;
import io.phoenix.api.Node;
import io.phoenix.api.NodeConfig;
import io.phoenix.api.OwnershipToken;
import io.phoenix.api.Phoenix;
import io.phoenix.api.Port;
import io.phoenix.api.VirtualRange;
import io.phoenix.apps.process.FailureExit;
import io.phoenix.apps.process.LineServer;
import io.phoenix.routing.Overlay;
import io.phoenix.routing.tls.Credentials;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.lang.management.MemoryMXBean;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** A process with one node of the soak, which does what {@link Fleet} asks. */
final class SoakChild {
  static final String OPEN = "open";
  static final String ASSUME = "assume";
  static final String TAKE = "take";
  static final String KNOWS = "knows";
  static final String RELEASE = "release";
  static final String QUIETEN = "quieten";
  static final String LEAVE = "leave";
  static final String RESET = "reset";
  static final String STATS = "stats";
  static final String HEAP = "heap";
  static final String EXPLAIN = "explain";

  /** In place of the path of a log: there is none. */
  static final String NO_LOG = "-";

  private static final long SOON_NS = TimeUnit.SECONDS.toNanos(2);
  private static final long NEWS_NS = TimeUnit.SECONDS.toNanos(60);

  private @Nullable Node node;
  private @Nullable SoakNode soak;

  private SoakChild() {}

  /** Takes no arguments. */
  public static void main(String[] args) {
    var child = new SoakChild();
    LineServer.serve(question -> child.answer(Arrays.asList(question.split(" ", -1))));
    Runtime.getRuntime().halt(0);
  }

  private String answer(List<String> words) throws Exception {
    String verb = words.get(0);
    List<String> arguments = words.subList(1, words.size());
    if (verb.equals(OPEN)) {
      return open(arguments);
    }
    SoakNode open = Objects.requireNonNull(soak, "it is not open");
    Node itself = Objects.requireNonNull(node);
    return switch (verb) {
      case ASSUME -> {
        open.assume(new OwnershipToken(range(arguments), Long.parseLong(arguments.get(2))));
        yield Long.toString(epoch(itself, range(arguments).first()));
      }
      case TAKE -> {
        if (!awaitNews(itself, range(arguments), Long.parseLong(arguments.get(2)), NEWS_NS)) {
          throw new IllegalStateException("has not heard that " + arguments + " was assumed");
        }
        open.assume(range(arguments));
        yield Long.toString(epoch(itself, range(arguments).first()));
      }
      case KNOWS ->
          Boolean.toString(
              awaitNews(itself, range(arguments), Long.parseLong(arguments.get(2)), SOON_NS));
      case RELEASE -> Long.toString(open.release(range(arguments)).epoch());
      case QUIETEN -> {
        open.quieten();
        yield "";
      }
      case LEAVE -> leave(open, arguments.get(0));
      case RESET -> Integer.toString(Overlay.cutLinks(itself));
      case STATS -> open.stats().toLine();
      case HEAP -> Long.toString(heapAfterCollection());
      case EXPLAIN -> itself.explain().toString();
      default -> throw new IllegalArgumentException("unknown question '" + verb + "'");
    };
  }

  private static long epoch(Node node, long v) {
    return node.explain().owner(v).map(Explanation.Owner::epoch).orElse(0L);
  }

  /** Waits for a while until this node has heard that all of a range was assumed at an epoch. */
  private static boolean awaitNews(Node node, VirtualRange range, long epoch, long patienceNs)
      throws InterruptedException {
    long deadlineNs = System.nanoTime() + patienceNs;
    for (long v = range.first(); v < range.end(); v++) {
      while (epoch(node, v) < epoch) {
        if (System.nanoTime() > deadlineNs) {
          return false;
        }
        Thread.sleep(10);
      }
    }
    return true;
  }

  private static VirtualRange range(List<String> arguments) {
    return VirtualRange.of(Long.parseLong(arguments.get(0)), Long.parseLong(arguments.get(1)));
  }

  /** Credentials, port, log, journal, lineage, rate, seed, flaw, then the ports of others. */
  private String open(List<String> words) throws IOException {
    NodeConfig config =
        SoakSettings.nodeConfig()
            .withSecurity(Credentials.ofWord(words.get(0)).inMemory())
            .withListen(words.get(1))
            .withPorts(words.stream().skip(8).map(Port::parse).toList());
    String log = words.get(2);
    Node opened = log.equals(NO_LOG) ? Phoenix.open(config) : Phoenix.open(config, Path.of(log));
    FailureExit.watch(opened);
    var habits =
        new SoakSender.Habits(
            Integer.parseInt(words.get(4)),
            Double.parseDouble(words.get(5)),
            Long.parseLong(words.get(6)));
    node = opened;
    soak = new SoakNode(opened, Path.of(words.get(3)), habits, Flaw.valueOf(words.get(7)));
    return opened.resourceName().toString();
  }

  /** The words of a {@link LeaveReport}: handed over, logged, lost, in order. */
  private static String leave(SoakNode open, String log) throws Exception {
    LeaveReport report = open.leave(log.equals(NO_LOG) ? null : Path.of(log));
    return report.handedOver()
        + " "
        + report.logged()
        + " "
        + report.lost()
        + " "
        + report.inOrder();
  }

  private static long heapAfterCollection() {
    MemoryMXBean memory = ManagementFactory.getMemoryMXBean();
    memory.gc();
    return memory.getHeapMemoryUsage().getUsed();
  }
}
