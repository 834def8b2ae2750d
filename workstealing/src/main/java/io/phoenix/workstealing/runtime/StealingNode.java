package io.phoenix.workstealing.runtime;

import io.phoenix.api.Explanation;
import io.phoenix.api.Loop;
import io.phoenix.api.Message;
import io.phoenix.api.Node;
import io.phoenix.api.OwnershipListener;
import io.phoenix.api.ResourceName;
import io.phoenix.api.VirtualRange;
import io.phoenix.migration.Migration;
import io.phoenix.migration.Outbox;
import io.phoenix.migration.goal.Report;
import io.phoenix.workstealing.Applications;
import io.phoenix.workstealing.SiteStatistics;
import io.phoenix.workstealing.clearinghouse.ClearinghouseCodec;
import io.phoenix.workstealing.clearinghouse.ClearinghouseMessage;
import io.phoenix.workstealing.clearinghouse.ClearinghouseMessage.Register;
import io.phoenix.workstealing.clearinghouse.ClearinghouseMessage.Unregister;
import io.phoenix.workstealing.clearinghouse.Notice;
import io.phoenix.workstealing.clearinghouse.NoticeCodec;
import io.phoenix.workstealing.steal.StealCodec;
import io.phoenix.workstealing.steal.StealMessage;
import io.phoenix.workstealing.steal.StealMessage.Result;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.RejectedExecutionException;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Work stealing on one node. Runs on the node's loop, where it does not say otherwise. */
public final class StealingNode implements LocalJob.Host, OwnershipListener {
  private static final Logger log = LoggerFactory.getLogger(StealingNode.class);

  /** How often a member registers again. */
  private static final Duration REMINDER = Duration.ofSeconds(5);

  /** The longest pause between two registrations, while the clearinghouse does not answer. */
  private static final Duration MAX_REMINDER = Duration.ofMinutes(5);

  private final Node node;
  private final StealingSettings settings;
  private final Outbox outbox;
  private final Submissions submissions;
  private final ClearinghouseHost clearinghouseHost;
  private final JobHost jobs;
  private final Migration migration;
  private final KnownClearinghouses knownClearinghouses = new KnownClearinghouses();
  private boolean registered;

  /** Counts how often this node has come to take part. */
  private long visit;

  /** Whether the latest registration has not been answered yet. */
  private boolean asking;

  /** The visit in which this node last tried to leave by itself. */
  private long triedToLeave;

  /** Whether this node is to do nothing more. */
  private boolean closed;

  /** Replaced for each visit: completed when the node has left by itself during that visit. */
  private volatile CompletableFuture<@Nullable Void> leftByItself = new CompletableFuture<>();

  /** Lets a node take part in jobs. To be made before the node assumes anything. */
  public StealingNode(Node node, Applications applications, StealingSettings settings) {
    this.node = node;
    this.settings = settings;
    submissions = new Submissions(applications, this);
    outbox = new Outbox(node, new Oversized(this, submissions));
    jobs = new JobHost(node, applications, settings, this);
    clearinghouseHost = new ClearinghouseHost(node.loop(), jobs, this);
    migration =
        Migration.on(
            node, new MovingState(jobs, clearinghouseHost, node.loop()), settings.migration());
    node.handle(Tags.REQUEST, m -> onMessage(m, StealCodec::decode, this::onSteal));
    node.handle(Tags.WORK, m -> onMessage(m, StealCodec::decode, this::onSteal));
    node.handle(
        Tags.CLEARINGHOUSE,
        m -> onMessage(m, ClearinghouseCodec::decode, clearinghouseHost::onMessage));
    node.handle(Tags.NOTICE, m -> onMessage(m, NoticeCodec::decode, this::onNotice));
    node.addOwnershipListener(this);
    node.loop().execute(this::lookForClearinghouse);
    node.loop().execute(this::checkMembership);
  }

  /** What lets this node found the space, join, leave, or balance. */
  public Migration migration() {
    return migration;
  }

