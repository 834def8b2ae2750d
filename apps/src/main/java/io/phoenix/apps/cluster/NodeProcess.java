package io.phoenix.apps.cluster;

import io.phoenix.api.LeaveReport;
import io.phoenix.api.Node;
import io.phoenix.api.OwnershipListener;
import io.phoenix.api.PhoenixException;
import io.phoenix.api.ResourceName;
import io.phoenix.api.VirtualRange;
import io.phoenix.apps.cluster.NodeApplication.Running;
import io.phoenix.apps.process.Departure;
import io.phoenix.migration.Migration;
import io.phoenix.migration.Operation;
import io.phoenix.migration.goal.Report;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The life of a node in a computation: it joins, takes part, and leaves, for good or for a while.
 * Methods block, and are not for the loop.
 */
public final class NodeProcess {
  private static final Logger LOG = LoggerFactory.getLogger(NodeProcess.class);
  private static final Duration PATIENCE = Duration.ofMinutes(2);

  /** For moves that are under way, and for state that is in use. */
  private final Node node;

  private final Running running;
  private final Migration migration;
  private final String label;
  private final Path leaveLog;
  private final Leavers leavers = new Leavers();
  private volatile Operation joining;
  private volatile State state = State.JOINING;
  private @Nullable Path awayLog;
  private @Nullable Operation suspension;
  private @Nullable Departure departure;

  /** Where it is in its life. */
  enum State {
    /** It looks for somebody who gives it a share. */
    JOINING("joining"),
    /** It has had a share. */
    TAKING_PART("taking part"),
    /** It gives away what it has, or is about to take it along. */
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
   * Begins to join; a node that has returned with a share of its own has joined.
   *
   * @param label what people call the node
   * @param leaveLog where it writes what it takes along, or can give to nobody
   */
  public NodeProcess(Node node, Running running, String label, Path leaveLog) {
    this.node = node;
    this.label = label;
    this.running = running;
    this.leaveLog = leaveLog;
    this.migration = running.migration();
    this.joining = migration.join();
    var unused = joining.report().thenAccept(this::onJoined);
    node.addOwnershipListener(new JoinAgain());
  }

  private void onJoined(Report report) {
    if (report.reached() && state == State.JOINING) {
      state = State.TAKING_PART;
      LOG.info("{}", report);
    }
  }

  /** While the node was away, somebody else has assumed all that it had: it needs another share. */
  private final class JoinAgain implements OwnershipListener {
    @Override
    public void onOwner(VirtualRange range, @Nullable ResourceName owner, long epoch) {}

    @Override
    public void onConflict(VirtualRange lost, ResourceName winner) {
      if (migration.interval() == null && state == State.TAKING_PART) {
        LOG.warn("{} has assumed {} meanwhile: joins again", winner, lost);
        state = State.JOINING;
        joining = migration.join();
        var unused = joining.report().thenAccept(NodeProcess.this::onJoined);
      }
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

  /**
   * Gets ready to leave for a while: {@link #goAway} is next.
   *
   * @param wanted where the log shall be; {@code null} for the usual place
   * @return where it is going to be
   * @throws PhoenixException if there can be no log there
   * @throws IllegalStateException if the node cannot leave now; then it takes part as before
   */
  synchronized Path prepareToGoAway(@Nullable Path wanted)
      throws InterruptedException, TimeoutException {
    Path file = AwayLog.check(wanted == null ? leaveLog : wanted);
    if (running.takesShareAlong()) {
      suspension = suspend();
      joining.cancel();
      state = State.LEAVING;
    } else {
      giveAway();
    }
    awayLog = file;
    return file;
  }

  /**
   * Lets nothing move any more, so that what the node has can go into a log.
   *
   * @throws IllegalStateException if something cannot be stopped; then it goes on
   */
  private Operation suspend() throws InterruptedException, TimeoutException {
    Operation suspended = migration.suspend();
    Report report = suspended.await(PATIENCE);
    if (!report.reached()) {
      suspended.cancel();
      throw new IllegalStateException(report.reason());
    }
    return suspended;
  }

  /**
   * Leaves for a while; the last thing it does.
   *
   * @throws PhoenixException if the log cannot be written; then the node takes part as before
   */
  synchronized void goAway() {
    Path file = Objects.requireNonNull(awayLog, "goAway without prepareToGoAway");
    Operation suspended = suspension;
    long startedNs = node.loop().nowNs();
    leavers.sayAway(label, node);
    try {
      LeaveReport left = node.leave(file, suspended == null ? () -> new byte[0] : migration::save);
      departure = Departure.away(node, left, file, node.loop().nowNs() - startedNs);
      state = State.ENDING;
    } catch (PhoenixException e) {
      leavers.remove(label);
      if (suspended != null) {
        suspended.cancel();
      }
      state = State.JOINING;
      joining = migration.join(); // at once if it has its share
      var unused = joining.report().thenAccept(this::onJoined);
      throw e;
    }
  }

  /**
   * Leaves for good, whatever it could give away; the last thing it does. What nobody takes goes
   * into a log.
   */
  synchronized Departure leave() throws InterruptedException, TimeoutException {
    Departure away = departure;
    if (away != null) {
      return away; // it has left for a while
    }
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
    Path file = AwayLog.free(leaveLog);
    LeaveReport left = leaveForGood(file, kept);
    return Departure.of(node, given, kept, left, node.loop().nowNs() - startedNs).withLog(file);
  }

  private LeaveReport leaveForGood(Path file, @Nullable VirtualRange kept)
      throws InterruptedException, TimeoutException {
    try {
      // Work that nobody can be given ends with its node; what else a node keeps does not.
      Operation rest = kept == null || !running.takesShareAlong() ? null : suspend();
      return node.leaveForGood(file, rest == null ? () -> new byte[0] : migration::save);
    } catch (PhoenixException | IllegalStateException e) {
      LOG.error("what nobody takes is lost, since there can be no log: {}", e.getMessage());
      return node.leave();
    }
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
