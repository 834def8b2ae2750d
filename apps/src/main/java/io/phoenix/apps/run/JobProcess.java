package io.phoenix.apps.run;

import io.phoenix.api.Node;
import io.phoenix.api.Phoenix;
import io.phoenix.apps.process.LineServer;
import io.phoenix.apps.process.OwnClasses;
import io.phoenix.migration.goal.Report;
import io.phoenix.routing.tls.Credentials;
import io.phoenix.workstealing.Applications;
import io.phoenix.workstealing.runtime.Stealing;
import io.phoenix.workstealing.runtime.StealingSettings;
import java.time.Duration;
import java.util.Arrays;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Option;

/** One node that works, in a process that {@link LocalNodes} started and talks to. */
final class JobProcess implements Callable<Integer> {
  /**
   * The first word of each question; what follows {@code open} are the node's credentials and ports
   * to link to.
   */
  static final String OPEN = "open";

  static final String FOUND = "found";
  static final String JOIN = "join";
  static final String LEAVE = "leave";

  private static final Duration PATIENCE = Duration.ofSeconds(60);

  @Option(names = "--label", required = true)
  private String label = "";

  @Option(names = "--workers", required = true)
  private int workers;

  private @Nullable Node node;
  private @Nullable Stealing stealing;

  private JobProcess() {}

  /** The classes of the user's own are found as in the parent. */
  public static void main(String[] args) {
    System.exit(new CommandLine(new JobProcess()).execute(OwnClasses.take(args)));
  }

  @Override
  public Integer call() {
    LineServer.serve(this::answer);
    // The parent has what it wanted, and all others end too: there is nobody to leave to.
    ProcessHandle.current().descendants().forEach(ProcessHandle::destroyForcibly);
    Runtime.getRuntime().halt(0);
    return 0;
  }

  private String answer(String question) throws Exception {
    String[] words = question.split(" ", -1);
    if (words[0].equals(OPEN)) {
      return open(Credentials.ofWord(words[1]), Arrays.copyOfRange(words, 2, words.length));
    }
    Node openNode = node;
    Stealing member = stealing;
    if (openNode == null || member == null) {
      throw new IllegalStateException("'" + question + "' before '" + OPEN + "'");
    }
    return switch (words[0]) {
      case FOUND -> {
        member.found();
        yield "";
      }
      case JOIN -> reached(member.join().await(PATIENCE));
      case LEAVE -> {
        String report = reached(member.leave().await(PATIENCE));
        member.close();
        openNode.leave();
        yield report;
      }
      default -> throw new IllegalArgumentException("unknown question '" + question + "'");
    };
  }

  private String open(Credentials credentials, String[] ports) {
    Node opened =
        Phoenix.open(LocalNodes.CONFIG.withSecurity(credentials.inMemory()).withPorts(ports));
    node = opened;
    stealing =
        Stealing.on(
            opened,
            Applications.installed(),
            StealingSettings.defaults().withWorkers(workers).withLabel(label));
    return opened.localPort().toString();
  }

  private static String reached(Report report) {
    if (!report.reached()) {
      throw new IllegalStateException(report.toString());
    }
    return report.toString();
  }
}
