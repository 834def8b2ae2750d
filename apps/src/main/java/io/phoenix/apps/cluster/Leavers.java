package io.phoenix.apps.cluster;

import io.phoenix.api.Node;
import io.phoenix.api.PhoenixException;
import io.phoenix.api.ResourceName;
import io.phoenix.apps.Terminal;
import io.phoenix.apps.cluster.Control.Order;
import io.phoenix.apps.cluster.Control.Request;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Who has left in order, as far as this node was told. A node that leaves says so to the others,
 * and passes on what it knows of earlier leavers: somebody always knows, so that {@code phoenix
 * status} tells a node that has left from one that cannot be reached.
 */
final class Leavers {
  private static final Logger LOG = LoggerFactory.getLogger(Leavers.class);

  /** More than a cluster loses between two looks at it. */
  private static final int MOST = 1000;

  /** Longer than a label is: any member may say what it likes, a megabyte at a time. */
  private static final int LONGEST = 200;

  /** So many are told: they will not all be gone without a word. */
  private static final int MOST_TOLD = 32;

  private final Set<String> labels = new LinkedHashSet<>();

  synchronized void add(String lines) {
    for (String label : lines.split("\n", -1)) {
      if (labels.size() < MOST && !label.isEmpty() && label.length() <= LONGEST) {
        labels.add(Terminal.line(label));
      }
    }
  }

  /** These are there again. */
  synchronized void remove(String lines) {
    labels.removeAll(List.of(lines.split("\n", -1)));
  }

  synchronized List<String> labels() {
    return List.copyOf(labels);
  }

  /** Says that this node leaves; the messages go out before it does. */
  void sayGoodbye(String self, Node node) {
    byte[] goodbye = goodbye(self);
    node.explain().routes().stream()
        .filter(route -> route.nextHop() != null)
        .limit(MOST_TOLD)
        .forEach(route -> tell(route.node(), goodbye, node));
  }

  private byte[] goodbye(String self) {
    List<String> all = new ArrayList<>(labels());
    all.add(self);
    byte[] bytes = Request.of(0, Order.LEFT, String.join("\n", all)).encode();
    return bytes.length > Control.MAX_REQUEST_BYTES
        ? Request.of(0, Order.LEFT, self).encode()
        : bytes;
  }

  private static void tell(ResourceName other, byte[] goodbye, Node node) {
    try {
      node.send(other, Control.REQUEST_TAG, goodbye);
    } catch (PhoenixException e) {
      LOG.info("{} does not hear that this node leaves: {}", other, e.getMessage());
    }
  }
}
