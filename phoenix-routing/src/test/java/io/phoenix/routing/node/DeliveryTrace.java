package io.phoenix.routing.node;

import io.phoenix.routing.names.Piece;
import io.phoenix.routing.names.TraceLines;
import io.phoenix.routing.names.Way;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.LongStream;

/**
 * Writes what the nodes of a {@link NamesWorld} with one virtual node do as a TLA+ module, for
 * {@code tla/TraceDeparture.tla}, which says what the fields mean.
 */
final class DeliveryTrace {
  private final List<String> steps = new ArrayList<>();
  private final Set<String> actions = new TreeSet<>();
  private final Set<Long> lines = new TreeSet<>();
  private int nodes;
  private long epochs;

  /** A node has done something; {@code peer} and {@code number} are 0 where they mean nothing. */
  void add(NamesNode node, String action, long peer, long number) {
    Piece piece = node.table.lookup(0);
    for (Way way : node.dispatcher.fences().openWays()) {
      lines.add(way.epoch());
    }
    String ways =
        node.dispatcher.fences().openWays().stream()
            .map(
                w ->
                    "<<%d,%d,%d>>"
                        .formatted(
                            TraceLines.of(w.generation()), -w.owner(), TraceLines.of(w.epoch())))
            .collect(Collectors.joining(", ", "{", "}"));
    nodes = Math.max(nodes, (int) -node.name);
    epochs = Math.max(epochs, piece.epoch());
    actions.add(action);
    steps.add(
        "<<%d,\"%s\",%d,%d,%d,%d,%d,%s>>"
            .formatted(
                -node.name,
                action,
                -peer,
                number,
                -piece.owner(),
                piece.epoch(),
                piece.waiting(),
                ways));
  }

  /** The number of an acknowledgement: of which fence, and at which epoch messages may wait. */
  static long ack(long fence, long epoch) {
    return fence * 1000 + epoch;
  }

  Set<String> actions() {
    return actions;
  }

  int size() {
    return steps.size();
  }

  /** A module named {@code Traces} of several worlds. */
  static String module(List<DeliveryTrace> traces) {
    StringBuilder module = new StringBuilder("---- MODULE Traces ----\nEXTENDS Integers\n");
    List<String> names = new ArrayList<>();
    for (DeliveryTrace trace : traces) {
      names.add("Trace" + (names.size() + 1));
      module.append(
          "%s == [nodes |-> %d, epochs |-> %d, steps |-> <<\n  %s >>]\n"
              .formatted(
                  names.get(names.size() - 1),
                  trace.nodes,
                  trace.epochs,
                  String.join(",\n  ", trace.steps)));
    }
    int nodes = traces.stream().mapToInt(trace -> trace.nodes).max().orElseThrow();
    long epochs = traces.stream().mapToLong(trace -> trace.epochs).max().orElseThrow();
    Set<Long> generations = new TreeSet<>();
    LongStream.rangeClosed(-epochs, epochs).forEach(generations::add);
    traces.forEach(trace -> generations.addAll(trace.lines));
    String lines =
        LongStream.rangeClosed(1, nodes)
            .mapToObj(node -> lines(node, generations))
            .collect(Collectors.joining(",\n  "));
    module.append("Lines == {\n  %s }\n".formatted(lines));
    return module.append("Traces == << " + String.join(", ", names) + " >>\n====\n").toString();
  }

  /** The numbers of the lines for all channels that a node may have. */
  private static String lines(long node, Set<Long> generations) {
    return generations.stream()
        .map(
            generation ->
                "<<%d,%d,%d>>"
                    .formatted(
                        node, TraceLines.of(generation), TraceLines.number(-node, generation)))
        .collect(Collectors.joining(","));
  }
}