  /** The jobs that were submitted here; any thread may use it. */
  public Submissions submissions() {
    return submissions;
  }

  /** This node's part in a job. */
  JobHost jobs() {
    return jobs;
  }

  /** Stops the workers, and gives up the jobs that were submitted here; any thread may call it. */
  public void close() {
    onLoop(
        () -> {
          closed = true;
          jobs.end();
          submissions.close();
        });
  }

  // ── messages ────────────────────────────────────────────────────────────────────────────────

  /** Takes a message of a peer, if it can be read. */
  private <M> void onMessage(Message m, Function<byte[], M> decode, Taker<M> taker) {
    M message;
    try {
      message = decode.apply(m.payload());
    } catch (RuntimeException e) {
      log.warn("{} cannot be read and was ignored: {}", m, e.toString());
      return;
    }
    taker.take(m.from(), message);
  }

  /** Takes a message that has been read. */
  @FunctionalInterface
  private interface Taker<M> {
    void take(long sender, M message);
  }

  private void onSteal(long sender, StealMessage message) {
    if (message instanceof Result result && result.id().isRoot()) {
      clearinghouseHost.onRootResult(result);
    } else {
      jobs.onSteal(message);
    }
  }

  /** Notices count from the clearinghouse only; submitters say which lines they have shown. */
  private void onNotice(long sender, Notice notice) {
    if (notice instanceof Notice.LinesShown || knownClearinghouses.isClearinghouse(sender)) {
      notice.dispatch(new Notices(), loop().nowNs());
    } else {
      knownClearinghouses.keep(sender, notice);
    }
  }

  /** Notices are for the node or for the submitter. */
  private final class Notices implements Notice.Handler {
    @Override
    public void onBegin(Notice.Begin m, long nowNs) {
      asking = false;
      if (registered && !closed && m.visit() == visit) { // else it is for an earlier visit
        jobs.begin(m.job(), m.spec());
      }
    }

    @Override
    public void onEnd(Notice.End m, long nowNs) {
      asking = false;
      tellClearinghouse(new ClearinghouseMessage.WorkDone(m.job(), jobs.end(m.job()), true));
    }

    @Override
    public void onRefused(Notice.Refused m, long nowNs) {
      submissions.onRefused(m, nowNs);
    }

    @Override
    public void onPrinted(Notice.Printed m, long nowNs) {
      try {
        submissions.onPrinted(m, nowNs);
      } finally {
        StealingNode.this.notify(m.node(), new Notice.LinesShown(m.written().job()));
      }
    }

    @Override
    public void onLinesShown(Notice.LinesShown m, long nowNs) {
      jobs.onLinesShown(m.job());
    }

    @Override
    public void onProgress(Notice.Progress m, long nowNs) {
      submissions.onProgress(m, nowNs);
    }

    @Override
    public void onOutcome(Notice.Outcome m, long nowNs) {
      submissions.onOutcome(m, nowNs);
    }
  }

  // ── taking part ─────────────────────────────────────────────────────────────────────────────

  @Override
  public void onOwner(VirtualRange range, @Nullable ResourceName owner, long epoch) {
    if (owner != null && range.contains(0)) {
      loop().execute(() -> onClearinghouse(owner.value()));
    }
    loop().execute(this::checkMembership); // later, when this node's own view is up to date
  }

  /** The owner of virtual node 0 may have been known before this node listened. */
  private void lookForClearinghouse() {
    node.explain()
        .owner(0)
        .map(Explanation.Owner::node)
        .ifPresent(owner -> onClearinghouse(owner.value()));
  }

  private void onClearinghouse(long clearinghouseHost) {
    knownClearinghouses
        .onClearinghouse(clearinghouseHost)
        .forEach(notice -> onNotice(clearinghouseHost, notice));
  }

  @Override
  public void onGone(ResourceName gone) {
    clearinghouseHost.onGone(gone.value());
  }

