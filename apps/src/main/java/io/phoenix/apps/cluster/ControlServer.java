package io.phoenix.apps.cluster;

import io.phoenix.api.Explanation;
import io.phoenix.api.Message;
import io.phoenix.api.Node;
import io.phoenix.api.NodeClosedException;
import io.phoenix.api.PhoenixException;
import io.phoenix.api.Port;
import io.phoenix.api.ResourceName;
import io.phoenix.apps.cluster.Control.Order;
import io.phoenix.apps.cluster.Control.Reply;
import io.phoenix.apps.cluster.Control.Request;
import io.phoenix.apps.process.RotatingLog;
import io.phoenix.routing.tls.Credentials;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Does what control messages tell a node, and replies. */
public final class ControlServer {
  private static final Logger LOG = LoggerFactory.getLogger(ControlServer.class);

  /** When all are told to end: long enough for the order to reach those beyond this node, too. */
  private static final Duration GRACE = Duration.ofSeconds(1);

  private static final int MOST_LOG_BYTES = 1 << 20;

  /** Orders that are being carried out; each has a thread, and may wait for minutes. */
  static final int MOST_AT_ONCE = 32;

  private final NodeProcess process;
  private final Node node;
  private final NodeSelf self;
  private final Exit exit;
  private final Rates rates;
  private final OrderAuthorization authorization;
  private final long startedNs;
  private final Executor workers;

  /** How the process ends. */
  public interface Exit {
    /** Leaves the computation first. */
    void leave();

    /** At once. */
    void end();
  }

  ControlServer(NodeProcess process, NodeSelf self, Exit exit) {
    this(process, self, exit, threads());
  }

  /**
   * As a node has it, but for those who carry out orders that take time.
   *
   * @param workers may refuse orders that are too many
   */
  public ControlServer(NodeProcess process, NodeSelf self, Exit exit, Executor workers) {
    this.workers = workers;
    this.process = process;
    this.node = process.node();
    this.self = self;
    this.exit = exit;
    this.rates = new Rates(node);
    this.authorization = new OrderAuthorization(self.tls(), node.resourceName());
    this.startedNs = node.loop().nowNs();
  }

  private static Executor threads() {
    return new ThreadPoolExecutor(
        0,
        MOST_AT_ONCE,
        1,
        TimeUnit.MINUTES,
        new SynchronousQueue<>(),
        task -> {
          var thread = new Thread(task, "control");
          thread.setDaemon(true);
          return thread;
        });
  }

  /** Takes orders from now on. */
  public void begin() {
    node.loop().execute(rates::begin);
    node.handle(Control.REQUEST_TAG, this::onRequest);
    node.handle(Control.LONG_REQUEST_TAG, this::onRequest);
  }

  private void onRequest(Message message) {
    Request request;
    try {
      request = Request.decode(message.payload());
    } catch (IllegalArgumentException e) {
      LOG.warn("{} sent what is no request: {}", message.sender(), e.getMessage());
      return;
    }
    if (request.order() == Order.DESCRIBE) {
      reply(message.sender(), new Reply(request.id(), true, describe().encode()));
    } else if (request.order() == Order.LEFT) { // the sender is gone: nobody wants a reply
      process.leavers().addLeft(request.text());
    } else if (request.order() == Order.AWAY) {
      process.leavers().addAway(request.text());
    } else {
      LOG.info("{} asks to {}", message.sender(), request.order());
      serveLater(message.sender(), request);
    }
  }

  private void serveLater(ResourceName from, Request request) {
    try {
      workers.execute(() -> serve(from, request));
    } catch (RejectedExecutionException e) { // a thread for each would be for a peer to fill memory
      reply(from, Reply.refused(request.id(), "it has " + MOST_AT_ONCE + " orders; try again"));
    }
  }

  /** In this order: a node that leaves sees to what it was given to send, but takes no more. */
  private void serve(ResourceName from, Request request) {
    Reply reply;
    try {
      authorization.check(from, request);
      reply = carryOut(request);
    } catch (PhoenixException e) {
      LOG.warn("{} of {} refused: {}", request.order(), from, e.getMessage());
      reply(from, Reply.refused(request.id(), String.valueOf(e.getMessage())));
      return;
    }
    reply(from, reply);
    if (reply.ok() && request.order() == Order.LEAVE) {
      leave(request.text().startsWith(Control.FOR_A_WHILE));
    } else if (request.order() == Order.END) {
      node.loop().schedule(GRACE, exit::end);
    }
  }

  private void leave(boolean forAWhile) {
    try {
      if (forAWhile) {
        process.goAway();
      }
      exit.leave();
    } catch (PhoenixException | IllegalStateException e) {
      LOG.error("stays: {}", e.getMessage());
    }
  }

  private void reply(ResourceName to, Reply reply) {
    try {
      node.send(to, Control.REPLY_TAG, reply.encode());
    } catch (NodeClosedException e) {
      LOG.warn("left before a reply to {}: {}", to, e.getMessage());
    } catch (RuntimeException e) {
      LOG.warn("cannot reply to {}", to, e);
    }
  }

