package io.phoenix.apps.storm;

import io.phoenix.api.Node;
import io.phoenix.api.NodeConfig;
import io.phoenix.api.Phoenix;
import io.phoenix.api.Port;
import io.phoenix.api.ResourceName;
import io.phoenix.apps.process.Departure;
import io.phoenix.apps.process.LineServer;
import io.phoenix.apps.process.OrderlyExit;
import io.phoenix.routing.Overlay;
import io.phoenix.routing.tls.Credentials;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** One node of a storm, in a process that {@link ProcessWorld} started and talks to. */
final class StormProcess implements Callable<Integer> {
  /** The first word of each question; what follows it are arguments. */
  static final String OPEN = "open";

  static final String PORT = "port";
  static final String BEGIN = "begin";
  static final String JOIN = "join";
  static final String FAREWELL = "farewell";
  static final String STOP = "stop";
  static final String STATS = "stats";
  static final String REPORT = "report";
  static final String EXPLAIN = "explain";

  private static final long ANSWER_SECONDS = 20;

  /** For what depends on other nodes, too. */
  private static final long PATIENCE_SECONDS = 55;

  @Mixin private StormOptions options = new StormOptions();

  @Option(names = "--index", required = true)
  private int index;

  private volatile @Nullable Node node;
  private volatile @Nullable StormNode storm;

  /** Completed when this node has left; nobody asks it anything else any more. */
  private final CompletableFuture<StormReport> farewell = new CompletableFuture<>();

  private final CountDownLatch served = new CountDownLatch(1);

  private StormProcess() {}

  /** Its arguments are those of {@code phoenix storm}. */
  public static void main(String[] args) {
    System.exit(new CommandLine(new StormProcess()).execute(args));
  }

  @Override
  public Integer call() {
    OrderlyExit exit = OrderlyExit.onSignals(this::depart, System.err);
    LineServer.serve(this::answer);
    served.countDown();
    exit.awaitIfBegun();
    // The storm is over and all others end too: leaving in order would only wait for them.
    Runtime.getRuntime().halt(0);
    return 0;
  }

  /** Leaves; then the parent may still ask for what is to be said at the end. */
  private Departure depart() throws Exception {
    StormNode member = storm;
    if (member == null) {
      throw new IllegalStateException("it has not been opened");
    }
    try {
      farewell.complete(member.leave().get());
    } catch (Exception e) {
      farewell.completeExceptionally(e);
      throw e;
    } finally {
      var unused = served.await(ANSWER_SECONDS, TimeUnit.SECONDS);
    }
    return Objects.requireNonNull(member.departure());
  }

  private String answer(String question) throws Exception {
    List<String> words = Arrays.asList(question.split(" ", -1));
    List<String> arguments = words.subList(1, words.size());
    if (words.get(0).equals(OPEN)) {
      return open(
          Credentials.ofWord(arguments.get(0)),
          arguments.stream().skip(1).map(Port::parse).toList());
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
      case JOIN -> {
        member.join().get(PATIENCE_SECONDS, TimeUnit.SECONDS);
        yield "";
      }
      case STOP -> {
        await(member.stop());
        yield "";
      }
      case STATS -> await(member.stats()).toLine();
      case REPORT -> await(member.report()).toLine();
      case FAREWELL -> farewell.get(PATIENCE_SECONDS, TimeUnit.SECONDS).toLine();
      case EXPLAIN -> await(member.explain());
      default -> throw new IllegalArgumentException("unknown question '" + question + "'");
    };
  }

  private String open(Credentials credentials, List<Port> ports) {
    NodeConfig config =
        StormSettings.nodeConfig().withSecurity(credentials.inMemory()).withPorts(ports);
    Node opened = Phoenix.open(config);
    var powers =
        new StormNode.Powers(
            () -> Overlay.cutLinks(opened), () -> Waiting.on("leave", opened::leave));
    node = opened;
    storm = new StormNode(opened, index, options.settings(), powers);
    return opened.localPort() + " " + opened.resourceName();
  }

  private static <T extends @Nullable Object> T await(CompletableFuture<T> answer)
      throws Exception {
    return answer.get(ANSWER_SECONDS, TimeUnit.SECONDS);
  }
}