  @Override
  public void onLeft() {
    close();
  }

  /** Takes part as long as this node assumes something. */
  private void checkMembership() {
    if (!registered && !closed && interval() != null) {
      registered = true;
      visit++;
      if (leftByItself.isDone()) {
        leftByItself = new CompletableFuture<>();
      }
      register();
      remindLater(visit, REMINDER);
    } else if (registered && interval() == null && jobs.isStill()) {
      registered = false;
      LocalJob job = jobs.current();
      jobs.end();
      tellClearinghouse(
          job == null
              ? new Unregister(0, SiteStatistics.NONE)
              : new Unregister(job.number(), job.statistics()));
    }
  }

  private void register() {
    asking = true;
    String label = settings.label().isEmpty() ? node.resourceName().toString() : settings.label();
    tellClearinghouse(new Register(visit, label, settings.workers()));
  }

  /**
   * Registers again after a delay: a clearinghouse that could not reach this node for long has
   * forgotten it, and this node cannot know that. While nobody answers, this node is cut off, and
   * its registrations wait in its memory until it is back; so the delay doubles.
   */
  private void remindLater(long during, Duration delay) {
    var unused =
        loop()
            .schedule(
                delay,
                () -> {
                  if (registered && !closed && visit == during) {
                    Duration next = asking ? delay.multipliedBy(2) : REMINDER;
                    register();
                    remindLater(during, next.compareTo(MAX_REMINDER) < 0 ? next : MAX_REMINDER);
                  }
                });
  }

  /** Whether there is a route to a node at present. */
  boolean isReachable(long name) {
    return node.explain()
        .route(new ResourceName(name))
        .filter(route -> route.nextHop() != null)
        .isPresent();
  }

  /** A range has moved away, or has stayed after all. */
  void onMoved() {
    loop().execute(this::checkMembership);
  }

  // ── for jobs, on any thread ─────────────────────────────────────────────────────────────────

  @Override
  public Loop loop() {
    return node.loop();
  }

  @Override
  public @Nullable VirtualRange interval() {
    var ranges = node.assumed().ranges();
    return ranges.isEmpty() ? null : ranges.get(0);
  }

  @Override
  public void send(StealMessage message) {
    int tag = message instanceof StealMessage.Request ? Tags.REQUEST : Tags.WORK;
    onLoop(() -> outbox.send(message.to(), tag, StealCodec.encode(message)));
  }

  @Override
  public void tellClearinghouse(ClearinghouseMessage message) {
    onLoop(() -> outbox.send(0, Tags.CLEARINGHOUSE, ClearinghouseCodec.encode(message)));
  }

  void notify(long to, Notice notice) {
    onLoop(() -> outbox.send(to, Tags.NOTICE, NoticeCodec.encode(notice)));
  }

  private void onLoop(Runnable task) {
    if (loop().inLoop()) {
      task.run();
      return;
    }
    try {
      loop().execute(task);
    } catch (RejectedExecutionException e) {
      log.debug("node {} has left, and its part in all jobs is over", node.resourceName());
    }
  }

  /**
   * Leaves, at most once in each visit, and not while a leave goes on that somebody else asked for:
   * a new leave would end that one, and the next failed request would end the new one.
   */
  @Override
  public void leaveVoluntarily() {
    onLoop(
        () -> {
          if (registered && triedToLeave != visit && !migration.isLeaving()) {
            triedToLeave = visit;
            log.info("node {} finds no work and leaves the job", node.resourceName());
            var unused = migration.leave().report().thenAccept(this::onLeft);
          }
        });
  }

  private void onLeft(Report report) {
    if (report.reached()) {
      leftByItself.complete(null);
    } else {
      log.info("node {} stays: {}", node.resourceName(), report.reason());
    }
  }

  /** Completed when this node has given everything away by its own decision. */
  public CompletableFuture<@Nullable Void> leftByItself() {
    return leftByItself.copy();
  }
}
