package io.phoenix.apps.cluster;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.phoenix.api.Explanation;
import io.phoenix.api.Message;
import io.phoenix.api.Node;
import io.phoenix.api.NodeConfig;
import io.phoenix.api.Phoenix;
import io.phoenix.api.ResourceName;
import io.phoenix.api.Security;
import io.phoenix.apps.cluster.Control.Order;
import io.phoenix.apps.cluster.Control.Reply;
import io.phoenix.apps.cluster.Control.Request;
import io.phoenix.apps.terminal.UserError;
import io.phoenix.routing.tls.Warrant;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A command's own node in a running computation: it assumes nothing, and asks the others.
 *
 * <pre>{@code
 * try (ControlClient client = ControlClient.open(config)) {
 *   for (Description node : client.describeAll(Duration.ofSeconds(5)).found()) {
 *     System.out.println(node.label() + " " + node.assumed());
 *   }
 * }
 * }</pre>
 */
public final class ControlClient implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(ControlClient.class);
  private static final Duration LINK_PATIENCE = Duration.ofSeconds(20);
  private static final Duration TICK = Duration.ofMillis(20);

  /** For so long nobody new has been heard of: these are all. */
  private static final long SETTLED_NS = Duration.ofMillis(400).toNanos();

  private final Node node;
  private final @Nullable Warrant warrant;

  /** Numbers of requests cannot be guessed, so that nobody else can reply in time. */
  private final SecureRandom ids = new SecureRandom();

  private final Map<Long, Waiting> open = new ConcurrentHashMap<>();

  /** A request that has no reply yet. */
  private record Waiting(ResourceName to, CompletableFuture<Reply> reply) {}

  private ControlClient(Node node, @Nullable Warrant warrant) {
    this.node = node;
    this.warrant = warrant;
    node.handle(Control.REPLY_TAG, this::onReply);
    node.handle(Control.REQUEST_TAG, this::onRequest);
  }

  /**
   * Opens a node and waits until it has a link.
   *
   * @param config with the ports of nodes that may run
   * @throws UserError if none of them can be reached, saying why
   */
  public static ControlClient open(NodeConfig config) {
    return open(config, LINK_PATIENCE);
  }

  static ControlClient open(NodeConfig config, Duration patience) {
    NodeConfig brief = config.withLeaveTimeout(Duration.ofSeconds(2)).withRelays(false);
    Node node = Phoenix.open(brief);
    Warrant warrant =
        config.security() instanceof Security.Tls tls ? Warrant.signer(tls.directory()) : null;
    var client = new ControlClient(node, warrant);
    try {
      client.awaitLink(patience);
      return client;
    } catch (RuntimeException e) {
      client.close();
      throw e;
    }
  }

  private void awaitLink(Duration patience) {
    long deadlineNs = System.nanoTime() + patience.toNanos();
    while (node.explain().routes().stream().noneMatch(route -> route.nextHop() != null)) {
      if (System.nanoTime() > deadlineNs) {
        throw new UserError("none of the nodes can be reached" + why(), "are they running?");
      }
      pause();
    }
  }

  private String why() {
    var text = new StringBuilder();
    for (Explanation.PortState port : node.explain().ports()) {
      text.append("\n  ").append(port.port()).append(": ").append(port.lastFailure());
    }
    return text.isEmpty() ? "" : ":" + text;
  }

  /** The node itself, for what there is no method for here. */
  public Node node() {
    return node;
  }

  /**
   * Nodes that were found.
   *
   * @param found what each said of itself, by LAN and label
   * @param silent those that are known of and did not answer, or not readably
   */
  public record Found(List<Description> found, List<ResourceName> silent) {
    /** Copies the lists. */
    public Found {
      found = List.copyOf(found);
      silent = List.copyOf(silent);
    }

    /** The labels of nodes that are not there, and told somebody so before they went. */
    public Set<String> left() {
      return absent(Description::left);
    }

    /** The labels of nodes that have left for a while. */
    public Set<String> away() {
      return absent(Description::away);
    }

    private Set<String> absent(Function<Description, List<String>> labels) {
      Set<String> absent = new TreeSet<>();
      found.forEach(node -> absent.addAll(labels.apply(node)));
      found.forEach(node -> absent.remove(node.label()));
      return absent;
    }
  }

  /** Asks every node that takes part how it is; waits until nobody new is heard of. */
  public Found describeAll(Duration patience) {
    Map<ResourceName, CompletableFuture<Reply>> asked = new LinkedHashMap<>();
    long nowNs = System.nanoTime();
    long deadlineNs = nowNs + patience.toNanos();
    long settledNs = nowNs + SETTLED_NS;
    while (nowNs < deadlineNs) {
      for (Explanation.Route route : node.explain().routes()) {
        if (route.nextHop() != null && !asked.containsKey(route.node())) {
          asked.put(route.node(), ask(route.node(), Order.DESCRIBE, ""));
          settledNs = nowNs + SETTLED_NS;
        }
      }
      boolean answered = asked.values().stream().allMatch(CompletableFuture::isDone);
      if (answered && nowNs >= settledNs) {
        break;
      }
      pause();
      nowNs = System.nanoTime();
    }
    return collect(asked);
  }

  private Found collect(Map<ResourceName, CompletableFuture<Reply>> asked) {
    List<Description> found = new ArrayList<>();
    Set<ResourceName> silent = new TreeSet<>();
    asked.forEach(
        (name, answer) -> {
          Reply reply = answer.getNow(null);
          if (reply == null || !reply.ok()) {
            silent.add(name);
            return;
          }
          try {
            Description d = Description.decode(reply.answer());
            if (!d.state().equals(Description.CLIENT)) {
              found.add(d);
            }
          } catch (IllegalArgumentException e) {
            silent.add(name);
          }
        });
    found.sort(java.util.Comparator.comparing(Description::lan).thenComparing(Description::label));
    return new Found(found, List.copyOf(silent));
  }

  /** Sends an order; the future is completed when the reply comes. */
  public CompletableFuture<Reply> ask(ResourceName to, Order order, String argument) {
    return ask(to, order, argument.getBytes(UTF_8));
  }

  /** As {@link #ask(ResourceName, Order, String)}, with any bytes. */
  public CompletableFuture<Reply> ask(ResourceName to, Order order, byte[] argument) {
    var reply = new CompletableFuture<Reply>();
    long id = ids.nextLong();
    Request request = new Request(id, order, argument);
    if (warrant != null && !order.isFree()) {
      request = request.withWarrant(warrant.sign(request.content(node.resourceName(), to)));
    }
    byte[] bytes = request.encode();
    if (bytes.length > Control.MAX_LONG_REQUEST_BYTES) {
      throw new IllegalArgumentException(order + " with " + argument.length + " bytes");
    }
    open.put(id, new Waiting(to, reply));
    boolean isLong = bytes.length > Control.MAX_REQUEST_BYTES;
    node.send(to, isLong ? Control.LONG_REQUEST_TAG : Control.REQUEST_TAG, bytes);
    return reply;
  }

  /**
   * Sends an order and waits for its reply.
   *
   * @return the answer
   * @throws UserError if the node refuses, or does not answer in time
   */
  public String tell(Description to, Order order, String argument, Duration patience) {
    try {
      Reply reply = ask(to.name(), order, argument).get(patience.toMillis(), TimeUnit.MILLISECONDS);
      if (!reply.ok()) {
        throw new UserError(
            to.label() + " refuses: " + reply.text(),
            "'phoenix logs " + to.label() + "' says more");
      }
      return reply.text();
    } catch (TimeoutException e) {
      throw new UserError(
          to.label() + " has not answered for " + patience.toSeconds() + " s",
          "'phoenix status' shows whether it is there");
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new UserError("interrupted", "start it again");
    } catch (java.util.concurrent.ExecutionException e) {
      throw new IllegalStateException("a reply is never completed with an exception", e);
    }
  }

  /** Waits until nodes are no longer known of; returns those that still are. */
  public Set<ResourceName> awaitGone(Set<ResourceName> names, Duration patience) {
    long deadlineNs = System.nanoTime() + patience.toNanos();
    Set<ResourceName> left = new TreeSet<>(names);
    while (true) {
      Set<ResourceName> known = new TreeSet<>();
      node.explain().routes().stream()
          .filter(route -> route.nextHop() != null)
          .forEach(route -> known.add(route.node()));
      left.retainAll(known);
      if (left.isEmpty() || System.nanoTime() > deadlineNs) {
        return left;
      }
      pause();
    }
  }

  private void onReply(Message message) {
    try {
      Reply reply = Reply.decode(message.payload());
      Waiting waiting = open.get(reply.id());
      if (waiting != null
          && waiting.to().equals(message.sender()) // else it is of one that was not asked
          && open.remove(reply.id(), waiting)) {
        waiting.reply().complete(reply);
      }
    } catch (IllegalArgumentException e) {
      onUnreadable(message.sender(), String.valueOf(e.getMessage()));
    }
  }

  /** Which request it was meant for cannot be told: none of that node's will be answered better. */
  private void onUnreadable(ResourceName from, String why) {
    LOG.warn("{} sent a reply that cannot be read: {}; it may be of another version", from, why);
    open.forEach(
        (id, waiting) -> {
          if (waiting.to().equals(from) && open.remove(id, waiting)) {
            waiting.reply().complete(Reply.refused(id, "its reply cannot be read: " + why));
          }
        });
  }

  /** Other commands ask, too. */
  private void onRequest(Message message) {
    try {
      Request request = Request.decode(message.payload());
      if (request.order() == Order.LEFT || request.order() == Order.AWAY) {
        return; // routes say so, too, and the sender is gone
      }
      Reply reply =
          request.order() == Order.DESCRIBE
              ? new Reply(request.id(), true, ownDescription().encode())
              : Reply.refused(request.id(), "it is the client of a command");
      node.send(message.sender(), Control.REPLY_TAG, reply.encode());
    } catch (IllegalArgumentException e) {
      // Whoever sent that waits for nothing that it could read.
    }
  }

  private Description ownDescription() {
    return new Description(
        node.resourceName(),
        "control client",
        "",
        "",
        Description.CLIENT,
        "",
        0,
        List.of(),
        List.of(),
        List.of(),
        List.of(),
        0,
        0,
        0,
        0);
  }

  private static void pause() {
    try {
      Thread.sleep(TICK.toMillis());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new UserError("interrupted", "start it again");
    }
  }

  @Override
  public void close() {
    node.close();
  }
}
