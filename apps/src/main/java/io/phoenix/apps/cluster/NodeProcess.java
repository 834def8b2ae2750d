package io.phoenix.apps.cluster;

import io.phoenix.api.Node;
import io.phoenix.api.VirtualRange;
import io.phoenix.apps.cluster.NodeApplication.Running;
import io.phoenix.apps.process.Departure;
import io.phoenix.migration.Migration;
import io.phoenix.migration.Operation;
import io.phoenix.migration.goal.Report;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The life of a node in a computation: it joins, takes part, and leaves. Methods block, and are not
 * for the loop.
 */
public final class NodeProcess {
  private static final Logger LOG = LoggerFactory.getLogger(NodeProcess.class);
  private static final Duration PATIENCE = Duration.ofMinutes(2);

  private final Node node;
  private final Running running;
  private final Migration migration;
  private final Operation joining;
  private final String label;
  private final Leavers leavers = new Leavers();
  private volatile State state = State.JOINING;

  /** Where it is in its life. */
  enum State {
    /** It looks for somebody who gives it a share. */
    JOINING("joining"),
    /** It has had a share. */
    TAKING_PART("taking part"),
    /** It gives away what it has. */
    LEAVING("leaving"),
    /** It is gone, or will be in a moment. */
    ENDING("ending");

    private final String words;

    State(String words) {
      this.words = words;
    }

    @Override
    public String toString() {
      return words;
    }
  }

  /**
   * Begins to join.
   *
   * @param label what people call the node
   */
  public NodeProcess(Node node, Running running, String label) {
    this.node = node;
    this.label = label;
    this.running = running;
    this.migration = running.migration();
    this.joining = migration.join();
    var unused = joining.report().thenAccept(this::onJoined);
  }

  private void onJoined(Report report) {
    if (report.reached() && state == State.JOINING) {
      state = State.TAKING_PART;
      LOG.info("{}", report);
    }
  }

  State state() {
    return state;
  }

  Node node() {
    return node;
  }

  Running running() {
    return running;
  }

  Leavers leavers() {
    return leavers;
  }

  /**
   * Assumes the whole space.
   *
   * @throws IllegalStateException if this node has joined others
   */
  synchronized String found() throws InterruptedException, TimeoutException {
    joining.cancel();
    Report report = joining.await(PATIENCE);
    if (report.reached() || migration.interval() != null) {
      throw new IllegalStateException("it has joined a computation already: " + report);
    }
    running.found();
    state = State.TAKING_PART;
    return "assumes " + VirtualRange.all(node.spaceSize());
  }

  /** Evens out what it assumes with its neighbours. */
  String balance() throws InterruptedException, TimeoutException {
    return migration.balance().await(PATIENCE).toString();
  }

  /**
   * Gives everything away, to leave next.
   *
   * @throws IllegalStateException if nobody takes it; then the node takes part as before
   */
  synchronized Report giveAway() throws InterruptedException, TimeoutException {
    State before = state;
    state = State.LEAVING;
    joining.cancel();
    await(running.beforeLeave());
    Report report = migration.leave().await(PATIENCE);
    VirtualRange kept = migration.interval();
    // What is in doubt is not assumed here; but its state is, and the node must not take it along.
    if (kept != null || !report.reached()) {
      state = before;
      throw new IllegalStateException(
          kept != null && kept.size() == node.spaceSize()
              ? "it is the last node; 'phoenix down' ends the computation"
              : report.reason());
    }
    return report;
  }

  /** Leaves for good, whatever it could give away; the last thing it does. */
  synchronized Departure leave() throws InterruptedException, TimeoutException {
    long startedNs = node.loop().nowNs();
    state = State.LEAVING;
    joining.cancel();
    await(running.beforeLeave());
    Report given = migration.leave().await(PATIENCE);
    await(running.beforeEnd());
    VirtualRange kept = migration.interval();
    state = State.ENDING;
    if (kept == null) { // else it would take a share along, and is missed
      leavers.sayGoodbye(label, node);
    }
    return Departure.of(node, given, kept, node.leave(), node.loop().nowNs() - startedNs);
  }

  private static void await(CompletableFuture<Void> application)
      throws InterruptedException, TimeoutException {
    try {
      application.get(PATIENCE.toSeconds(), TimeUnit.SECONDS);
    } catch (ExecutionException e) {
      LOG.warn("the application could not prepare to leave", e.getCause()); // it goes as it is
    }
  }
}
