package io.phoenix.apps.storm;

import io.phoenix.api.Node;
import io.phoenix.api.Phoenix;
import io.phoenix.api.Port;
import io.phoenix.api.ResourceName;
import io.phoenix.apps.process.LineServer;
import io.phoenix.routing.Overlay;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** One node of a storm, in a process that {@link ProcessWorld} started and talks to. */
@Command(name = StormNodeCommand.NAME, hidden = true, description = "One node of a storm.")
public final class StormNodeCommand implements Callable<Integer> {
  static final String NAME = "storm-node";

  /** The first word of each question; what follows it are arguments. */
  static final String OPEN = "open";

  static final String PORT = "port";
  static final String BEGIN = "begin";
  static final String STOP = "stop";
  static final String STATS = "stats";
  static final String REPORT = "report";
  static final String EXPLAIN = "explain";

  private static final long ANSWER_SECONDS = 20;

  @Mixin private StormOptions options = new StormOptions();

  @Option(names = "--index", required = true)
  private int index;

  private @Nullable Node node;
  private @Nullable StormNode storm;

  @Override
  public Integer call() {
    LineServer.serve(this::answer);
    // The storm is over and all others end too: leaving in order would only wait for them.
    Runtime.getRuntime().halt(0);
    return 0;
  }

  private String answer(String question) throws Exception {
    List<String> words = Arrays.asList(question.split(" ", -1));
    List<String> arguments = words.subList(1, words.size());
    if (words.get(0).equals(OPEN)) {
      return open();
    }
    Node openNode = node;
    StormNode member = storm;
    if (openNode == null || member == null) {
      throw new IllegalStateException("'" + question + "' before '" + OPEN + "'");
    }
    return switch (words.get(0)) {
      case PORT -> {
        openNode.addPort(Port.parse(arguments.get(0)));
        yield "";
      }
      case BEGIN -> {
        await(member.begin(arguments.stream().map(ResourceName::parse).toList()));
        yield "";
      }
      case STOP -> {
        await(member.stop());
        yield "";
      }
      case STATS -> await(member.stats()).toLine();
      case REPORT -> await(member.report()).toLine();
      case EXPLAIN -> await(member.explain());
      default -> throw new IllegalArgumentException("unknown question '" + question + "'");
    };
  }

  private String open() {
    Node opened = Phoenix.open(StormSettings.nodeConfig());
    node = opened;
    storm = new StormNode(opened, index, options.settings(), () -> Overlay.cutLinks(opened));
    return opened.localPort() + " " + opened.resourceName();
  }

  private static <T extends @Nullable Object> T await(CompletableFuture<T> answer)
      throws Exception {
    return answer.get(ANSWER_SECONDS, TimeUnit.SECONDS);
  }
}
