package io.phoenix.apps.storm;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.phoenix.api.Node;
import io.phoenix.api.ResourceName;
import io.phoenix.apps.cluster.NodeApplication;
import io.phoenix.migration.Migration;
import io.phoenix.routing.Overlay;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/**
 * The storm on the nodes of a cluster: {@code phoenix up FILE -- storm --seconds 60}. Nodes join
 * and leave by {@code phoenix join} and {@code phoenix leave}; {@link ClusterStorm} drives it.
 */
public final class StormApplication implements NodeApplication {
  static final String NAME = "storm";

  /** The first word of each question; what follows it are arguments. */
  static final String DRIVER = "driver";

  static final String SEND = "send";
  static final String STOP = "stop";
  static final String STATS = "stats";
  static final String REPORT = "report";

  /** The tag of the last report of a node that leaves, to the driver. */
  static final int FAREWELL = 3;

  private static final int LEAST_INDEX = 1 << 12;
  private static final int INDICES = 1 << 20;

  @Override
  public String name() {
    return NAME;
  }

  @Override
  public Running start(Place place, List<String> arguments) {
    StormSettings settings = StormArguments.parse(arguments).settings();
    Node node = place.node();
    if (node.spaceSize() != StormSettings.SPACE) {
      throw new IllegalArgumentException(
          "the storm wants 'space: %d' in the ports file, not %d"
              .formatted(StormSettings.SPACE, node.spaceSize()));
    }
    var powers =
        new StormNode.Powers(() -> Overlay.cutLinks(node), () -> Waiting.on("leave", node::leave));
    var member = new StormNode(node, indexOf(node.resourceName()), settings, powers);
    member.send(0).join(); // from now on, what comes hops on
    return new Part(node, member, settings);
  }

  @Override
  public Driver driver(List<String> arguments) {
    return new ClusterStorm(StormArguments.parse(arguments));
  }

  /** Nobody counts the nodes of a cluster; but each has a name of its own, also when it returns. */
  static int indexOf(ResourceName name) {
    return LEAST_INDEX + (int) Long.remainderUnsigned(name.value(), INDICES - LEAST_INDEX);
  }

  /** One node's part. */
  private static final class Part implements Running {
    private final Node node;
    private final StormNode member;
    private final StormSettings settings;
    private volatile @Nullable ResourceName driver;
    private volatile StormStats last = StormStats.ZERO;

    Part(Node node, StormNode member, StormSettings settings) {
      this.node = node;
      this.member = member;
      this.settings = settings;
    }

    @Override
    public Migration migration() {
      return member.migration();
    }

    @Override
    public void found() {
      member.found().join();
    }

    @Override
    public String status() {
      var unused = member.stats().thenAccept(now -> last = now);
      return "%,d messages sent, %,d delivered, %,d intervals given away"
          .formatted(last.sent(), last.delivered(), last.moves());
    }

    @Override
    public CompletableFuture<String> answer(String question) {
      List<String> words = Arrays.asList(question.split(" ", -1));
      return switch (words.get(0)) {
        case DRIVER -> {
          driver = ResourceName.parse(words.get(1));
          yield member.begin(List.of()).thenApply(begun -> "");
        }
        case SEND -> member.send(settings.messagesPerNode()).thenApply(sent -> "");
        case STOP -> member.stop().thenApply(stopped -> "");
        case STATS -> member.stats().thenApply(StormStats::toLine);
        case REPORT -> member.report().thenApply(StormReport::toLine);
        default ->
            CompletableFuture.failedFuture(
                new IllegalArgumentException("no question is '" + words.get(0) + "'"));
      };
    }

    @Override
    public CompletableFuture<Void> beforeLeave() {
      return member.settle();
    }

    @Override
    public CompletableFuture<Void> beforeEnd() {
      ResourceName to = driver;
      return to == null
          ? CompletableFuture.completedFuture(null)
          : member
              .lastReport()
              .thenAccept(report -> node.send(to, FAREWELL, report.toLine().getBytes(UTF_8)));
    }
  }
}
