package io.phoenix.apps.cluster;

import io.phoenix.api.Node;
import io.phoenix.api.PhoenixException;
import io.phoenix.api.ResourceName;
import io.phoenix.apps.cluster.Control.Order;
import io.phoenix.apps.cluster.Control.Request;
import io.phoenix.apps.terminal.Terminal;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Who has left in order, for good or for a while, as far as this node was told. A node that leaves
 * says so to the others, and passes on what it knows of earlier leavers: somebody always knows, so
 * that {@code phoenix status} tells a node that has left from one that cannot be reached.
 */
final class Leavers {
  private static final Logger LOG = LoggerFactory.getLogger(Leavers.class);

  /** More than a cluster loses between two looks at it. */
  private static final int MOST = 1000;

  /** Longer than a label is: any member may say what it likes, a megabyte at a time. */
  private static final int LONGEST = 200;

  /** So many are told: they will not all be gone without a word. */
  private static final int MOST_TOLD = 32;

  private final Set<String> left = new LinkedHashSet<>();
  private final Set<String> away = new LinkedHashSet<>();

  /** These have left for good. */
  synchronized void addLeft(String lines) {
    add(lines, left, away);
  }

  /** These have left for a while. */
  synchronized void addAway(String lines) {
    add(lines, away, left);
  }

  private static void add(String lines, Set<String> to, Set<String> from) {
    for (String line : lines.split("\n", -1)) {
      String label = Terminal.line(line);
      if (to.size() < MOST && !label.isEmpty() && label.length() <= LONGEST) {
        to.add(label);
        from.remove(label);
      }
    }
  }

  /** These are there again. */
  synchronized void remove(String lines) {
    List<String> labels = List.of(lines.split("\n", -1));
    left.removeAll(labels);
    away.removeAll(labels);
  }

  synchronized List<String> left() {
    return List.copyOf(left);
  }

  synchronized List<String> away() {
    return List.copyOf(away);
  }

  /** Says that this node leaves for good; the messages go out before it does. */
  void sayGoodbye(String self, Node node) {
    addLeft(self);
    tellAll(node, self);
  }

  /** Says that this node leaves for a while; the messages go out before it does. */
  void sayAway(String self, Node node) {
    addAway(self);
    tellAll(node, self);
  }

  private void tellAll(Node node, String self) {
    List<byte[]> words = new ArrayList<>();
    words.add(words(Order.LEFT, left(), self));
    words.add(words(Order.AWAY, away(), self));
    node.explain().routes().stream()
        .filter(route -> route.nextHop() != null)
        .limit(MOST_TOLD)
        .forEach(route -> words.forEach(bytes -> tell(route.node(), bytes, node)));
  }

  /** All of them if that is not too long; else this node alone, if it is one of them. */
  private static byte[] words(Order order, List<String> labels, String self) {
    byte[] bytes = Request.of(0, order, String.join("\n", labels)).encode();
    return bytes.length > Control.MAX_REQUEST_BYTES
        ? Request.of(0, order, labels.contains(self) ? self : "").encode()
        : bytes;
  }

  private static void tell(ResourceName other, byte[] words, Node node) {
    try {
      node.send(other, Control.REQUEST_TAG, words);
    } catch (PhoenixException e) {
      LOG.info("{} does not hear that this node leaves: {}", other, e.getMessage());
    }
  }
}
