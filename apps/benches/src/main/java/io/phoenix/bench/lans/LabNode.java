package io.phoenix.bench.lans;

import io.phoenix.apps.process.ChildJvm;
import io.phoenix.apps.process.Children;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/** A {@link LabChild}, seen from the benchmark. */
final class LabNode {
  private static final Duration LIMIT = Duration.ofSeconds(90);

  private final Children children;
  private final ChildJvm child;

  LabNode(BenchLab lab, Children children, String host) {
    this.children = children;
    child = children.start(lab.on(host), "node-" + host, LabChild.class, List.of());
  }

  /** Opens a node that assumes a quarter of the space and holds links to these ports. */
  void open(int part, String security, String... ports) {
    List<Object> words = new ArrayList<>(List.of(part, security));
    words.addAll(List.of(ports));
    ask(LabChild.OPEN, words.toArray());
  }

  String ask(String verb, Object... arguments) {
    var words = new StringBuilder(verb);
    for (Object argument : arguments) {
      words.append(LabChild.SEPARATOR).append(argument);
    }
    return children.await(child.ask(words.toString()), LIMIT);
  }

  double number(String verb, Object... arguments) {
    return Double.parseDouble(ask(verb, arguments));
  }
}