  private Reply carryOut(Request request) {
    long id = request.id();
    try {
      return switch (request.order()) {
        case DESCRIBE -> new Reply(id, true, describe().encode());
        case FOUND -> Reply.done(id, process.found());
        case BALANCE -> Reply.done(id, process.balance());
        case LEAVE -> Reply.done(id, prepareToLeave(request.text()));
        case END -> Reply.done(id, "ends");
        case EXPLAIN -> Reply.done(id, explain(request.text()));
        case LOGS -> Reply.done(id, logs(request.text()));
        case ADD_PORT -> Reply.done(id, addPort(request.text()));
        case REVOKE -> Reply.done(id, revoke(request.argument()));
        case LEFT, AWAY -> Reply.refused(id, "is carried out at once");
        case BACK -> Reply.done(id, back(request.text()));
        case ASK -> Reply.done(id, process.running().answer(request.text()).get());
      };
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return Reply.refused(id, "interrupted");
    } catch (ExecutionException e) {
      LOG.warn("{} failed: {}", request.order(), String.valueOf(e.getCause()));
      return Reply.refused(id, String.valueOf(e.getCause()));
    } catch (Exception e) {
      LOG.warn("{} refused: {}", request.order(), e.toString());
      return Reply.refused(id, String.valueOf(e.getMessage()));
    }
  }

  private String explain(String topic) {
    Explanation known = node.explain();
    if (topic.startsWith(Control.ROUTE)) {
      return known
          .route(ResourceName.parse(topic.substring(Control.ROUTE.length())))
          .map(r -> (r.nextHop() == null ? "-" : r.nextHop()) + " " + r.roundTrip().toNanos())
          .orElse("?");
    }
    if (topic.startsWith(Control.OWNER)) {
      return known
          .owner(Long.parseLong(topic.substring(Control.OWNER.length())))
          .map(ControlServer::owner)
          .orElse("nobody is known to assume it");
    }
    return known.toString();
  }

  private static String owner(Explanation.Owner owner) {
    return "%s is assumed by %s, epoch %d; %d messages wait here"
        .formatted(
            owner.range(),
            owner.node() == null ? "nobody" : owner.node(),
            owner.epoch(),
            owner.waiting());
  }

  /** What is to be said before this node leaves. */
  private String prepareToLeave(String argument) throws Exception {
    if (!argument.startsWith(Control.FOR_A_WHILE)) {
      return process.giveAway().toString();
    }
    String file = argument.substring(Control.FOR_A_WHILE.length());
    return process.prepareToGoAway(file.isEmpty() ? null : Path.of(file)).toString();
  }

  private String back(String labels) {
    process.leavers().remove(labels);
    return "";
  }

  private String addPort(String port) {
    node.addPort(Port.parse(port));
    return "";
  }

  private String logs(String bytes) throws IOException {
    Path log = self.log();
    if (log == null) {
      throw new IOException("it keeps no log file");
    }
    int wanted = Math.max(0, Math.min(MOST_LOG_BYTES, Integer.parseInt(bytes)));
    return RotatingLog.tail(log, wanted);
  }

  private String revoke(byte[] list) throws IOException {
    Path tls = self.tls();
    if (tls == null) {
      throw new IOException("it has no certificates");
    }
    boolean isNews = Credentials.offerRevoked(tls, new String(list, StandardCharsets.UTF_8));
    return isNews ? "" : "knows that, or more";
  }

  private Description describe() {
    Explanation known = node.explain();
    List<Description.Neighbour> neighbours = new ArrayList<>();
    for (Explanation.Route route : known.routes()) {
      if (route.node().equals(route.nextHop())) {
        neighbours.add(
            new Description.Neighbour(
                route.node(), wayTo(route.node(), known), route.roundTrip().toNanos()));
      }
    }
    addUnused(known, neighbours);
    Rates.Rate rate = rates.rate();
    return new Description(
        node.resourceName(),
        self.label(),
        self.lan(),
        node.localPort() + ", process " + ProcessHandle.current().pid(),
        process.state().toString(),
        process.running().status(),
        (node.loop().nowNs() - startedNs) / 1_000_000,
        node.assumed().ranges(),
        neighbours,
        process.leavers().left(),
        process.leavers().away(),
        rate.framesIn(),
        rate.framesOut(),
        rate.bytesIn(),
        rate.bytesOut());
  }

  /** Links that no route uses at present, since a way through others is shorter. */
  private static void addUnused(Explanation known, List<Description.Neighbour> neighbours) {
    for (Explanation.PortState port : known.ports()) {
      ResourceName linkedTo = port.linkedTo();
      if (linkedTo != null && neighbours.stream().noneMatch(n -> n.name().equals(linkedTo))) {
        neighbours.add(new Description.Neighbour(linkedTo, port.port().toString(), 0));
      }
    }
  }

  private static String wayTo(ResourceName neighbour, Explanation known) {
    Stream<Port> told =
        known.ports().stream()
            .filter(port -> neighbour.equals(port.linkedTo()))
            .map(Explanation.PortState::port);
    Stream<Port> found =
        known.mesh().stream()
            .filter(link -> neighbour.equals(link.node()))
            .flatMap(link -> Stream.ofNullable(link.dialledAs()));
    return Stream.concat(told, found).map(Port::toString).findFirst().orElse("");
  }
}
