package io.phoenix.apps.table;

import io.phoenix.api.Node;
import io.phoenix.api.NodeConfig;
import io.phoenix.api.Phoenix;
import io.phoenix.api.Port;
import io.phoenix.apps.process.Departure;
import io.phoenix.apps.process.LineServer;
import io.phoenix.apps.process.OrderlyExit;
import io.phoenix.migration.Operation;
import io.phoenix.migration.goal.Report;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A process of {@link TableIT} with a node that keeps entries, or none at the moment. */
final class TableChild {
  static final NodeConfig CONFIG = NodeConfig.of("table-it", 1 << 16);

  /** Opens a node with links to the ports that follow; answers with its own. */
  static final String OPEN = "open";

  static final String FOUND = "found";
  static final String JOIN = "join";
  static final String BALANCE = "balance";
  static final String LEAVE = "leave";

  private static final Duration PATIENCE = Duration.ofSeconds(40);

  private @Nullable Node node;
  private @Nullable Table<String, String> table;

  private TableChild() {}

  public static void main(String[] args) {
    var child = new TableChild();
    OrderlyExit.onSignals(child::leave, System.err);
    LineServer.serve(child::answer);
    Runtime.getRuntime().halt(0);
  }

  private String answer(String question) throws Exception {
    List<String> words = Arrays.asList(question.split(" ", -1));
    switch (words.get(0)) {
      case OPEN -> {
        return open(words.subList(1, words.size()).stream().map(Port::parse).toList());
      }
      case FOUND -> {
        table.migration().found();
        return "";
      }
      case JOIN -> {
        return check(table.migration().join());
      }
      case BALANCE -> {
        return check(table.migration().balance());
      }
      case LEAVE -> {
        Departure departure = leave();
        if (!departure.isInOrder()) {
          throw new IllegalStateException(departure.line());
        }
        return departure.line();
      }
      default -> throw new IllegalArgumentException(question);
    }
  }

  private synchronized String open(List<Port> ports) {
    Node opened = Phoenix.open(CONFIG.withPorts(ports));
    node = opened;
    table = Table.on(opened, Codec.strings(), Codec.strings());
    return opened.localPort().toString();
  }

  private synchronized Departure leave() {
    return Departure.leave(node, table.migration());
  }

  /** A balance may be given up, as its neighbours may be on the move; a join may not. */
  private static String check(Operation operation) throws Exception {
    Report report = operation.await(PATIENCE);
    if (!report.reached() && !report.goal().equals("balance")) {
      throw new IllegalStateException(report.toString());
    }
    return report.toString();
  }
}
