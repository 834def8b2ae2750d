package io.phoenix.migration.story;

import io.phoenix.api.ResourceName;
import io.phoenix.api.VirtualRange;
import io.phoenix.migration.Step;
import io.phoenix.migration.lock.Attempt;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Writes what happened in stories as a TLA+ module, for {@code tla/TraceMigration.tla}, which says
 * what the fields mean.
 */
public final class TraceModule {
  private TraceModule() {}

  /** The steps of one story. */
  public static final class Trace {
    private record Entry(ResourceName node, Step step) {}

    private final long spaceSize;
    private final TreeSet<ResourceName> names = new TreeSet<>();
    private final List<Entry> entries = new ArrayList<>();
    private @Nullable ResourceName founder;

    Trace(long spaceSize) {
      this.spaceSize = spaceSize;
    }

    void opened(ResourceName node) {
      names.add(node);
    }

    void founded(ResourceName node) {
      founder = node;
    }

    void add(ResourceName node, Step step) {
      entries.add(new Entry(node, step));
    }

    void left(ResourceName node) {
      add(node, new Step("Leave", null, null, null, null, false, null));
    }

    void crashed(ResourceName node) {
      add(node, new Step("Crash", null, null, null, null, false, null));
    }

    /** The actions of the specification that it has. */
    public Set<String> actions() {
      return entries.stream().map(e -> e.step().action()).collect(Collectors.toSet());
    }

    /** How many steps it has. */
    public int size() {
      return entries.size();
    }

    private String toTla() {
      var ranks = new TreeMap<ResourceName, Integer>();
      names.forEach(name -> ranks.put(name, ranks.size() + 1));
      List<String> first = new ArrayList<>();
      names.forEach(
          name ->
              first.add(
                  "<<" + bounds(name.equals(founder) ? VirtualRange.all(spaceSize) : null) + ">>"));
      List<String> steps = new ArrayList<>();
      entries.forEach(entry -> steps.add(step(entry.node(), entry.step(), ranks)));
      return "[size |-> %d, first |-> << %s >>, steps |-> <<\n  %s >>]"
          .formatted(spaceSize, String.join(", ", first), String.join(",\n  ", steps));
    }

    private static String step(ResourceName node, Step step, Map<ResourceName, Integer> ranks) {
      Attempt attempt = step.attempt();
      Attempt holder = step.holder();
      return "<<%d,\"%s\",%d,%d,%d,%s,\"%s\",%d,%d,%s,%s>>"
          .formatted(
              ranks.get(node),
              step.action(),
              rank(step.peer(), ranks),
              rank(attempt == null ? null : attempt.initiator(), ranks),
              attempt == null ? 0 : attempt.number(),
              bounds(step.range()),
              holder == null ? "FREE" : "LOCKED",
              rank(holder == null ? null : holder.initiator(), ranks),
              holder == null ? 0 : holder.number(),
              step.attempting() ? "TRUE" : "FALSE",
              bounds(step.interval()));
    }

    private static int rank(@Nullable ResourceName name, Map<ResourceName, Integer> ranks) {
      return name == null ? 0 : ranks.getOrDefault(name, 0);
    }

    private static String bounds(@Nullable VirtualRange range) {
      return range == null ? "0,0" : range.first() + "," + range.end();
    }
  }

  /** A module named {@code Traces} of the traces of several stories. */
  public static String of(List<Trace> traces) {
    StringBuilder module = new StringBuilder("---- MODULE Traces ----\n");
    List<String> names = new ArrayList<>();
    for (int i = 0; i < traces.size(); i++) {
      names.add("Trace" + (i + 1));
      module.append("Trace").append(i + 1).append(" == ").append(traces.get(i).toTla());
      module.append('\n');
    }
    module.append("Traces == << ").append(String.join(", ", names)).append(" >>\n====\n");
    return module.toString();
  }
}
